import { createCrashMemory } from './crash-memory';
import type { RegisteredRemote, Registry } from './registry';
import { createRemoteLoader, type RemoteLoader, type RemoteLoaderOptions } from './remote-loader';

export const registryOf = (
  remotes: Readonly<Record<string, RegisteredRemote>>,
  overrideOrigins: readonly string[] = [],
): Registry => ({ remotes, described: remotes, overrideOrigins });

/** A loader on the federation and registry of the test, without links, reports and reloads. */
export const createTestLoader = (
  options: Pick<RemoteLoaderOptions, 'federation' | 'readRegistry'> & Partial<RemoteLoaderOptions>,
): RemoteLoader =>
  createRemoteLoader({
    inlined: null,
    linkFiles: () => undefined,
    discardFailedLoad: () => Promise.resolve(),
    canaryFor: () => Promise.resolve(null),
    menusFor: () => Promise.resolve([]),
    crashes: createCrashMemory(),
    report: () => undefined,
    mounted: () => undefined,
    reload: () => undefined,
    ...options,
  });
