import { createRegistryFile } from '@palier/server/remotes';

/** A release store without keys, as `serveStaticFiles` takes it. */
export const unsignedStore = (remotesRoot: string) => ({
  readRegistry: createRegistryFile({
    database: { query: () => Promise.reject(new Error('a store without keys needs no database')) },
    remotesRoot,
    trustedKeys: [],
    log: { warn: () => undefined },
  }),
  isAsSigned: () => Promise.resolve(true),
});
