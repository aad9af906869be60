import type * as RecoveryModule from './recovery';
import type { RemoteLoader } from './remote-loader';
import type { RemoteFailure } from './report-failure';

/** A main-thread task of this length counts as a freeze. */
const FREEZE_MS = 2_000;

/** The chunk with the code for canaries and for failures. */
type Recovery = typeof RecoveryModule;

export type WithRecovery = <Result>(
  use: (recovery: Recovery) => Result | Promise<Result>,
  fallback: Result,
) => Promise<Result>;

/** Reports uncaught errors and freezes of remotes, for which no error boundary exists. */
export function watchFailures(loader: RemoteLoader, withRecovery: WithRecovery): void {
  const report = (failureOf: (recovery: Recovery) => RemoteFailure | null): void =>
    void withRecovery((recovery) => {
      const failure = failureOf(recovery);
      if (failure !== null) recovery.reportFailure(failure);
    }, undefined);
  const onError = (error: unknown, place: string): void =>
    report(({ uncaughtErrorOf }) => uncaughtErrorOf(error, place));

  window.addEventListener('error', ({ error, filename }) => onError(error, filename));
  window.addEventListener('unhandledrejection', ({ reason }) => onError(reason, ''));
  if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) return;
  new PerformanceObserver((list) => {
    const longestMs = Math.max(...list.getEntries().map(({ duration }) => duration));
    if (longestMs >= FREEZE_MS) report(({ attributeFreeze }) => attributeFreeze(loader, longestMs));
  }).observe({ type: 'longtask' });
}
