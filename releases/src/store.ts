import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { operatorName } from '@palier/server/operator/operator';
import { subtreeSaltFile } from '@palier/server/remotes/subtree-hash';
import { CommandError } from '@palier/base/command';
import { readDocument } from './read-document';
import { EMPTY_REGISTRY, registrySchema, type Registry } from './registry';
import { requireSignedRegistry, signRegistry } from './signing';

/** One change of the registry, kept forever: the registry after the change, the operator and the command. */
export interface Revision {
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly registry: Registry;
}

/** The folder of the revisions, inside a dot folder, which static hosts do not serve. */
export const historyFolder = (root: string): string => join(root, '.store/history');
const registryFile = (root: string): string => join(root, 'remotes.json');
const revisionFile = (root: string, revision: number): string =>
  join(historyFolder(root), `${String(revision).padStart(8, '0')}.json`);

async function writeDraft(root: string, document: string): Promise<string> {
  await mkdir(historyFolder(root), { recursive: true });
  const draft = join(historyFolder(root), `.draft-${randomUUID()}`);
  // Flushed before the draft is linked or renamed: a power cut must not leave an empty file under the final
  // name.
  await writeFile(draft, `${document}\n`, { flush: true });
  return draft;
}

/** Creates a whole file in one step. False when it exists: a link fails when its name exists. */
async function createFileOnce(root: string, file: string, document: string): Promise<boolean> {
  const draft = await writeDraft(root, document);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The salt of subtree hashes, generated once for a store. */
export async function readSubtreeSalt(root: string): Promise<string> {
  await createFileOnce(root, subtreeSaltFile(root), randomBytes(24).toString('hex'));
  return (await readFile(subtreeSaltFile(root), 'utf8')).trim();
}

/** The numbers of all revisions, oldest first. */
export async function listRevisions(root: string): Promise<number[]> {
  const names = await readdir(historyFolder(root)).catch(() => []);
  return names
    .filter((name) => /^\d{8}\.json$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((one, other) => one - other);
}

/** Throws a CommandError when the revision is missing or unreadable. */
export async function readRevision(root: string, revision: number): Promise<Revision> {
  const file = revisionFile(root, revision);
  const read = await readDocument<Revision>(
    file,
    'Restore it from a backup. The last revision may also be removed: the revision before it then counts.',
  );
  if (read !== null) return read;
  throw new CommandError(`${file} is missing.`, 'Run the command again.');
}

/** The registry of the last revision. Throws a CommandError when it is unreadable or invalid. */
export async function readRegistry(root: string): Promise<Registry> {
  const last = (await listRevisions(root)).at(-1);
  const document = last === undefined ? await readPublished(root) : (await readRevision(root, last)).registry;
  const parsed = registrySchema.safeParse(document);
  if (parsed.success) {
    if (document !== EMPTY_REGISTRY) requireSignedRegistry(root, document);
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  throw new CommandError(
    `The registry of ${root} is not valid: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    `It was edited by hand, or written by a newer version of this command. Users keep what they have; earlier revisions are in ${historyFolder(root)}.`,
  );
}

/** remotes.json, which a copied store may have without a history; an empty registry when it is missing. */
async function readPublished(root: string): Promise<object> {
  const remedy = 'Repair it, or remove it and publish again.';
  return (await readDocument<object>(registryFile(root), remedy)) ?? EMPTY_REGISTRY;
}

/**
 * The revisions after remotes.json, oldest first: a command was interrupted after it wrote its revision. All
 * of them when remotes.json is missing or unreadable.
 */
export async function listUnpublishedRevisions(root: string): Promise<number[]> {
  const live = registrySchema.safeParse(await readPublished(root).catch(() => null));
  const published = live.success ? live.data.revision : 0;
  return (await listRevisions(root)).filter((revision) => revision > published);
}

/** Another command changed the registry after this command had read it. */
export class ConcurrentChange extends CommandError {}

async function concurrentChange(root: string, revision: number): Promise<ConcurrentChange> {
  const { by, action, at } = await readRevision(root, revision);
  return new ConcurrentChange(
    `The registry changed meanwhile: ${by} ran "${action}" at ${at}. Your command changed nothing.`,
    'Check the result with: npm run release -- status, then repeat your command if it is still needed.',
  );
}

/**
 * Writes a changed registry as the revision after the one that was changed, and publishes it as remotes.json.
 * Of two concurrent changes of the same revision, one succeeds and the other throws `ConcurrentChange`.
 */
export async function addRevision(root: string, action: string, changed: Registry): Promise<Registry> {
  const revision = changed.revision + 1;
  const { signature, ...unsigned } = registrySchema.parse({ ...changed, revision });
  const registry = signRegistry(unsigned, signature !== undefined);
  // The release service names the token and address for which it runs a command.
  const by = process.env.RELEASE_ACTOR || `${operatorName()}@${hostname()}`;
  const record: Revision = { at: new Date().toISOString(), by, action, registry };
  if (!(await createFileOnce(root, revisionFile(root, revision), JSON.stringify(record, null, 2))))
    throw await concurrentChange(root, revision);
  await publishLast(root);
  return registry;
}

/**
 * Changes the registry and retries after a concurrent change: several processes publish builds of the working
 * tree at once. When `change` returns null, only an interrupted change is finished.
 */
export async function changeCurrentRegistry(
  root: string,
  action: string,
  change: (registry: Registry) => Registry | null,
): Promise<void> {
  for (;;) {
    const after = change(await readRegistry(root));
    if (after === null) {
      if ((await listUnpublishedRevisions(root)).length > 0) await publishLast(root);
      return;
    }
    try {
      await addRevision(root, action, after);
      return;
    } catch (error) {
      if (!(error instanceof ConcurrentChange)) throw error;
    }
  }
}

/** Publishes the last revision as remotes.json, again while newer revisions appear. */
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
