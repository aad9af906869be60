import { accessToken } from '@palier/shared/session';

/**
 * Where the remote failed: while loading, while rendering, in a handler or promise, or by lacking the screen.
 */
export type FailureStage = 'load' | 'render' | 'handler' | 'screen';

export interface RemoteFailure {
  readonly remote: string;
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
    return typeof reason;
  }
}

/** Sends failures to the server: equal failures once, and at most ten failures per page. */
export function createFailureReporter(): (failure: RemoteFailure) => void {
  const reported = new Set<string>();
  return ({ remote, version, stage, reason }) => {
    const body = JSON.stringify({ remote, version, stage, reason: textOf(reason) });
    if (reported.has(body) || reported.size >= REPORTS_PER_PAGE) return;
    reported.add(body);
    const token = accessToken();
    fetch('/api/v1/remotes/failures', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        // Reports with a token are kept when callers without a token send many.
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      },
      body,
      keepalive: true,
    }).catch(() => undefined);
  };
}

/**
 * The failure behind an uncaught error: remote and version are read from the file names in `place` or the
 * stack. Null for other errors.
 */
export function uncaughtErrorOf(error: unknown, place: string): RemoteFailure | null {
  const text = `${place} ${error instanceof Error ? (error.stack ?? '') : ''}`;
  const [, remote, version] = /\/remotes\/([a-z-]+)\/([\w.+-]+)\//.exec(text) ?? [];
  if (remote === undefined || version === undefined) return null;
  return { remote: remote, version, stage: 'handler', reason: error };
}
