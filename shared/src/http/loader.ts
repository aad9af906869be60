import { useSyncExternalStore } from 'react';
import { BehaviorSubject } from '../rxjs';

const pending$$ = new BehaviorSubject(0);

/** Number of calls in flight; the loader overlay shows while it is above zero (spec §3, §4). */
export const pendingCalls$ = pending$$.asObservable();

export const callStarted = (): void => pending$$.next(pending$$.value + 1);
export const callEnded = (): void => pending$$.next(Math.max(0, pending$$.value - 1));

const subscribe = (onChange: () => void): (() => void) => {
  const subscription = pendingCalls$.subscribe(onChange);
  return () => subscription.unsubscribe();
};

/** The spec's loader state, `isLoading`. */
export const useIsLoading = (): boolean => useSyncExternalStore(subscribe, () => pending$$.value > 0);
