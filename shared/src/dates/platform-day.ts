import { useSyncExternalStore } from 'react';
import { changesOf, Subject } from '../rxjs';
import { addDays, DAY_MS, toDay } from './day';

/** How often a screen checks whether the day has ended. */
const CHECK_MS = 20_000;

/**
 * The day of the latest answer, what was left of it, and the arrival of the answer on both clocks of the
 * device.
 */
interface ReportedDay {
  readonly day: string;
  readonly leftMs: number;
  readonly monotonicMs: number;
  readonly deviceMs: number;
}

let reported: ReportedDay | null = null;
const reported$ = new Subject<void>();

/**
 * Takes the day from the header `x-platform-day` of an answer. Ignores an answer without it, which a proxy
 * has given.
 */
export function readPlatformDay(header: unknown): void {
  const [, day, leftS] = /^(\d{4}-\d\d-\d\d);ends-in=(\d+)$/.exec(String(header)) ?? [];
  if (day === undefined) return;
  reported = {
    day,
    leftMs: Number(leftS) * 1_000,
    monotonicMs: performance.now(),
    deviceMs: Date.now(),
  };
  reported$.next();
}

/**
 * The platform day, YYYY-MM-DD: the current day in the server's TIME_ZONE by the server's clock, as the
 * latest answer reported it (decision 0073). Before the first answer, the device's day.
 */
export function platformDay(): string {
  if (reported === null) return deviceDay();
  const { day, leftMs, monotonicMs, deviceMs } = reported;
  // The monotonic clock may stand still while a laptop sleeps, and the device's clock may be set back.
  const elapsedMs = Math.max(performance.now() - monotonicMs, Date.now() - deviceMs);
  return elapsedMs < leftMs ? day : addDays(day, 1 + Math.floor((elapsedMs - leftMs) / DAY_MS));
}

function deviceDay(): string {
  const now = new Date();
  return toDay(now.getTime() - now.getTimezoneOffset() * 60_000);
}

const onAnswer = changesOf(reported$);

/**
 * `onChange` may find the same day, which renders nothing. A sleeping or hidden page runs no timer, so the
 * day is also checked when it shows.
 */
function subscribe(onChange: () => void): () => void {
  const ignoreAnswers = onAnswer(onChange);
  const timer = setInterval(onChange, CHECK_MS);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    ignoreAnswers();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}

/** The platform day of a component, which is rendered again when the day changes. */
export const usePlatformDay = (): string => useSyncExternalStore(subscribe, platformDay);
