import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commitmentTo, drawCrashPoint, flightSecret, payAt, returnPercent } from './crash/mathematics.js';
import { createSeededRandom } from './looks/seeded-random.js';
import { drawRound, evaluateRound } from './slot/evaluate.js';
import { computeReturnToPlayer } from './slot/return-to-player.js';

// `npm run simulate -w demo-provider` plays 10 million rounds of each game and prints the figures.
const rounds = Number(process.env.SIMULATED_ROUNDS ?? 100_000);
const stake = 1000;
/** A longer run reports its progress at each tenth. */
const QUIET_ROUNDS = 100_000;

/**
 * The mean win and its standard error, as shares of the stake, by the server's own functions and a repeatable
 * stream.
 */
function simulate(name: string, playRound: (round: number) => number): { returned: number; error: number } {
  let [sum, squares] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    if (rounds > QUIET_ROUNDS && round % Math.ceil(rounds / 10) === 0)
      process.stderr.write(`  ${name}: ${Math.round((100 * round) / rounds)} % of ${rounds} rounds\n`);
    const win = playRound(round) / stake;
    sum += win;
    squares += win * win;
  }
  const returned = sum / rounds;
  return { returned, error: Math.sqrt((squares / rounds - returned ** 2) / rounds) };
}

function simulateSlot() {
  const random = createSeededRandom(20);
  return simulate('slot', () => {
    let win = 0;
    for (const spin of evaluateRound(
      drawRound((length) => Math.floor(random() * length)),
      stake,
    ))
      win += spin.winMillimes;
    return win;
  });
}

const fairnessKey = commitmentTo('simulation');
const simulateCrash = (target: number) => () =>
  simulate('crash game', (round) => {
    const crashPoint = drawCrashPoint(flightSecret(fairnessKey, round), `player ${round}`);
    return crashPoint >= target ? payAt(stake, target) : 0;
  });

for (const [game, play, published] of [
  ['slot', simulateSlot, computeReturnToPlayer().returnToPlayer],
  ['crash game, always at ×2.00', simulateCrash(200), returnPercent / 100],
] as const)
  test(`${game}: many rounds return the published share, and no other`, (t) => {
    const { returned, error } = play();
    const figures = `returned ${returned}, published ${published}, standard error ${error}`;
    t.diagnostic(figures);
    const agrees = (share: number): boolean => Math.abs(returned - share) <= 3.5 * error;
    assert.ok(agrees(published), figures);
    assert.ok(!agrees(published + 0.04), figures);
  });
