export const DAY_MS = 86_400_000;

/** The day of a moment in UTC. */
export const toDay = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10);

/**
 * The day `count` days after `day`, both YYYY-MM-DD. Counted in UTC, because in the device's zone a day may
 * be absent or have no midnight.
 */
export const addDays = (day: string, count: number): string => toDay(Date.parse(day) + count * DAY_MS);

/** Whether `text` is an existing day, YYYY-MM-DD. Some browsers parse 30 February as 2 March. */
export function isDay(text: string | null): text is string {
  const utcMs = text === null ? NaN : Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(utcMs) && toDay(utcMs) === text;
}
