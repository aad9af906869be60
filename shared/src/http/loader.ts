import { useSyncExternalStore } from 'react';
import { BehaviorSubject, changesOf } from '../rxjs';

/** Number of calls in flight; the loader overlay shows while it is above zero (sections 3 and 4 of docs/spec-coverage.md). */
const pending$$ = new BehaviorSubject(0);

export const callStarted = (): void => pending$$.next(pending$$.value + 1);
export const callEnded = (): void => pending$$.next(Math.max(0, pending$$.value - 1));

const subscribe = changesOf(pending$$);

/** The spec's loader state, `isLoading`. */
export const useIsLoading = (): boolean => useSyncExternalStore(subscribe, () => pending$$.value > 0);
