import { createCrashMemory } from './crash-memory';
import { createRemoteLoader, type RemoteLoader, type RemoteLoaderOptions } from './remote-loader';

/** A loader on the federation and registry of the test, without links, reports and reloads. */
export const createTestLoader = (
  options: Pick<RemoteLoaderOptions, 'federation' | 'readRegistry'> & Partial<RemoteLoaderOptions>,
): RemoteLoader =>
  createRemoteLoader({
    linkFiles: () => undefined,
    discardFailedLoad: () => Promise.resolve(),
    canaryFor: () => Promise.resolve(null),
    crashes: createCrashMemory(),
    report: () => undefined,
    mounted: () => undefined,
    reload: () => undefined,
    ...options,
  });
