import type { RemoteName } from './registry';

/** Where it failed: while loading, while rendering, in a handler or promise of its own, or a screen it does not have. */
export type FailureStage = 'load' | 'render' | 'handler' | 'screen';

export interface RemoteFailure {
  readonly remote: RemoteName;
  readonly version: string;
  readonly stage: FailureStage;
  readonly reason: unknown;
}

const REPORTS_PER_PAGE = 10;
const REASON_LENGTH = 200;

function textOf(reason: unknown): string {
  try {
    return String(reason).slice(0, REASON_LENGTH);
  } catch {
    // Whatever a remote throws, be it no text at all.
    return typeof reason;
  }
}

/** Tells the server what failed, each thing once and so many times at most; nobody waits for it. */
export function createFailureReporter(): (failure: RemoteFailure) => void {
  const reported = new Set<string>();
  return ({ remote, version, stage, reason }) => {
    const body = JSON.stringify({ remote, version, stage, reason: textOf(reason) });
    if (reported.has(body) || reported.size >= REPORTS_PER_PAGE) return;
    reported.add(body);
    fetch('/api/v1/remotes/failures', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      keepalive: true,
    }).catch(() => undefined);
  };
}

/** The remote whose file stands in an error's place or stack; errors of handlers and promises reach no boundary. */
function remoteIn(text: string): { remote: RemoteName; version: string } | null {
  const [, remote, version] = /\/remotes\/([a-z-]+)\/([\w.+-]+)\//.exec(text) ?? [];
  return remote === undefined || version === undefined ? null : { remote: remote as RemoteName, version };
}

/** Reports what a remote's handlers and promises throw. */
export function watchUncaught(report: (failure: RemoteFailure) => void): void {
  const note = (error: unknown, place: string): void => {
    const found = remoteIn(`${place} ${error instanceof Error ? (error.stack ?? '') : ''}`);
    if (found !== null) report({ ...found, stage: 'handler', reason: error });
  };
  window.addEventListener('error', ({ error, filename }) => note(error, filename));
  window.addEventListener('unhandledrejection', ({ reason }) => note(reason, ''));
}
