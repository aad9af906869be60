import type { RemoteLoader } from './remote-loader';
import type { RemoteFailure } from './report-failure';

/**
 * A freeze of the page, attributed to the remote on screen: browsers do not say whose code inside React was
 * running.
 */
export function attributeFreeze(loader: RemoteLoader, durationMs: number): RemoteFailure | null {
  const remote = document.querySelector<HTMLElement>('[data-remote]')?.dataset.remote;
  const state = remote === undefined ? undefined : loader.stateOf(remote);
  if (remote === undefined || state?.status !== 'ready') return null;
  const { version } = state;
  const reason = `the page stood still for ${Math.round(durationMs / 1_000)} s`;
  console.warn(`remotes: on ${remote} ${version} ${reason}`);
  return { remote, version, stage: 'handler', reason };
}
