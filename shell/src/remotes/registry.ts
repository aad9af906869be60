import * as z from 'zod/mini';

/** The federation names of the remotes. */
export const REMOTE_NAMES = ['casino', 'agent', 'reports'] as const;
export type RemoteName = (typeof REMOTE_NAMES)[number];

const versionSchema = z.object({
  entry: z.string(),
  integrity: z.optional(z.nullable(z.string())),
  preload: z._default(z.array(z.string()), []),
  styles: z._default(z.array(z.string()), []),
});
export type RemoteVersion = z.infer<typeof versionSchema>;

const remoteSchema = z.object({
  active: z.string(),
  previous: z._default(z.nullable(z.string()), null),
  versions: z.record(z.string(), versionSchema),
});
export type RegisteredRemote = z.infer<typeof remoteSchema>;

/** The live document of design §8; whatever else it carries is not read here. */
const registrySchema = z.object({ remotes: z.record(z.string(), z.unknown()) });
export type Registry = Partial<Record<RemoteName, RegisteredRemote>>;

const REGISTRY_ADDRESS = '/remotes.json';
const REGISTRY_ELEMENT_ID = 'palier-remotes';

/** Reads the registry remote by remote: one that is malformed is absent, the others stand. Throws when nothing can be read. */
export function parseRegistry(document: unknown): Registry {
  const { remotes } = registrySchema.parse(document);
  const registry: Registry = {};
  for (const name of REMOTE_NAMES) {
    const remote = remoteSchema.safeParse(remotes[name]);
    if (remote.success) registry[name] = remote.data;
    else console.error(`remotes: the registry has no usable entry for ${name}`);
  }
  return registry;
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
  const response = await fetch(REGISTRY_ADDRESS, { cache: 'no-cache', signal: AbortSignal.timeout(5_000) });
  if (!response.ok) throw new Error(`remotes: ${REGISTRY_ADDRESS} answered ${response.status}`);
  return parseRegistry(await response.json());
}
