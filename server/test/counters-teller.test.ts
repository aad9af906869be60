import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createCountersTeller } from '../src/sockets/counters-teller';

function tellerOf(t: TestContext, isWanted = true) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const said: string[] = [];
  const told: string[] = [];
  let reads = 0;
  const teller = createCountersTeller({
    isWanted: () => isWanted,
    read: () => Promise.resolve(`read ${(reads += 1)}`),
    publish: (body) => void said.push(body),
    tell: (body) => void told.push(body),
    onFailure: (error) => assert.fail(String(error)),
  });
  const halfASecond = async (): Promise<void> => {
    t.mock.timers.tick(500);
    await nextTurn();
  };
  return { teller, said, told, halfASecond };
}

test('When many processes tell of the counters, then sockets hear the last of them twice a second', async (t) => {
  const { teller, said, told, halfASecond } = tellerOf(t);
  for (let second = 0; second < 2; second += 1)
    for (let half = 0; half < 2; half += 1) {
      for (let process = 0; process < 24; process += 1) teller.heard(`${second}.${half} of ${process}`);
      await halfASecond();
    }
  await halfASecond();
  assert.deepEqual(said, ['0.0 of 23', '0.1 of 23', '1.0 of 23', '1.1 of 23']);
  assert.deepEqual(told, []);
});

test('When stakes of this process have moved them too, then they are read, said once and told to the others', async (t) => {
  const { teller, said, told, halfASecond } = tellerOf(t);
  for (let stake = 0; stake < 50; stake += 1) teller.moved();
  teller.heard('older');
  await halfASecond();
  await halfASecond();
  assert.deepEqual(said, ['read 1']);
  assert.deepEqual(told, ['read 1']);
});

test('When nobody would hear of them, then they are not read', async (t) => {
  const { teller, said, halfASecond } = tellerOf(t, false);
  teller.moved();
  await halfASecond();
  assert.deepEqual(said, []);
});
