import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { CommandError } from '@palier/base/command';
import type { Pool, Queryable } from '@palier/server/database';
import { operatorName } from '@palier/server/operator';
import { EMPTY_REGISTRY, registrySchema, type Registry } from '@palier/shared/contracts/releases';
import { requireSignedRegistry, signRegistry } from './signing';

/** The database with the release store (decision 0080). */
export type Store = Pick<Pool, 'query' | 'connect'>;

/** One change of the registry, kept forever: the registry after the change, the operator and the command. */
export interface Revision {
  readonly revision: number;
  /** An ISO date-time. */
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly registry: Registry;
}

const callers = new AsyncLocalStorage<string>();

/** Does `work` for a caller of the release service, whom the history of the store names. */
export const asActor = <Result>(actor: string, work: () => Promise<Result>): Promise<Result> =>
  callers.run(actor, work);

/** Who makes a change. The release service names the token and address for which it runs a command. */
export const actorName = (): string =>
  callers.getStore() ?? (process.env.RELEASE_ACTOR || `${operatorName()}@${hostname()}`);

/** Runs `work` in a transaction, which an error rolls back. */
export async function inTransaction<Result>(
  store: Store,
  work: (client: Queryable) => Promise<Result>,
): Promise<Result> {
  const client = await store.connect();
  let fault: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    fault = error as Error;
    throw error;
  } finally {
    // A connection that is closed rolls back.
    client.release(fault);
  }
}

/** The salt of subtree hashes. */
export async function readSubtreeSalt(store: Store): Promise<string> {
  const { rows } = await store.query<{ salt: string }>('select salt from release_salt');
  return rows[0]!.salt;
}

interface RevisionRow {
  readonly revision: number;
  readonly at: string;
  readonly by: string;
  readonly action: string;
  readonly document: string;
}
const REVISION_COLUMNS = `revision, to_json(at)#>>'{}' as at, made_by as by, action, document`;
const asRevision = ({ document, ...row }: RevisionRow): Revision => ({
  ...row,
  registry: JSON.parse(document) as Registry,
});

/** The last revisions, newest first. */
export async function readRevisions(store: Store, most: number): Promise<Revision[]> {
  const { rows } = await store.query<RevisionRow>(
    `select ${REVISION_COLUMNS} from release_revisions order by revision desc limit $1`,
    [most],
  );
  return rows.map(asRevision);
}

/** How many revisions are read at once while a reader goes back through the history. */
const PAGE = 50;

/** All revisions, newest first. */
export async function* walkRevisions(store: Store): AsyncGenerator<Revision> {
  let before = 2 ** 31 - 1;
  for (;;) {
    const { rows } = await store.query<RevisionRow>(
      `select ${REVISION_COLUMNS} from release_revisions where revision < $1 order by revision desc limit $2`,
      [before, PAGE],
    );
    yield* rows.map(asRevision);
    if (rows.length < PAGE) return;
    before = rows.at(-1)!.revision;
  }
}

/** The registry that is in force. Throws a CommandError when it is invalid or not signed. */
export async function readRegistry(store: Store): Promise<Registry> {
  const [last] = await readRevisions(store, 1);
  if (last === undefined) return EMPTY_REGISTRY;
  requireSignedRegistry(last.registry);
  return checkedRegistry(last.registry);
}

/**
 * Throws a CommandError when the document breaks its contract or has a member that the contract does not
 * name.
 */
function checkedRegistry(document: object): Registry {
  const written = JSON.parse(JSON.stringify(document)) as object;
  const { data, error } = registrySchema.safeParse(written);
  const [issue] = error?.issues ?? [];
  if (data !== undefined && isDeepStrictEqual(data, written)) return data;
  const why =
    issue === undefined ? 'it has a member that is not known' : `${issue.path.join('.')} ${issue.message}`;
  throw new CommandError(
    `The registry is not valid: ${why}`,
    'It was edited by hand, or written by a newer version of this command. Users keep what they have.',
  );
}

/** Another command changed the registry after this command had read it. */
export class ConcurrentChange extends CommandError {}

async function concurrentChange(store: Store, revision: number): Promise<ConcurrentChange> {
  const [{ by, action, at }] = (await readRevisions(store, 1)) as [Revision];
  return new ConcurrentChange(
    `The registry changed meanwhile: ${by} ran "${action}" at ${at}. ` +
      `Your command changed nothing (revision ${revision}).`,
    'Check the result with: npm run release -- status, then repeat your command if it is still needed.',
  );
}

const namedIn = ({ remotes }: Registry): { remote: string; version: string }[] =>
  Object.entries(remotes).flatMap(([remote, { versions }]) =>
    Object.keys(versions).map((version) => ({ remote, version })),
  );

/**
 * Puts a changed registry in force, as the revision after the one that was changed, in one transaction. Of
 * two concurrent changes of the same revision, one succeeds and the other throws `ConcurrentChange`. Throws a
 * CommandError when a version that the registry names is not published.
 */
export async function addRevision(store: Store, action: string, changed: Registry): Promise<Registry> {
  const revision = changed.revision + 1;
  const { signature, ...unsigned } = checkedRegistry({ ...changed, revision });
  const registry = signRegistry(unsigned, signature !== undefined);
  const [before] = await readRevisions(store, 1);
  const after = namedIn(registry);
  const isAdded = await inTransaction(store, async (client) => {
    const { rowCount } = await client.query(
      `insert into release_revisions (revision, made_by, action, document)
       select $1, $2, $3, $4 where $1 = (select coalesce(max(revision), 0) + 1 from release_revisions)
         on conflict do nothing`,
      [revision, actorName(), action, JSON.stringify(registry)],
    );
    if (rowCount === 0) return false;
    const used = [...after, ...(before === undefined ? [] : namedIn(before.registry))];
    const { rows } = await client.query<{ remote: string; version: string }>(
      `update release_versions set used_at = now()
         from unnest($1::text[], $2::text[]) as named (remote, version)
        where (release_versions.remote, release_versions.version) = (named.remote, named.version)
        returning release_versions.remote, release_versions.version`,
      [used.map(({ remote }) => remote), used.map(({ version }) => version)],
    );
    const missing = after.find(
      ({ remote, version }) => !rows.some((row) => row.remote === remote && row.version === version),
    );
    if (missing === undefined) return true;
    throw new CommandError(
      `${missing.remote} ${missing.version} is not published. Nothing was changed.`,
      'It was pruned meanwhile, or never published: npm run release -- status lists the published versions.',
    );
  });
  if (!isAdded) throw await concurrentChange(store, revision);
  return registry;
}

/**
 * Changes the registry and retries after a concurrent change: several processes publish builds of the working
 * tree at once. When `change` returns null, nothing is written.
 */
export async function changeCurrentRegistry(
  store: Store,
  action: string,
  change: (registry: Registry) => Registry | null,
): Promise<void> {
  for (;;) {
    const after = change(await readRegistry(store));
    if (after === null) return;
    try {
      await addRevision(store, action, after);
      return;
    } catch (error) {
      if (!(error instanceof ConcurrentChange)) throw error;
    }
  }
}
