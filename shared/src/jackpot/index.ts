import { useEffect, useSyncExternalStore } from 'react';
import { bus } from '../bus';
import { jackpotCountersSchema, type JackpotCounters } from '../contracts';
import { http, logIgnored } from '../http';
import { BehaviorSubject, changesOf } from '../rxjs';

/**
 * The three tiers as the page names them, the smallest first, and where each stands among the counters (section 3 of
 * docs/spec-coverage.md).
 */
export const JACKPOT_TIERS = [
  { tier: 'bronze', label: 'Bronze', counter: 'bronzeCounter' },
  { tier: 'silver', label: 'Argent', counter: 'silverCounter' },
  { tier: 'gold', label: 'Or', counter: 'goldCounter' },
] as const;

const NO_COUNTERS: JackpotCounters = { bronzeCounter: 0, silverCounter: 0, goldCounter: 0 };

/** The counters in TND, null until they are known; their one writer is this module. */
const counters$$ = new BehaviorSubject<JackpotCounters | null>(null);

let followers = 0;
let stopReading = (): void => undefined;

/** Reads the counters once, then follows the socket; returns the function that stops. */
function startReading(): () => void {
  const reading = new AbortController();
  const isKnown = (): boolean => counters$$.value !== null;
  void http
    .get('/jackpot/counters', jackpotCountersSchema, { quiet: true, signal: reading.signal })
    .catch((error: unknown) => {
      // Section 8 of docs/spec-coverage.md: only logged, and the counters fall back to zeros.
      if (!reading.signal.aborted) logIgnored(error, 'jackpot counters not fetched');
      return NO_COUNTERS;
    })
    .then((read) => {
      // Counters that the socket has sent since are newer than this answer.
      if (!reading.signal.aborted && !isKnown()) counters$$.next(read);
    });
  const stopListening = bus.on('jackpot/counted', (counted) => counters$$.next(counted));
  return () => {
    reading.abort();
    stopListening();
    counters$$.next(null);
  };
}

/** However many components show the counters, they are read once. */
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
