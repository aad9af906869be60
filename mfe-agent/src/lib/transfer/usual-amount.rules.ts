/** Fewer movements say nothing about what is usual. */
const LEAST_MOVEMENTS = 3;

/**
 * The median of the recent amounts, when `amount` may be a slip: ten times that median, or one of them with a zero more and above them
 * all. Else null.
 */
export function usualAmount(amount: number, recent: readonly number[]): number | null {
  if (recent.length < LEAST_MOVEMENTS) return null;
  const sorted = [...recent].sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const hasZeroMore = recent.includes(amount / 10) && amount > Math.max(...recent);
  return amount >= 10 * median || hasZeroMore ? median : null;
}
