import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createCountersPublisher } from '../../src/realtime/counters-publisher';

function publisherOf(
  t: TestContext,
  { isWanted = true, read }: { isWanted?: boolean; read?: () => Promise<string> } = {},
) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const publishedHere: string[] = [];
  const peers = { notified: 0 };
  let reads = 0;
  const publisher = createCountersPublisher({
    isWanted: () => isWanted,
    read: read ?? (() => Promise.resolve(`read ${(reads += 1)}`)),
    publishHere: (body) => void publishedHere.push(body),
    publishToPeers: () => void (peers.notified += 1),
    onFailure: (error) => assert.fail(String(error)),
  });
  const halfASecond = async (): Promise<void> => {
    t.mock.timers.tick(500);
    await nextTurn();
  };
  return { publisher, publishedHere, peers, halfASecond };
}

test('counters publisher: many processes report changes, sockets receive a local read twice a second', async (t) => {
  const { publisher, publishedHere, peers, halfASecond } = publisherOf(t);
  for (let half = 0; half < 4; half += 1) {
    for (let process = 0; process < 24; process += 1) publisher.markChangedElsewhere();
    await halfASecond();
  }
  await halfASecond();
  assert.deepEqual(publishedHere, ['read 1', 'read 2', 'read 3', 'read 4']);
  assert.equal(peers.notified, 0);
});

test('counters publisher: a read is slow, the next one waits, so no older counters follow newer ones', async (t) => {
  const answers: ((body: string) => void)[] = [];
  const { publisher, publishedHere, halfASecond } = publisherOf(t, {
    read: () => new Promise((resolve) => answers.push(resolve)),
  });
  publisher.markChanged();
  await halfASecond();
  publisher.markChangedElsewhere();
  await halfASecond();
  assert.equal(answers.length, 1);
  answers[0]!('older');
  await nextTurn();
  await halfASecond();
  answers[1]!('newer');
  await nextTurn();
  assert.deepEqual(publishedHere, ['older', 'newer']);
});

test('counters publisher: stakes of this process change them, they are read once and sent to the other processes', async (t) => {
  const { publisher, publishedHere, peers, halfASecond } = publisherOf(t);
  for (let stake = 0; stake < 50; stake += 1) publisher.markChanged();
  publisher.markChangedElsewhere();
  await halfASecond();
  await halfASecond();
  assert.deepEqual(publishedHere, ['read 1']);
  assert.equal(peers.notified, 1);
});

test('counters publisher: there are no receivers, nothing is read', async (t) => {
  const { publisher, publishedHere, halfASecond } = publisherOf(t, { isWanted: false });
  publisher.markChanged();
  await halfASecond();
  assert.deepEqual(publishedHere, []);
});
