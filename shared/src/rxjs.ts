import type { Observable } from 'rxjs';

/** The narrow facade over rxjs: a shared package is not tree-shaken, so only what Palier uses is named here. */
export { BehaviorSubject, Subject } from 'rxjs';

/** A stream as `useSyncExternalStore` subscribes to it. */
export const changesOf =
  (stream$: Observable<unknown>) =>
  (onChange: () => void): (() => void) => {
    const subscription = stream$.subscribe(onChange);
    return () => subscription.unsubscribe();
  };
