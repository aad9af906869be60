import type pg from 'pg';
import { APPLICATION_SETTINGS, applicationRoleOf } from './application-role';

/** The SQLSTATE of a refused connection. Calls that need the connection answer 503. */
const REFUSED = '08004';
const READ_ONLY = '25006';

/** A connection that the server does not use, with a sentence for operators. */
const refusal = (sentence: string, code = REFUSED): Error => Object.assign(new Error(sentence), { code });

/**
 * Whether the connection is refused because its database cannot be written: a standby, or a primary set
 * read-only.
 */
export const isReadOnlyError = (error: unknown): boolean => (error as { code?: unknown }).code === READ_ONLY;

/** Throws 25006 unless the connection can write. */
export async function proveWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw refusal('The database is read-only', READ_ONLY);
}

/**
 * Counts the logins that had this session of the database, because a pooler resets a session before it lends
 * it to another login.
 */
const COUNT_LOGINS = `
  set_config('palier.logins', concat(current_setting('palier.logins', true), '1'), false)`;
const LENT_SESSION =
  'DATABASE_URL names a pooler that lends a session for less than a connection: ' +
  'set pool_mode = session in PgBouncer';

/**
 * Throws unless the database's session stays with the connection, as plans and locks do. `other` is a second
 * connection with the same address, which this function opens and closes: an idle pooler lends it the session
 * of the first.
 */
export async function proveOwnSession(client: pg.ClientBase, other: pg.Client): Promise<void> {
  other.on('error', () => undefined);
  try {
    await other.connect();
    await proveApplication(other);
  } finally {
    await other.end();
  }
  const { rows } = await client.query<{ logins: string }>(
    `select current_setting('palier.logins') as logins`,
  );
  if (rows[0]?.logins !== '1') throw refusal(LENT_SESSION);
}

/**
 * Throws unless the connection has the application's role, that role's settings, and commits that survive a
 * crash: a pooler or a wrong address must not give the server the owner's rights, or statements without time
 * limits.
 */
export async function proveApplication(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{
    login: string;
    role: string;
    database: string;
    owns: string | null;
    settings: Record<string, string>;
    commit: string;
    logins: string;
  }>(
    `select session_user::text as login, current_user::text as role, current_database()::text as database,
            (select min(relname) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
                and pg_has_role(session_user, relowner, 'MEMBER')) as owns,
            (select jsonb_object_agg(name, current_setting(name)) from unnest($1::text[]) name) as settings,
            current_setting('synchronous_commit') as commit, ${COUNT_LOGINS} as logins`,
    [Object.keys(APPLICATION_SETTINGS)],
  );
  const { login, role, database, owns, settings, commit, logins } = rows[0]!;
  const expected = applicationRoleOf(database);
  if (login !== expected || role !== expected)
    throw refusal(
      `The account of DATABASE_URL is ${login === role ? login : `${login} as ${role}`}: ` +
        `the server runs as ${expected} alone`,
    );
  if (owns !== null) throw refusal(`The account of DATABASE_URL has the rights of the owner of ${owns}`);
  for (const [name, value] of Object.entries(APPLICATION_SETTINGS))
    if (settings[name] !== value)
      throw refusal(
        `A connection of the server has ${name} = ${settings[name]} instead of ${value}: run palier migrate`,
      );
  if (logins !== '1') throw refusal(LENT_SESSION);
  if (commit === 'off' || commit === 'local')
    throw refusal(`synchronous_commit is ${commit}: a crash could lose movements that were answered`);
}
