import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Queryable } from '@palier/server/database';

/** The actions that a token can allow. `read`: status and audit; `override`: --despite and --ungated. */
export const ACTIONS = [
  'publish',
  'activate',
  'canary',
  'rollback',
  'retire',
  'prune',
  'read',
  'override',
] as const;
export type Action = (typeof ACTIONS)[number];

export interface ReleaseToken {
  readonly name: string;
  /** The remotes that the token may change; `*`: all. */
  readonly remotes: readonly string[];
  readonly actions: readonly Action[];
  /** ISO date-times. */
  readonly expiresAt: string;
  readonly revokedAt: string | null;
}

const TOKEN_COLUMNS = `name, remotes, actions, to_json(expires_at)#>>'{}' as "expiresAt",
  to_json(revoked_at)#>>'{}' as "revokedAt"`;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Makes a token and returns it; only its hash is stored. False when the name is taken. */
export async function createToken(
  database: Queryable,
  token: Pick<ReleaseToken, 'name' | 'remotes' | 'actions'> & { readonly days: number; readonly by: string },
): Promise<string | null> {
  const secret = `palier_${randomBytes(32).toString('base64url')}`;
  const { rowCount } = await database.query(
    `insert into release_tokens (name, token_hash, remotes, actions, expires_at, created_by)
       values ($1, $2, $3, $4, now() + make_interval(days => $5), $6) on conflict (name) do nothing`,
    [token.name, hashOf(secret), token.remotes, token.actions, token.days, token.by],
  );
  return rowCount === 1 ? secret : null;
}

/** False when no such token is valid. */
export async function revokeToken(database: Queryable, name: string): Promise<boolean> {
  const { rowCount } = await database.query(
    'update release_tokens set revoked_at = now() where name = $1 and revoked_at is null',
    [name],
  );
  return rowCount === 1;
}

export async function listTokens(database: Queryable): Promise<ReleaseToken[]> {
  const { rows } = await database.query<ReleaseToken>(
    `select ${TOKEN_COLUMNS} from release_tokens order by name`,
  );
  return rows;
}

/** Finds a token that is not revoked and, by the database's clock, not expired. Null for any other text. */
export async function findValidToken(database: Queryable, token: string): Promise<ReleaseToken | null> {
  const { rows } = await database.query<ReleaseToken>(
    `select ${TOKEN_COLUMNS} from release_tokens where token_hash = $1
       and revoked_at is null and expires_at > now()`,
    [hashOf(token)],
  );
  return rows[0] ?? null;
}

export const mayDo = (token: ReleaseToken, action: Action, remote: string | null): boolean =>
  token.actions.includes(action) &&
  (action === 'read' || token.remotes.includes('*') || (remote !== null && token.remotes.includes(remote)));

export const auditEntrySchema = z.object({
  /** ISO date-time. */
  at: z.string(),
  /** The token's name. */
  token: z.string(),
  address: z.string(),
  action: z.string(),
  remote: z.nullable(z.string()),
  version: z.nullable(z.string()),
  outcome: z.enum(['started', 'done', 'refused', 'failed']),
  detail: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

const DETAIL_LENGTH = 500;
/** Refused calls, of which a stranger with a token can make many, do not push changes out of a list. */
const REFUSED_SHOWN = 20;

/**
 * PostgreSQL accepts no NUL; its replacement shows that one was here. Other control characters would reach a
 * terminal.
 */
const shown = (text: string): string => text.replaceAll('\0', '\ufffd').replace(/[\p{Cc}\p{Cf}]+/gu, ' ');

export async function addAuditEntry(database: Queryable, entry: Omit<AuditEntry, 'at'>): Promise<void> {
  await database.query(
    `insert into release_audit (token, address, action, remote, version, outcome, detail)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      entry.token,
      entry.address,
      entry.action,
      entry.remote,
      entry.version,
      entry.outcome,
      shown(entry.detail).slice(0, DETAIL_LENGTH),
    ],
  );
}

/** The newest entries. */
export async function listAudit(database: Queryable, most: number): Promise<AuditEntry[]> {
  const { rows } = await database.query<AuditEntry>(
    `select to_json(at)#>>'{}' as at, token, address, action, remote, version, outcome, detail
       from (select *, row_number() over (partition by outcome = 'refused' order by id desc) as place
               from (select * from release_audit order by id desc limit 5000) as newest) as ranked
      where place <= case when outcome = 'refused' then least($1::int, $2::int) else $1::int end
      order by id desc limit $1::int`,
    [most, REFUSED_SHOWN],
  );
  return rows;
}
