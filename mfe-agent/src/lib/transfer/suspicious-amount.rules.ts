/** Fewer movements say nothing about what is usual. */
const LEAST_MOVEMENTS = 3;

/**
 * The median of the recent amounts if `amount` may be a typing error: at least ten times the median, or exactly ten times a recent amount
 * and above all of them. Otherwise null.
 */
export function medianIfSuspicious(amount: number, recent: readonly number[]): number | null {
  if (recent.length < LEAST_MOVEMENTS) return null;
  const sorted = [...recent].sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const hasZeroMore = recent.includes(amount / 10) && amount > Math.max(...recent);
  return amount >= 10 * median || hasZeroMore ? median : null;
}
