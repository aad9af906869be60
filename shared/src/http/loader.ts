import { useSyncExternalStore } from 'react';
import { BehaviorSubject, changesOf } from '../rxjs';

/** Number of calls in flight that are not quiet; the loader overlay shows while the number is above zero. */
const pending$$ = new BehaviorSubject(0);

export const callStarted = (): void => pending$$.next(pending$$.value + 1);
export const callEnded = (): void => pending$$.next(pending$$.value - 1);

const subscribe = changesOf(pending$$);

/** Whether a call is in flight that is not quiet. */
export const useIsLoading = (): boolean => useSyncExternalStore(subscribe, () => pending$$.value > 0);
