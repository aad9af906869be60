import * as z from 'zod/mini';
import { REMOTE_SCREENS } from '../remote-screens';
import { abortAfter } from './abort-after';
import { parseUrl } from './parse-url';

/** The federation names of the remotes. */
export type RemoteName = (typeof REMOTE_SCREENS)[number]['remote'];
export const REMOTE_NAMES: readonly RemoteName[] = [...new Set(REMOTE_SCREENS.map(({ remote }) => remote))];

const versionSchema = z.object({
  entry: z.string(),
  /** The range of the routes contract that it was built for; a dev server's build does not say. */
  contract: z.optional(z.string()),
  preload: z._default(z.array(z.string()), []),
  styles: z._default(z.array(z.string()), []),
  /** The hash that each of these files must have; only a dev server's build goes without. */
  integrity: z._default(z.record(z.string(), z.string()), {}),
});
export type RemoteVersion = z.infer<typeof versionSchema>;

const remoteSchema = z.object({
  /** The origin that serves its files; absent: the page's own. */
  origin: z.optional(z.string()),
  active: z.string(),
  previous: z._default(z.nullable(z.string()), null),
  canary: z._default(
    z.nullable(z.object({ version: z.string(), percent: z.optional(z.number()) })), // without a percent: for a subtree
    null,
  ),
  versions: z.record(z.string(), versionSchema),
});
export type RegisteredRemote = z.infer<typeof remoteSchema>;

/** The live document of section 8 of docs/design.md; whatever else it carries is not read here. */
const registrySchema = z.object({
  overrideOrigins: z._default(z.array(z.string()), []),
  remotes: z.record(z.string(), z.unknown()),
});

export interface Registry {
  readonly remotes: Partial<Record<RemoteName, RegisteredRemote>>;
  /** Origins from which a developer may replace a remote in the running page. */
  readonly overrideOrigins: readonly string[];
}

const REGISTRY_ADDRESS = '/remotes.json';
const REGISTRY_ELEMENT_ID = 'palier-remotes';
/** Short of the region's own limit: what was read before serves when the host hangs. */
const REGISTRY_LIMIT_MS = 3_000;

/**
 * Reads the registry remote by remote: one that is malformed, or names files that may not run here, is absent and the
 * others stand. Throws when nothing can be read.
 */
export function parseRegistry(document: unknown): Registry {
  const { remotes, overrideOrigins } = registrySchema.parse(document);
  const read: Registry['remotes'] = {};
  for (const name of REMOTE_NAMES) {
    const remote = remoteSchema.safeParse(remotes[name]);
    if (!remote.success) console.error(`remotes: the registry has no usable entry for ${name}`);
    else if (process.env.NODE_ENV === 'production' && !isTrusted(name, remote.data))
      console.error(`remotes: the registry names files for ${name} that may not run here`);
    else read[name] = remote.data;
  }
  return { remotes: read, overrideOrigins };
}

/** Whether every file lies in the remote's own folder, on the page's origin or the remote's, and has a hash. */
function isTrusted(name: RemoteName, { origin, versions }: RegisteredRemote): boolean {
  const origins = [window.location.origin, origin];
  return Object.values(versions).every(({ entry, preload, styles, integrity }) =>
    [entry, ...preload, ...styles].every((address) => {
      const url = parseUrl(address, window.location.href);
      return (
        url !== null &&
        /^https?:$/.test(url.protocol) &&
        origins.includes(url.origin) &&
        url.pathname.startsWith(`/remotes/${name}/`) &&
        /^sha\d+-./.test(integrity[address] ?? '')
      );
    }),
  );
}

/** The registry the server wrote into the page; null when a plain host serves it without. */
export function inlinedRegistry(): Registry | null {
  const text = document.getElementById(REGISTRY_ELEMENT_ID)?.textContent;
  if (text === undefined || text === null || text.trim() === '') return null;
  try {
    return parseRegistry(JSON.parse(text));
  } catch (error) {
    console.error('remotes: the registry in the page cannot be read', error);
    return null;
  }
}

/** The registry as it is now. Throws when it cannot be fetched or read. */
export async function fetchRegistry(): Promise<Registry> {
  const signal = abortAfter(REGISTRY_LIMIT_MS);
  const response = await fetch(REGISTRY_ADDRESS, { cache: 'no-cache', signal });
  if (!response.ok) throw new Error(`remotes: ${REGISTRY_ADDRESS} answered ${response.status}`);
  return parseRegistry(await response.json());
}
