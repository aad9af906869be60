import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommandError } from '@palier/base/command';
import { runRows, selectRows } from '../rows';

const ROWS = [
  { id: 'first', group: 'ledger' },
  { id: 'second', group: 'sockets' },
  { id: 'long', group: 'ledger', onlyByName: true },
];
const idsOf = (names: readonly string[]): string[] => selectRows(ROWS, names, 'usage').map(({ id }) => id);

test('rows: an id or a group selects them, and a long row runs only by its id', () => {
  assert.deepEqual(idsOf([]), ['first', 'second']);
  assert.deepEqual(idsOf(['ledger']), ['first']);
  assert.deepEqual(idsOf(['long', 'sockets']), ['second', 'long']);
});

test('rows: an unknown name is refused', () => {
  assert.throws(() => idsOf(['first', 'third']), /There is no row or group called third\./);
});

test('rows: the others run after one that throws, and the exit code is 1', async () => {
  const seen: string[] = [];
  const code = await runRows(ROWS, async ({ id }) => {
    seen.push(id);
    if (id === 'first') throw new Error('a failure of the test');
    return true;
  });
  assert.deepEqual([code, seen], [1, ['first', 'second', 'long']]);
  assert.equal(await runRows(ROWS, async () => true), 0);
  assert.equal(await runRows(ROWS, async ({ id }) => id !== 'second'), 1);
});

test('rows: a set-up that cannot run ends the run', async () => {
  const refuse = async (): Promise<boolean> => {
    throw new CommandError('PostgreSQL is missing.', 'Install it.');
  };
  await assert.rejects(runRows(ROWS, refuse), CommandError);
});
