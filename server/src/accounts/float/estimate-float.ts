/** What is known about an agent's giving. Amounts in TND. */
export interface FloatHistory {
  /** The agent's own balance now. */
  readonly balance: number;
  /** Local minutes since midnight, below 1440. */
  readonly nowMinute: number;
  /**
   * The last four same weekdays, the oldest first. Each has the net outflow of its local hours, 24 numbers:
   * what was given to direct sub-accounts minus what was taken back. Null where the account did not exist.
   */
  readonly days: readonly (readonly number[] | null)[];
  /** The net outflow of today's local hours so far; the last one covers the running hour up to now. */
  readonly today: readonly number[];
}

const ROUNDED_TO_MINUTES = 10;
const LAST_MINUTE = 1_430;
/** Below this part of the median day, a day counts as closed. */
const LEAST_PART_OF_DAY = 0.25;
/** With fewer open days nothing is known about how they differ. */
const LEAST_DAYS = 3;
/**
 * The part of a usual day that is added to both sides of the ratio « today so far to a usual day so far »: in
 * the morning a ratio of two small sums says little.
 */
const ADDED_PART = 0.3;
/**
 * An estimate is shown while its doubt is at most this: the error of the estimates for the past days (root
 * mean square, in minutes) and a fifth of the time until the end.
 */
const MOST_DOUBT_MINUTES = 85;
const DOUBT_OF_TIME = 0.2;
/** Stands for the end of a day that the balance outlasts. */
const AFTER_MIDNIGHT = 1_500;

type Hours = readonly number[];

const sum = (numbers: Hours): number => numbers.reduce((total, one) => total + one, 0);
const meanOf = (numbers: Hours): number => sum(numbers) / numbers.length;

function medianOf(numbers: Hours): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const [below, above] = [sorted.at((sorted.length - 1) / 2), sorted.at(sorted.length / 2)];
  return ((below ?? 0) + (above ?? 0)) / 2;
}

/** The hours of a day with what is left of each after a minute; an hour's outflow is spread evenly. */
function restOf(day: Hours, minute: number): number[] {
  const running = Math.floor(minute / 60);
  return day.map((outflow, hour) => {
    if (hour < running) return 0;
    return hour === running ? (outflow * (60 - (minute % 60))) / 60 : outflow;
  });
}

/** The outflow of a day up to a minute; more taken back than given counts as nothing. */
const soFarOf = (day: Hours, minute: number): number => Math.max(sum(day) - sum(restOf(day, minute)), 0);

/** The minute at which the rest of a day has used up the balance; null where it lasts the day. */
function endOf(rest: Hours, balance: number, minute: number): number | null {
  let left = balance;
  for (const [hour, outflow] of rest.entries()) {
    const begin = Math.max(hour * 60, minute);
    if (outflow > 0 && outflow >= left) return begin + (((hour + 1) * 60 - begin) * left) / outflow;
    left -= outflow;
  }
  return null;
}

/** A day that has come as far as `minute`, with what is in hand then. */
interface Moment {
  readonly soFar: number;
  readonly balance: number;
  readonly minute: number;
}

/** The rest of a day as the mean of the past days, brought to the level of this one. */
function project(days: readonly Hours[], { soFar, balance, minute }: Moment) {
  const usual = medianOf(days.map(sum));
  const added = ADDED_PART * usual;
  const partSoFar = meanOf(days.map((day) => soFarOf(day, minute) / sum(day)));
  const total = (usual * (soFar + added)) / (partSoFar * usual + added);
  const rests = days.map((day) => restOf(day, minute).map((outflow) => (outflow * total) / sum(day)));
  const rest = rests[0]!.map((_, hour) => meanOf(rests.map((one) => one[hour] ?? 0)));
  return { total, needed: sum(rest), end: endOf(rest, balance, minute) };
}

/** How far the other days would have been off for each past day with the same part of it in hand. */
function errorOf(days: readonly Hours[], partInHand: number, minute: number): number {
  const errors = days.map((day, index) => {
    const others = days.filter((_, other) => other !== index);
    const balance = partInHand * sum(day);
    const { end } = project(others, { soFar: soFarOf(day, minute), balance, minute });
    const trueEnd = endOf(restOf(day, minute), balance, minute);
    return (end ?? AFTER_MIDNIGHT) - (trueEnd ?? AFTER_MIDNIGHT);
  });
  return Math.sqrt(meanOf(errors.map((error) => error * error)));
}

/** The days on which the agent was open. */
function openDaysOf(days: FloatHistory['days']): Hours[] {
  const known = days.filter((day) => day !== null);
  const usual = medianOf(known.map(sum).filter((total) => total > 0));
  return known.filter((day) => sum(day) > usual * LEAST_PART_OF_DAY);
}

/** The end of a balance today. */
export interface FloatEstimate {
  /** Local minutes since midnight, rounded to ten minutes. */
  readonly endMinute: number;
  /** What is needed beyond the balance until midnight, in TND. */
  readonly missing: number;
}

/**
 * When the balance is used up today at the pace of the last four same weekdays and of today so far. Null
 * where it lasts the day, or where the data does not carry an estimate: too few open days, or days of which
 * the others would have told the end badly, the more so the longer the balance lasts.
 */
export function estimateFloat({ balance, nowMinute, days, today }: FloatHistory): FloatEstimate | null {
  const open = openDaysOf(days);
  if (open.length < LEAST_DAYS || balance <= 0) return null;
  const now = { soFar: Math.max(sum(today), 0), balance, minute: nowMinute };
  const { total, needed, end } = project(open, now);
  if (end === null) return null;
  const doubt = errorOf(open, balance / total, nowMinute) + DOUBT_OF_TIME * (end - nowMinute);
  if (doubt > MOST_DOUBT_MINUTES) return null;
  const rounded = Math.round(end / ROUNDED_TO_MINUTES) * ROUNDED_TO_MINUTES;
  return { endMinute: Math.min(rounded, LAST_MINUTE), missing: Math.max(needed - balance, 0) };
}

/** The minute of `estimateFloat`. */
export const estimateFloatEnd = (history: FloatHistory): number | null =>
  estimateFloat(history)?.endMinute ?? null;
