import { createHash, createHmac } from 'node:crypto';

/** A multiplier in whole hundredths: 137 is × 1.37. */
export type Hundredths = number;

/** The published return to the player, the same for every cash-out target. */
export const returnPercent = 97;

/** A cash-out requested below this multiplier pays this multiplier. */
export const lowestCashOut: Hundredths = 101;

/** Every flight that reaches this multiplier is cashed out. */
export const highestMultiplier: Hundredths = 100_000;

/** Whole dinars, so that no multiplier pays a fraction of a cent. */
export const crashStakesMillimes = [1000, 2000, 5000, 10000, 20000] as const;

export const payAt = (stakeMillimes: number, multiplier: Hundredths): number =>
  (stakeMillimes / 100) * multiplier;

const drawSpace = 1n << 52n;

/**
 * Maps a draw out of 2^52 to a crash point such that every multiplier m is reached with probability
 * `returnPercent` / m.
 */
export function crashPointOf(draw: bigint): Hundredths {
  const survived = (BigInt(returnPercent) * drawSpace) / (draw + 1n);
  if (survived >= BigInt(highestMultiplier)) return highestMultiplier;
  return Math.max(100, Number(survived));
}

/**
 * The secret of a session's `number`-th flight, as 64 hexadecimal digits. Published secrets reveal no other
 * secret.
 */
export const flightSecret = (fairnessKey: string, number: number): string =>
  createHmac('sha256', fairnessKey).update(`flight ${number}`).digest('hex');

/** The commitment to a secret, published before the stake: fixes the secret without revealing it. */
export const commitmentTo = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * The crash point: the first 52 bits of HMAC-SHA-256 of the player's number, keyed by the secret. The secret
 * is committed to before the page draws the number, so neither side can choose the outcome.
 */
export function drawCrashPoint(secret: string, playerNumber: string): Hundredths {
  const digest = createHmac('sha256', secret).update(playerNumber).digest('hex');
  return crashPointOf(BigInt(`0x${digest.slice(0, 13)}`));
}
