import { parseUrl } from '@palier/shared/parse-url';
import * as z from 'zod/mini';
import { abortAfter } from './abort-after';

const versionSchema = z.object({
  entry: z.string(),
  /** Range of the routes contract that the version was built for; absent in builds of a dev server. */
  contract: z.optional(z.string()),
  preload: z._default(z.array(z.string()), []),
  styles: z._default(z.array(z.string()), []),
  /** Hash of each file; empty only in builds of a dev server. */
  integrity: z._default(z.record(z.string(), z.string()), {}),
  /** Read by `listScreens`. */
  screens: z.optional(z.unknown()),
});
export type RemoteVersion = z.infer<typeof versionSchema>;

const remoteSchema = z.object({
  /** The origin of the files; by default that of the page. */
  origin: z.optional(z.string()),
  active: z.string(),
  previous: z._default(z.nullable(z.string()), null),
  canary: z._default(
    // Without a percent: for a subtree.
    z.nullable(z.object({ version: z.string(), percent: z.optional(z.number()) })),
    null,
  ),
  versions: z.record(z.string(), versionSchema),
});
export type RegisteredRemote = z.infer<typeof remoteSchema>;

/** The document remotes.json (section 8 of docs/design.md). */
const registrySchema = z.object({
  overrideOrigins: z._default(z.array(z.string()), []),
  remotes: z.record(z.string(), z.unknown()),
});

export interface Registry {
  readonly remotes: Readonly<Record<string, RegisteredRemote>>;
  /** All remotes as the document has them, for `listScreens`. */
  readonly described: Readonly<Record<string, unknown>>;
  /** Origins from which a developer may override a remote. */
  readonly overrideOrigins: readonly string[];
}

const REGISTRY_ADDRESS = '/remotes.json';
const REGISTRY_ELEMENT_ID = 'palier-remotes';
/**
 * The hashes that browsers check. With a hash of another algorithm, such as sha1-…, browsers load the file
 * unchecked.
 */
const CHECKED_HASH = /^sha(256|384|512)-[\w+/-]+=*$/;
/**
 * Below the time limit of a region, so that the registry in the page can still be used when the host hangs.
 */
const REGISTRY_LIMIT_MS = 3_000;

/**
 * Leaves out each remote that is malformed or, in production, names untrusted files. Throws when the document
 * itself is malformed.
 */
export function parseRegistry(document: unknown): Registry {
  const { remotes, overrideOrigins } = registrySchema.parse(document);
  const read: Record<string, RegisteredRemote> = {};
  for (const [name, entry] of Object.entries(remotes)) {
    const remote = remoteSchema.safeParse(entry);
    if (!remote.success) console.error(`remotes: the registry has no usable entry for ${name}`);
    else if (process.env.NODE_ENV === 'production' && !namesTrustedFiles(name, remote.data))
      console.error(`remotes: the registry names files for ${name} that are not trusted`);
    else read[name] = remote.data;
  }
  return { remotes: read, described: remotes, overrideOrigins };
}

/**
 * Whether every file of the remote has a hash and lies in the folder of the remote, on the origin of the page
 * or of the remote.
 */
function namesTrustedFiles(name: string, { origin, versions }: RegisteredRemote): boolean {
  const origins = [window.location.origin, origin];
  return Object.values(versions).every(({ entry, preload, styles, integrity }) =>
    [entry, ...preload, ...styles].every((address) => {
      const url = parseUrl(address, window.location.href);
      return (
        url !== null &&
        /^https?:$/.test(url.protocol) &&
        origins.includes(url.origin) &&
        url.pathname.startsWith(`/remotes/${name}/`) &&
        CHECKED_HASH.test(integrity[address] ?? '')
      );
    }),
  );
}

/**
 * The registry that the server has written into the page; null on a plain static host or when the text is
 * malformed.
 */
export function inlinedRegistry(): Registry | null {
  const text = document.getElementById(REGISTRY_ELEMENT_ID)?.textContent;
  if (text === undefined) return null;
  try {
    return parseRegistry(JSON.parse(text));
  } catch (error) {
    console.error('remotes: the registry in the page cannot be read', error);
    return null;
  }
}

/** Throws when the registry cannot be fetched or read. */
export async function fetchRegistry(): Promise<Registry> {
  const signal = abortAfter(REGISTRY_LIMIT_MS);
  const response = await fetch(REGISTRY_ADDRESS, { cache: 'no-cache', signal });
  if (!response.ok) throw new Error(`remotes: ${REGISTRY_ADDRESS} answered ${response.status}`);
  return parseRegistry(await response.json());
}
