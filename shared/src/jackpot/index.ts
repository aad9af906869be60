/** Singleton of the page: the jackpot counters. */
import { useEffect, useSyncExternalStore } from 'react';
import { bus } from '../bus';
import { jackpotCountersSchema, type JackpotCounters } from '../contracts';
import { http, logIgnored } from '../http';
import { BehaviorSubject, changesOf } from '../rxjs';

/** The three tiers from the smallest, with their labels and fields (section 3 of docs/spec-coverage.md). */
export const JACKPOT_TIERS = [
  { tier: 'bronze', label: 'Bronze', counter: 'bronzeCounter' },
  { tier: 'silver', label: 'Argent', counter: 'silverCounter' },
  { tier: 'gold', label: 'Or', counter: 'goldCounter' },
] as const;

const NO_COUNTERS: JackpotCounters = { bronzeCounter: 0, silverCounter: 0, goldCounter: 0 };

/** The counters in TND, null until they are known. Written by this module only. */
const counters$$ = new BehaviorSubject<JackpotCounters | null>(null);

let followers = 0;
let stopReading = (): void => undefined;

/** Reads the counters, then follows the events of the socket; returns a function that stops. */
function startReading(): () => void {
  const reading = new AbortController();
  const isKnown = (): boolean => counters$$.value !== null;
  void http
    .get('/jackpot/counters', jackpotCountersSchema, { quiet: true, signal: reading.signal })
    .catch((error: unknown) => {
      // Only logged, with zeros as the fallback (section 8 of docs/spec-coverage.md).
      if (!reading.signal.aborted) logIgnored(error, 'jackpot counters not fetched');
      return NO_COUNTERS;
    })
    .then((read) => {
      // Counters from the socket are newer than this answer.
      if (!reading.signal.aborted && !isKnown()) counters$$.next(read);
    });
  const stopListening = bus.on('jackpot/counted', (counted) => counters$$.next(counted));
  return () => {
    reading.abort();
    stopListening();
    counters$$.next(null);
  };
}

/** The first component starts the reading, the last one stops it. */
function follow(): () => void {
  followers += 1;
  if (followers === 1) stopReading = startReading();
  return () => {
    followers -= 1;
    if (followers === 0) stopReading();
  };
}

const subscribe = changesOf(counters$$);

/** The jackpot counters in a component, in TND; null until they are known. */
export function useJackpotCounters(): JackpotCounters | null {
  useEffect(follow, []);
  return useSyncExternalStore(subscribe, () => counters$$.value);
}
