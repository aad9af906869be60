import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the page needs to load one version of a remote; addresses are absolute paths on the site. */
export interface ReleasedVersion {
  readonly entry: string;
  readonly integrity: string;
  readonly preload: readonly string[];
  readonly styles: readonly string[];
}

export interface ReleasedRemote {
  readonly active: string;
  readonly previous: string | null;
  readonly versions: Readonly<Record<string, ReleasedVersion>>;
}

/** The live document remotes.json (design §8). */
export interface Registry {
  readonly remotes: Readonly<Record<string, ReleasedRemote>>;
}

const registryFile = (root: string): string => join(root, 'remotes.json');

export async function readRegistry(root: string): Promise<Registry> {
  const text = await readFile(registryFile(root), 'utf8').catch(() => '{"remotes":{}}');
  return JSON.parse(text) as Registry;
}

/** Replaces the document in one step: a reader sees the old one or the new one, never half. */
async function writeRegistry(root: string, registry: Registry): Promise<void> {
  const draft = `${registryFile(root)}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(registry, null, 2)}\n`);
  await rename(draft, registryFile(root));
}

let lastUpdate: Promise<unknown> = Promise.resolve();

/** Reads, changes and swaps the document; updates of this process wait for each other. */
export function updateRegistry(root: string, change: (registry: Registry) => Registry): Promise<void> {
  const update = lastUpdate.then(async () => writeRegistry(root, change(await readRegistry(root))));
  lastUpdate = update.catch(() => undefined);
  return update;
}

/** Makes `version` the active one; the one before stays as the page's fallback. */
export function activate(
  registry: Registry,
  name: string,
  version: string,
  released: ReleasedVersion,
): Registry {
  const before = registry.remotes[name];
  const previous = before === undefined || before.active === version ? before?.previous : before.active;
  const versions = { ...before?.versions, [version]: released };
  return {
    remotes: { ...registry.remotes, [name]: { active: version, previous: previous ?? null, versions } },
  };
}
