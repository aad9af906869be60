import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createCountersPublisher } from '../src/sockets/counters-publisher';

function publisherOf(t: TestContext, isWanted = true) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const publishedHere: string[] = [];
  const publishedToPeers: string[] = [];
  let reads = 0;
  const publisher = createCountersPublisher({
    isWanted: () => isWanted,
    read: () => Promise.resolve(`read ${(reads += 1)}`),
    publishHere: (body) => void publishedHere.push(body),
    publishToPeers: (body) => void publishedToPeers.push(body),
    onFailure: (error) => assert.fail(String(error)),
  });
  const halfASecond = async (): Promise<void> => {
    t.mock.timers.tick(500);
    await nextTurn();
  };
  return { publisher, publishedHere, publishedToPeers, halfASecond };
}

test('When many processes send the counters, then sockets receive the last of them twice a second', async (t) => {
  const { publisher, publishedHere, publishedToPeers, halfASecond } = publisherOf(t);
  for (let second = 0; second < 2; second += 1)
    for (let half = 0; half < 2; half += 1) {
      for (let process = 0; process < 24; process += 1) publisher.receive(`${second}.${half} of ${process}`);
      await halfASecond();
    }
  await halfASecond();
  assert.deepEqual(publishedHere, ['0.0 of 23', '0.1 of 23', '1.0 of 23', '1.1 of 23']);
  assert.deepEqual(publishedToPeers, []);
});

test('When stakes of this process have moved them too, then they are read, published once and sent to the others', async (t) => {
  const { publisher, publishedHere, publishedToPeers, halfASecond } = publisherOf(t);
  for (let stake = 0; stake < 50; stake += 1) publisher.markMoved();
  publisher.receive('older');
  await halfASecond();
  await halfASecond();
  assert.deepEqual(publishedHere, ['read 1']);
  assert.deepEqual(publishedToPeers, ['read 1']);
});

test('When nobody would receive them, then they are not read', async (t) => {
  const { publisher, publishedHere, halfASecond } = publisherOf(t, false);
  publisher.markMoved();
  await halfASecond();
  assert.deepEqual(publishedHere, []);
});
