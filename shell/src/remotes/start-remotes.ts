import { currentUser } from '@palier/shared/session';
import { createCrashMemory } from './crash-memory';
import { startFederation } from './federation';
import { linkFiles } from './link-files';
import { hasDeveloperTools } from './override-storage';
import { fetchRegistry, inlinedRegistry, type Registry } from './registry';
import { createRemoteLoader, type RemoteLoader } from './remote-loader';
import { watchFailures, type WithRecovery } from './watch-failures';

/** One user in ten reports without a canary; the server counts no others. */
const SAMPLED_USERS = 10;

/** Calls `use` with the recovery chunk; the result is `fallback` when the chunk cannot be loaded. */
const withRecovery: WithRecovery = (use, fallback) => import('./recovery').then(use, () => fallback);

export function startRemotes(): RemoteLoader {
  const inlined = inlinedRegistry();
  let registry: Promise<Registry> | null = null;
  const integrities = new Map<string, string>();

  async function complete(read: Registry): Promise<Registry> {
    const applied = hasDeveloperTools() ? await applyOverrides(read) : read;
    for (const { versions } of Object.values(applied.remotes))
      for (const { integrity } of Object.values(versions))
        for (const [address, hash] of Object.entries(integrity)) integrities.set(absolute(address), hash);
    return applied;
  }

  async function applyOverrides(read: Registry): Promise<Registry> {
    const developer = await import('../developer');
    developer.watchLoads(loader, read);
    return developer.applyOverrides(read);
  }

  const readAtStart = async (): Promise<Registry> => inlined ?? (await fetchRegistry());

  /** Keeps the registry; after a failure the next screen reads again. */
  function read(source: () => Promise<Registry>): Promise<Registry> {
    const reading = source().then(complete);
    registry = reading;
    reading.catch(() => {
      if (registry === reading) registry = null;
    });
    return reading;
  }

  const loader = createRemoteLoader({
    inlined,
    federation: startFederation((url) => integrities.get(absolute(url))),
    readRegistry({ isAgain }) {
      const before = registry;
      if (!isAgain) return before ?? read(readAtStart);
      // When the host does not answer, the registry read before is used.
      return read(() => fetchRegistry().catch((error) => before ?? Promise.reject(error as Error)));
    },
    linkFiles,
    discardFailedLoad: (version) =>
      withRecovery(({ discardFailedLoad }) => discardFailedLoad(version), undefined),
    canaryFor: async (name, remote) =>
      remote.canary === null ? null : withRecovery(({ canaryFor }) => canaryFor(name, remote), null),
    menusFor: async ({ remotes }) =>
      Object.values(remotes).every(({ canary }) => canary === null)
        ? []
        : withRecovery(({ menusFor }) => menusFor(remotes), []),
    crashes: createCrashMemory(),
    report: (failure) => void withRecovery(({ reportFailure }) => reportFailure(failure), undefined),
    mounted(name, version, hasCanary) {
      if (hasCanary || (currentUser()?.id ?? 1) % SAMPLED_USERS === 0)
        import('./measure').then(({ reportMount }) => reportMount(name, version)).catch(() => undefined);
    },
    reload: () => window.location.reload(),
  });
  watchFailures(loader, withRecovery);
  return loader;
}

/**
 * The absolute address without the query, which only a retry adds: the hash of an entry is listed without a
 * query.
 */
const absolute = (address: string): string => {
  const url = new URL(address, window.location.href);
  return url.origin + url.pathname;
};
