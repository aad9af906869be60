import { startFederation } from './federation';
import { linkFiles } from './link-files';
import { fetchRegistry, inlinedRegistry, type Registry } from './registry';
import { createRemoteLoader, type RemoteLoader } from './remote-loader';

/** The page's remote loader: the registry of the page or of the host, and the federation runtime. */
export function startRemotes(): RemoteLoader {
  let registry: Promise<Registry> | null = null;
  const integrities = new Map<string, string>();

  function remember(read: Registry): Registry {
    for (const remote of Object.values(read)) {
      for (const { entry, integrity } of Object.values(remote.versions)) {
        if (typeof integrity === 'string') integrities.set(absolute(entry), integrity);
      }
    }
    return read;
  }

  const readAtStart = async (): Promise<Registry> => inlinedRegistry() ?? (await fetchRegistry());

  /** Keeps what was read; a failure is not kept, so the next screen asks again. */
  function read(source: () => Promise<Registry>): Promise<Registry> {
    const reading = source().then(remember);
    registry = reading;
    reading.catch(() => {
      if (registry === reading) registry = null;
    });
    return reading;
  }

  return createRemoteLoader({
    federation: startFederation((url) => integrities.get(absolute(url))),
    readRegistry({ isAgain }) {
      const before = registry;
      if (!isAgain) return before ?? read(readAtStart);
      // A host that cannot say what is new now leaves us with what it said before.
      return read(() => fetchRegistry().catch((error) => before ?? Promise.reject(error as Error)));
    },
    linkFiles,
  });
}

/** An address without its query, so that an entry asked again still has its hash. */
const absolute = (address: string): string => {
  const url = new URL(address, window.location.href);
  return url.origin + url.pathname;
};
