import { commitmentTo, drawCrashPoint, flightSecret, payAt, returnPercent } from '../crash/mathematics.js';
import { createSeededRandom } from '../looks/seeded-random.js';
import { drawRound } from '../slot/draw.js';
import { evaluateRound } from '../slot/evaluate.js';
import { computeReturnToPlayer } from '../slot/return-to-player.js';

/** Figures in fractions of the stake. */
export interface Simulation {
  readonly game: string;
  readonly rounds: number;
  readonly returned: number;
  readonly published: number;
  /** The standard error of `returned`. */
  readonly standardError: number;
  readonly highestWin: number;
}

function summarise(
  game: string,
  rounds: number,
  published: number,
  playRound: (round: number) => number,
): Simulation {
  let [sum, squares, highestWin] = [0, 0, 0];
  for (let round = 0; round < rounds; round++) {
    const win = playRound(round);
    sum += win;
    squares += win * win;
    if (win > highestWin) highestWin = win;
  }
  const returned = sum / rounds;
  const standardError = Math.sqrt((squares / rounds - returned ** 2) / rounds);
  return { game, rounds, returned, published, standardError, highestWin };
}

/** Plays the slot with the server's own functions and a repeatable random stream. */
export function simulateSlot(rounds: number, seed: number): Simulation {
  const random = createSeededRandom(seed);
  const stake = 1000;
  return summarise('slot', rounds, computeReturnToPlayer().returnToPlayer, () => {
    const spins = evaluateRound(
      drawRound((length) => Math.floor(random() * length)),
      stake,
    );
    let win = 0;
    for (const spin of spins) win += spin.winMillimes;
    return win / stake;
  });
}

/** Plays the crash game with one cash-out target, drawing each crash point as the server does. */
export function simulateCrash(rounds: number, seed: number, target: number): Simulation {
  const fairnessKey = commitmentTo(`simulation ${seed}`);
  const stake = 1000;
  return summarise(`crash ×${(target / 100).toFixed(2)}`, rounds, returnPercent / 100, (round) => {
    const crashPoint = drawCrashPoint(flightSecret(fairnessKey, round), `player ${round}`);
    return crashPoint >= target ? payAt(stake, target) / stake : 0;
  });
}

export const agrees = ({ returned, published, standardError }: Simulation, sigmas = 3.5): boolean =>
  Math.abs(returned - published) <= sigmas * standardError;
