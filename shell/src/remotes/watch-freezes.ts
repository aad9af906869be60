import { REMOTE_NAMES } from './registry';
import type { RemoteLoader } from './remote-loader';
import type { RemoteFailure } from './report-failure';

/** A page that does not answer for so long is reported. */
const FREEZE_MS = 2_000;

/**
 * Reports a remote on whose screen the page stood still. Whose code it was no browser tells once it runs inside React, and
 * only some tell that it happened.
 */
export function watchFreezes(loader: RemoteLoader, report: (failure: RemoteFailure) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) return;
  new PerformanceObserver((list) => {
    const longestMs = Math.max(...list.getEntries().map(({ duration }) => duration));
    if (longestMs < FREEZE_MS) return;
    const remote = REMOTE_NAMES.find((name) => document.querySelector(`[data-remote="${name}"]`) !== null);
    const state = remote === undefined ? undefined : loader.stateOf(remote);
    if (remote === undefined || state?.status !== 'ready') return;
    const { version } = state;
    const reason = `the page stood still for ${Math.round(longestMs / 1_000)} s`;
    console.warn(`remotes: on ${remote} ${version} ${reason}`);
    report({ remote, version, stage: 'handler', reason });
  }).observe({ type: 'longtask' });
}
