/**
 * The pause that a vendor asks for, in milliseconds: seconds as a number or a text, or a date of HTTP, which
 * counts from the answer's own `Date`, because clocks differ. 0 where it asks for none.
 */
export function readRetryAfterMs(asked: unknown, answeredAt: string | null = null): number {
  if (typeof asked !== 'string' && typeof asked !== 'number') return 0;
  const seconds = Number(asked);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const until = Date.parse(String(asked));
  const now = Date.parse(answeredAt ?? '');
  return Number.isNaN(until) ? 0 : Math.max(0, until - (Number.isNaN(now) ? Date.now() : now));
}
