import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movementIdsOf, winIdOf } from '../../src/games/gold-api/movement-id';

const ids = (more: object, rule: Parameters<typeof winIdOf>[1] = 'txn_id_v2') =>
  Object.values(movementIdsOf({ txn_id: 't1', txn_type: 'debit', ...more }, rule));

test('movement id: a stake has the id of the vendor, and a win of the same id is another movement', () => {
  assert.deepEqual(ids({}), ['t1', null]);
  assert.deepEqual(ids({ txn_type: 'debit_credit' }), ['t1', null]);
  assert.deepEqual(ids({ txn_type: 'credit' }), ['t1 credit', null]);
  assert.deepEqual(ids({ txn_type: 'credit' }, 'txn_id'), ['t1', null]);
});
test('movement id: the second id counts where the rule names it, beside the key of the round log', () => {
  assert.deepEqual(ids({ txn_id_v2: 'v1' }), ['v1', 't1']);
  assert.deepEqual(ids({ txn_id_v2: 'v1', txn_type: 'credit' }), ['v1 credit', 't1 credit']);
  assert.deepEqual(ids({ txn_id_v2: 't1' }), ['t1', null]);
  for (const rule of ['txn_id', 'txn_id+txn_type'] as const)
    assert.deepEqual(ids({ txn_id_v2: 'v1' }, rule), ['t1', null]);
});
test('movement id: either id with which a person names a win gives a key of its callback', () => {
  const win = movementIdsOf({ txn_id: 't1', txn_id_v2: 'v1', txn_type: 'credit' }, 'txn_id_v2');
  assert.deepEqual([winIdOf('v1', 'txn_id_v2'), winIdOf('t1', 'txn_id_v2')], Object.values(win));
});
