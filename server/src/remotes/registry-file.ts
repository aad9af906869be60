import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { registrySchema, type Registry } from '@palier/shared/contracts/releases';
import type { Queryable } from '../database/pool';
import { isSignedRegistry } from './release-signature';

/** remotes.json as this process uses it. */
export interface RegistryFile {
  readonly text: string;
  readonly registry: Registry;
  /** The text for pages, without keys and signature, which only servers check. */
  readonly pageText: string;
}

interface RegistryFileOptions {
  readonly database: Queryable;
  readonly remotesRoot: string;
  /** The operator's public keys; none: the file is used as it is. */
  readonly trustedKeys: readonly string[];
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Creates a reader of remotes.json, which reads again only when the file was replaced; null without a usable
 * one. With trusted keys, a document counts only when one of them signed it and no newer one was accepted
 * before, by any process; otherwise the last accepted document stays.
 */
export function createRegistryFile({
  database,
  remotesRoot,
  trustedKeys,
  log,
}: RegistryFileOptions): () => Promise<RegistryFile | null> {
  const file = path.join(remotesRoot, 'remotes.json');
  let seen = '';
  let held: RegistryFile | null = null;
  const isTrusted = (found: RegistryFile | null): found is RegistryFile =>
    found !== null && isSignedRegistry(trustedKeys, JSON.parse(found.text) as object);

  async function reload(stamp: string): Promise<void> {
    const found = parse(await readFile(file, 'utf8').catch(() => ''));
    if (trustedKeys.length === 0) held = found;
    else {
      if (isTrusted(found)) await keepIfNewer(database, found, trustedKeys);
      const accepted = parse(await readAccepted(database));
      held = isTrusted(accepted) ? accepted : null;
      if (found?.text !== held?.text)
        log.warn(
          { file, revision: held?.registry.revision },
          'remotes.json is unsigned or outdated, so it is not used',
        );
    }
    seen = stamp;
  }

  let loading: Promise<void> | null = null;
  return async () => {
    const stamp = await stampOf(file);
    if (stamp !== seen) {
      loading ??= reload(stamp).finally(() => (loading = null));
      await loading.catch((error: unknown) => {
        if (held === null) throw error;
        log.warn({ err: error }, 'the accepted registry cannot be read: the last one stays');
      });
    }
    return held;
  };
}

function parse(text: string | null): RegistryFile | null {
  try {
    const document = JSON.parse(text ?? '') as Record<string, unknown>;
    const { teamKeys: _keys, signature: _signature, ...page } = document;
    return { text: text ?? '', registry: registrySchema.parse(document), pageText: JSON.stringify(page) };
  } catch {
    return null;
  }
}

/**
 * A document signed by a key that is no longer trusted is replaced whatever its revision: a new store begins
 * with revision 1.
 */
async function keepIfNewer(
  database: Queryable,
  { registry, text }: RegistryFile,
  trustedKeys: readonly string[],
): Promise<void> {
  await database.query(
    `insert into accepted_registry (revision, signed_by, document) values ($1, $2, $3)
       on conflict (is_only_row) do update
         set revision = excluded.revision, signed_by = excluded.signed_by, document = excluded.document
       where accepted_registry.revision < excluded.revision or accepted_registry.signed_by <> all ($4)`,
    [registry.revision, registry.signature?.key, text, trustedKeys],
  );
}

async function readAccepted(database: Queryable): Promise<string | null> {
  const { rows } = await database.query<{ document: string }>('select document from accepted_registry');
  return rows[0]?.document ?? null;
}

const stampOf = (file: string): Promise<string> =>
  stat(file).then(
    ({ ctimeMs, ino, size }) => `${ctimeMs}:${ino}:${size}`,
    () => 'absent',
  );
