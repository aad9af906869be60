import { createHash, createHmac } from 'node:crypto';

/** Multipliers are whole hundredths throughout: 137 is × 1.37. */
export type Hundredths = number;

/** The published return, in percent: the same whatever the player aims at. */
export const returnPercent = 97;

/** The lowest multiplier that can be cashed out; asked for sooner, it is waited for. */
export const lowestCashOut: Hundredths = 101;

/** The multiplier at which every flight still up is cashed out. */
export const highestMultiplier: Hundredths = 100_000;

/** Stakes on offer, in millimes: whole dinars, so that no multiplier pays a part of a cent. */
export const crashStakesMillimes = [1000, 2000, 5000, 10000, 20000] as const;

/** What a cash-out at `multiplier` pays. Exact: stakes are whole dinars. */
export const payAt = (stakeMillimes: number, multiplier: Hundredths): number =>
  (stakeMillimes / 100) * multiplier;

const drawSpace = 1n << 52n;

/**
 * The multiplier that a draw out of 2^52 survives to: the chance to reach m is `returnPercent` / m for every m on offer,
 * so a stake returns `returnPercent` whatever the target.
 */
export function crashPointOf(draw: bigint): Hundredths {
  const survived = (BigInt(returnPercent) * drawSpace) / (draw + 1n);
  if (survived >= BigInt(highestMultiplier)) return highestMultiplier;
  return Math.max(100, Number(survived));
}

/** The secret of a session's `number`-th flight, as 64 hexadecimal digits. Knowing one tells nothing of another. */
export const flightSecret = (fairnessKey: string, number: number): string =>
  createHmac('sha256', fairnessKey).update(`flight ${number}`).digest('hex');

/** What is shown before the stake: it fixes the secret without telling it. */
export const commitmentTo = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * Where a flight ends: the first 52 bits of HMAC-SHA-256 of the player's number under the secret. The secret was
 * committed to before the player's page drew its number, so neither side can choose the outcome.
 */
export function drawCrashPoint(secret: string, playerNumber: string): Hundredths {
  const digest = createHmac('sha256', secret).update(playerNumber).digest('hex');
  return crashPointOf(BigInt(`0x${digest.slice(0, 13)}`));
}
