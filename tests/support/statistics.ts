/** A duration in milliseconds as text in seconds: "1.2 s". */
export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** The answers by status: "610×200 190×503". */
export function countByStatus(answers: readonly { readonly status: number }[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  const entries = [...counts].sort(([one], [other]) => one - other);
  return entries.map(([status, count]) => `${count}×${status}`).join(' ');
}

/**
 * Two-sided p of the Mann-Whitney rank test by its normal approximation: small when one sample tends to be
 * larger.
 */
export function rankTestP(one: readonly number[], other: readonly number[]): number {
  const ranked = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ].sort((a, b) => a.value - b.value);
  const sum = ranked.reduce((total, { isOne }, index) => total + (isOne ? index + 1 : 0), 0);
  const u = sum - (one.length * (one.length + 1)) / 2;
  const mean = (one.length * other.length) / 2;
  const deviation = Math.sqrt((one.length * other.length * (one.length + other.length + 1)) / 12);
  return 2 * (1 - normalShareBelow(Math.abs(u - mean) / deviation));
}

/** Share of a normal distribution below `z` (Abramowitz and Stegun 26.2.17, error under 1e-7). */
function normalShareBelow(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z);
  const polynomial =
    t *
    (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return 1 - Math.exp((-z * z) / 2) * 0.398_942_28 * polynomial;
}
