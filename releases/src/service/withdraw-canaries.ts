import { setTimeout as wait } from 'node:timers/promises';
import { readReports } from '../canary-state';
import { readRegistry, type Store } from '../store';
import type { RunReleaseCommand } from './run-release-command';
import { addAuditEntry } from './token.repository';

/** A worse canary is withdrawn within a minute after its 20th report. */
const CHECK_PAUSE_MS = 15_000;
/** The name in the audit and in the history of the store. No token can have it. */
export const CANARY_WATCH = 'canary watch';

interface WatchOptions {
  readonly store: Store;
  /**
   * Not behind other commands: the release gate of one may take minutes, and of two changes at once one is
   * refused.
   */
  readonly runCommand: RunReleaseCommand;
}

/**
 * Creates a function that ends each canary that is worse than the active version of its remote. The audit has
 * an entry before and after; of a withdrawal that fails again and again, only those of the first time.
 */
export function createCanaryWatch({ store, runCommand }: WatchOptions): () => Promise<void> {
  const failing = new Set<string>();
  return async () => {
    const { remotes } = await readRegistry(store);
    for (const [remote, released] of Object.entries(remotes)) {
      if (released.canary === null) continue;
      const { active, canary } = await readReports(store, remote, released);
      if (canary?.verdict !== 'worse') continue;
      const { version } = canary.is;
      const reason =
        `${canary.failed} of ${canary.sessions} sessions failed, in ` +
        `${canary.failedNetworks} networks; of the active ${released.active}: ` +
        `${active.failed} of ${active.sessions}.`;
      const call = { token: CANARY_WATCH, address: '', action: 'withdraw', remote, version };
      const isFirst = !failing.has(`${remote} ${version}`);
      if (isFirst) await addAuditEntry(store, { ...call, outcome: 'started', detail: reason });
      const { outcome, text } = await runCommand(
        ['canary', remote, version, '--off', `--withdrawn=${reason}`],
        CANARY_WATCH,
      );
      if (outcome === 'done') failing.delete(`${remote} ${version}`);
      else failing.add(`${remote} ${version}`);
      if (isFirst || outcome === 'done')
        await addAuditEntry(store, { ...call, outcome, detail: outcome === 'done' ? reason : text });
    }
  };
}

/**
 * Watches the canaries until the signal aborts. A round that fails is logged, and the next one tries again.
 */
export async function watchCanaries(
  { onError, ...options }: WatchOptions & { readonly onError: (error: unknown) => void },
  signal: AbortSignal,
): Promise<void> {
  const withdrawWorse = createCanaryWatch(options);
  while (!signal.aborted) {
    await withdrawWorse().catch(onError);
    await wait(CHECK_PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}
