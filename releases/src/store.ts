import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { operatorName } from '@palier/server/operator/operator';
import { CommandError } from '@palier/scripts/command';
import { readDocument } from './read-document';
import { EMPTY_REGISTRY, registrySchema, type Registry } from './registry';

/** One change of the registry, kept for ever: the document as it became, who asked, and by which words. */
export interface Revision {
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly registry: Registry;
}

/** The static host serves the store's folder; what no browser needs is under a dot folder, which hosts leave out. */
export const historyFolder = (root: string): string => join(root, '.store/history');
const registryFile = (root: string): string => join(root, 'remotes.json');
const revisionFile = (root: string, revision: number): string =>
  join(historyFolder(root), `${String(revision).padStart(8, '0')}.json`);

/** Written aside, to be linked or renamed; what a killed process left of these, prune removes. */
async function writeDraft(root: string, document: string): Promise<string> {
  await mkdir(historyFolder(root), { recursive: true });
  const draft = join(historyFolder(root), `.draft-${randomUUID()}`);
  // On the disk before it has its name: a power cut must not leave an empty file there.
  await writeFile(draft, `${document}\n`, { flush: true });
  return draft;
}

/** Every revision's number, oldest first. */
export async function listRevisions(root: string): Promise<number[]> {
  const names = await readdir(historyFolder(root)).catch(() => []);
  return names
    .filter((name) => /^\d{8}\.json$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((one, other) => one - other);
}

/** Throws a CommandError that names the file when it cannot be read. */
export async function readRevision(root: string, revision: number): Promise<Revision> {
  const file = revisionFile(root, revision);
  const read = await readDocument<Revision>(
    file,
    'Put it back from a backup; if it is the last one, you may remove it: the one before then counts.',
  );
  if (read !== null) return read;
  throw new CommandError(`${file} is gone.`, 'Run the command again.');
}

/** The registry as the store's last revision has it. Throws a CommandError when it cannot be read or is not valid. */
export async function readRegistry(root: string): Promise<Registry> {
  const last = (await listRevisions(root)).at(-1);
  const document = last === undefined ? await readPublished(root) : (await readRevision(root, last)).registry;
  const parsed = registrySchema.safeParse(document);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new CommandError(
    `The registry of ${root} is not valid: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    `Somebody wrote it by hand, or by commands newer than these. Users keep what they have; ${historyFolder(root)} has the earlier ones.`,
  );
}

/** What a store without a history offers: a copied remotes.json, or nothing. */
async function readPublished(root: string): Promise<unknown> {
  const remedy = 'Mend it, or remove it and publish again.';
  const document = await readDocument<object>(registryFile(root), remedy);
  // Documents from before the release store had no revision and were this machine's own builds.
  return document !== null && 'revision' in document ? document : EMPTY_REGISTRY;
}

/**
 * The revisions that users do not have yet, oldest first: none, unless a change was cut short between its revision and
 * remotes.json. One that is absent or cannot be read has none of them.
 */
export async function unpublishedRevisions(root: string): Promise<number[]> {
  const live = registrySchema.safeParse(await readPublished(root).catch(() => null));
  const has = live.success ? live.data.revision : 0;
  return (await listRevisions(root)).filter((revision) => revision > has);
}

/** Told to whoever lost a race: the registry moved on since it was read. */
export class RegistryMoved extends CommandError {}

async function moved(root: string, revision: number): Promise<RegistryMoved> {
  const { by, action, at } = await readRevision(root, revision);
  return new RegistryMoved(
    `The registry changed meanwhile: ${by} ran "${action}" at ${at}. Nothing of yours was changed.`,
    'Look at it with: npm run release -- status, then run the command again if you still want it.',
  );
}

/**
 * Adds the revision after `before` with what `change` makes of it, and publishes it as remotes.json in one step. Of two
 * that change the same revision at once one wins; the other gets `RegistryMoved`.
 */
export async function changeRegistry(
  root: string,
  before: Registry,
  action: string,
  change: (registry: Registry) => Registry,
): Promise<Registry> {
  const revision = before.revision + 1;
  const registry = registrySchema.parse({ ...change(before), revision });
  const by = `${operatorName()}@${hostname()}`;
  const record: Revision = { at: new Date().toISOString(), by, action, registry };
  const draft = await writeDraft(root, JSON.stringify(record, null, 2));
  try {
    // A link either appears whole or finds its name taken: that is what makes one of two winners.
    await link(draft, revisionFile(root, revision));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw await moved(root, revision);
  } finally {
    await rm(draft, { force: true });
  }
  await publishLast(root);
  return registry;
}

/**
 * Changes whatever the registry is now: for the working tree's own builds, which several processes publish at once. Where
 * nothing is to be changed, it still finishes a change that was cut short.
 */
export async function changeCurrentRegistry(
  root: string,
  action: string,
  change: (registry: Registry) => Registry | null,
): Promise<void> {
  for (;;) {
    const before = await readRegistry(root);
    const after = change(before);
    if (after === null) {
      if ((await unpublishedRevisions(root)).length > 0) await publishLast(root);
      return;
    }
    try {
      await changeRegistry(root, before, action, () => after);
      return;
    } catch (error) {
      if (!(error instanceof RegistryMoved)) throw error;
    }
  }
}

/** Gives users the last revision, as remotes.json; again while another's revision overtakes this one. */
export async function publishLast(root: string): Promise<void> {
  for (;;) {
    const last = (await listRevisions(root)).at(-1);
    if (last === undefined) return;
    const { registry } = await readRevision(root, last);
    const draft = await writeDraft(root, JSON.stringify(registry));
    try {
      await rename(draft, registryFile(root));
    } finally {
      await rm(draft, { force: true });
    }
    if ((await listRevisions(root)).at(-1) === last) return;
  }
}
