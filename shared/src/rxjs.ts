/**
 * Singleton of the page: the names of rxjs that Palier uses. A shared package is not tree-shaken, so each
 * name has a cost.
 */
import type { Observable } from 'rxjs';

export { BehaviorSubject, Subject } from 'rxjs';

/** Adapts a stream to the `subscribe` argument of `useSyncExternalStore`. */
export const changesOf =
  (stream$: Observable<unknown>) =>
  (onChange: () => void): (() => void) => {
    const subscription = stream$.subscribe(onChange);
    return () => subscription.unsubscribe();
  };
