import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { drawCrashPoint, flightSecret } from '../crash/mathematics.js';
import { openStore } from '../store/store.js';
import { createTestDatabase, releaseTestDatabase } from '../testing/test-database.js';
import { startTestWallet } from '../testing/test-wallet.js';
import { demo as profile } from '../vendor/profiles/demo.js';
import { createOperatorWallet } from '../wallet/operator-wallet.js';
import { RoundRefused } from './open-round.js';
import { createRoundEngine } from './round-engine.js';

const secret = 'a-test-secret';
const fairnessKey = 'a-fairness-key-of-the-tests';
const session = {
  sessionKey: 'session-1',
  userCode: 'ali',
  providerCode: 'SPRIBE',
  gameCode: 'a-game',
  fairnessKey,
  expiresAt: '2999-01-01T00:00:00.000Z',
};

async function openSession(context: TestContext) {
  const { close, applied, url } = await startTestWallet(secret, 100);
  const databaseUrl = await createTestDatabase();
  const store = await openStore(databaseUrl);
  context.after(async () => {
    await store.close();
    await close();
    releaseTestDatabase(databaseUrl);
  });
  await store.addPlayer(session.userCode);
  await store.addSession(session);
  return {
    store,
    applied,
    wallet: createOperatorWallet({ profile, agentCode: 'palier', secret, operatorCallbackUrl: url }),
  };
}

test('round: an equal bet shares the one being stored, and another bet is refused', async (context) => {
  const { store, wallet, applied } = await openSession(context);
  // The bets look for their round one after the other, and none is stored before all have looked.
  let looks = 0;
  let lastLook: Promise<unknown> = Promise.resolve();
  let release: () => void = () => undefined;
  const allHaveLooked = new Promise<void>((resolve) => (release = resolve));
  const engine = createRoundEngine({
    wallet,
    profile,
    store: {
      ...store,
      findRoundBySpin(...names) {
        const look = lastLook.then(() => store.findRoundBySpin(...names));
        lastLook = look.then(() => (looks += 1) === 3 && release());
        return look;
      },
      addRound: (round) => allHaveLooked.then(() => store.addRound(round)),
    },
  });
  context.after(() => engine.stop());
  const [first, same, other] = await Promise.allSettled(
    ['spin-0001', 'spin-0001', 'spin-0002'].map((spinId) =>
      engine.play(session, { spinId, stakeMillimes: 1000 }),
    ),
  );
  assert.ok(first?.status === 'fulfilled' && same?.status === 'fulfilled');
  assert.equal(same.value.roundId, first.value.roundId);
  assert.ok(other?.status === 'rejected' && other.reason instanceof RoundRefused);
  assert.equal([...applied.values()].filter((type) => type === 'debit').length, 1);
});

test('cash-out: a restarted provider carries it out, even as the first call it gets', async (context) => {
  const { store, wallet } = await openSession(context);
  let spinId = randomUUID();
  while (drawCrashPoint(flightSecret(fairnessKey, 0), spinId) < 2000) spinId = randomUUID();
  const before = createRoundEngine({ store, wallet, profile });
  const flight = { commitment: await before.nextCommitment(session) };
  assert.equal((await before.play(session, { spinId, stakeMillimes: 1000, flight })).debit, 'accepted');
  await before.stop();
  const restarted = createRoundEngine({ store, wallet, profile });
  context.after(() => restarted.stop());
  assert.equal((await restarted.cashOut(session, spinId))?.flight?.end, 'cashed-out');
});
