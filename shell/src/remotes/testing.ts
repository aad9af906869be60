import { createCrashMemory } from './crash-memory';
import { createRemoteLoader, type RemoteLoader, type RemoteLoaderOptions } from './remote-loader';

/** A loader whose federation and registry are the test's; nothing is linked, refreshed, reported or opened again. */
export const createTestLoader = (
  options: Pick<RemoteLoaderOptions, 'federation' | 'readRegistry'> & Partial<RemoteLoaderOptions>,
): RemoteLoader =>
  createRemoteLoader({
    linkFiles: () => undefined,
    discardFailedLoad: () => Promise.resolve(),
    canaryFor: () => Promise.resolve(null),
    crashes: createCrashMemory(),
    report: () => undefined,
    reload: () => undefined,
    ...options,
  });
