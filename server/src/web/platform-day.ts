import { PLATFORM_DAY_HEADER } from '@palier/shared/contracts';
import type { App } from '../http/app-type';

const DAY_MS = 86_400_000;

/** Adds the platform day (decision 0073) to all answers of `api`. */
export function announcePlatformDay(api: App, timeZone: string): void {
  const platformDayAt = createPlatformDay(timeZone);
  // When the answer leaves, because a page counts the rest of the day from its arrival.
  api.addHook('onSend', (_request, reply, payload, done) => {
    void reply.header(PLATFORM_DAY_HEADER, platformDayAt(Date.now()));
    done(null, payload);
  });
}

/** Returns the value of the header at a moment. The borders of a day are computed once. */
export function createPlatformDay(timeZone: string): (nowMs: number) => string {
  const localTime = createLocalTime(timeZone);
  let day = dayAt(localTime, Date.now());
  return (nowMs) => {
    if (nowMs < day.startMs || nowMs >= day.endMs) day = dayAt(localTime, nowMs);
    return `${day.date};ends-in=${Math.ceil((day.endMs - nowMs) / 1_000)}`;
  };
}

/** The local date-time of a moment, to the second, as the moment at which UTC has that date-time. */
export type LocalTime = (momentMs: number) => number;

/** By the rules of time zones that Node has. */
export function createLocalTime(timeZone: string): LocalTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (momentMs) => {
    const parts = new Map(format.formatToParts(momentMs).map(({ type, value }) => [type, Number(value)]));
    const read = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? NaN;
    return Date.UTC(
      read('year'),
      read('month') - 1,
      read('day'),
      read('hour'),
      read('minute'),
      read('second'),
    );
  };
}

/**
 * The day of a moment, as the SQL function `local_day` has it: an hour that is repeated at midnight belongs
 * to the day before.
 */
function dayAt(localTime: LocalTime, nowMs: number) {
  const midnight = Math.floor(localTime(nowMs) / DAY_MS) * DAY_MS;
  const first = nowMs < startOfDay(localTime, midnight) ? midnight - DAY_MS : midnight;
  return {
    date: new Date(first).toISOString().slice(0, 10),
    startMs: startOfDay(localTime, first),
    endMs: startOfDay(localTime, first + DAY_MS),
  };
}

/**
 * The moment at which a local midnight comes, as PostgreSQL has it: the later one if it comes twice; if it is
 * skipped, the moment at which the clock goes on.
 */
function startOfDay(localTime: LocalTime, midnight: number): number {
  const atOffsetOf = (momentMs: number): number => midnight - (localTime(momentMs) - momentMs);
  const before = atOffsetOf(midnight - 2 * DAY_MS);
  const after = atOffsetOf(midnight + 2 * DAY_MS);
  const midnights = [before, after].filter((momentMs) => localTime(momentMs) === midnight);
  return midnights.length === 0 ? before : Math.max(...midnights);
}
