import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { hostAddresses } from './database-address';

/**
 * The role of the server's connections: one for each database, because roles belong to all databases of a
 * cluster.
 */
export const applicationRoleOf = (database: string): string => `${database}_app`;
/**
 * The role of release commands and of the release service, which owns nothing and has rights on the release
 * store alone.
 */
export const releasesRoleOf = (database: string): string => `${database}_releases`;

/**
 * The addresses with the logins that `migrate` prepares: a login that it creates gets the password of its
 * address.
 */
export interface LoginAddresses {
  readonly applicationUrl?: string | undefined;
  readonly releasesUrl?: string | undefined;
}

/**
 * Settings that the server's statements depend on. They belong to the role and not to the connection, because
 * a connection pooler drops settings of a connection: `migrate` sets them, and each new connection checks
 * them.
 */
export const APPLICATION_SETTINGS: Readonly<Record<string, string>> = {
  // Otherwise calls would wait for a frozen database without a limit.
  statement_timeout: '10s',
  // Otherwise a process that freezes inside a transaction would keep its locks.
  idle_in_transaction_session_timeout: '5s',
  default_transaction_isolation: 'read committed',
  search_path: 'public',
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
};

/**
 * A machine that fails does not close its connections, and the database would keep their locks for two hours.
 */
const KEEP_ALIVES = { tcp_keepalives_idle: '30', tcp_keepalives_interval: '10', tcp_keepalives_count: '3' };
const ROLE_SETTINGS: Readonly<Record<string, string>> = { ...APPLICATION_SETTINGS, ...KEEP_ALIVES };

const MAX_NAME_BYTES = 63;
const MISSING_RIGHT = '42501';

/**
 * Creates the roles of the server's and of the releases' connections, if they are missing, sets their
 * settings, and gives them the rights of `rights`, which names :application, :releases and :database. Another
 * role can then no longer connect to the database unless it was granted that. Call it inside a transaction.
 * Throws an Error with one clear sentence when a superuser is needed.
 */
export async function prepareRoles(
  client: pg.ClientBase,
  rights: string,
  { applicationUrl, releasesUrl }: LoginAddresses = {},
): Promise<void> {
  const { rows } = await client.query<{ database: string }>('select current_database() as database');
  const { database } = rows[0]!;
  const application = await prepareRole(client, database, {
    role: applicationRoleOf(database),
    setting: 'DATABASE_URL',
    url: applicationUrl,
  });
  const releases = await prepareRole(client, database, {
    role: releasesRoleOf(database),
    setting: 'RELEASES_DATABASE_URL',
    url: releasesUrl,
  });
  const databaseName = pg.escapeIdentifier(database);
  await client.query(
    rights
      .replaceAll(':application', application)
      .replaceAll(':releases', releases)
      .replaceAll(':database', databaseName),
  );
  const { rowCount } = await client.query(
    `select from pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba)))
      where datname = current_database() and grantee = 0 and privilege_type = 'CONNECT'`,
  );
  if (rowCount !== 0)
    throw new Error(
      'Every role of the cluster may connect to this database. As its owner or a superuser, run: ' +
        `revoke all on database ${databaseName} from public; ` +
        `grant connect on database ${databaseName} to ${application}, ${releases}`,
    );
}

interface Login {
  readonly role: string;
  /** The name of the setting with the address. */
  readonly setting: string;
  readonly url: string | undefined;
}

/**
 * Creates the role of a login, if it is missing, and sets its settings. Returns its name as an identifier of
 * SQL.
 */
async function prepareRole(
  client: pg.ClientBase,
  database: string,
  { role, setting, url }: Login,
): Promise<string> {
  if (Buffer.byteLength(role) > MAX_NAME_BYTES)
    throw new Error(`The name of the database is too long for its role ${role}: at most 54 bytes.`);
  const [roleName, databaseName] = [pg.escapeIdentifier(role), pg.escapeIdentifier(database)];
  const roles = await client.query('select from pg_roles where rolname = $1', [role]);
  if (roles.rowCount === 0) {
    const login = `create role ${roleName} login${passwordClause(role, setting, url)}`;
    await asAdministrator(client, login, `create role ${roleName} login password '…'`);
  }
  const settings = await missingSettings(client, role);
  const statements = settings.map(
    ([name, value]) =>
      `alter role ${roleName} in database ${databaseName} set ${name} = ${pg.escapeLiteral(value)}`,
  );
  if (settings.length > 0) await asAdministrator(client, statements.join('; '));
  return roleName;
}

/** The settings of the role in this database that are absent or different. */
async function missingSettings(
  client: pg.ClientBase,
  role: string,
): Promise<[name: string, value: string][]> {
  const { rows } = await client.query<{ setting: string }>(
    `select unnest(setconfig) as setting from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
        and setrole = (select oid from pg_roles where rolname = $1)`,
    [role],
  );
  const present = new Set(rows.map(({ setting }) => setting));
  return Object.entries(ROLE_SETTINGS).filter(([name, value]) => !present.has(`${name}=${value}`));
}

/** Runs a statement on roles; an owner without CREATEROLE gets the statement for a superuser. */
async function asAdministrator(client: pg.ClientBase, statement: string, shown = statement): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if ((error as pg.DatabaseError).code !== MISSING_RIGHT) throw error;
    throw new Error(
      `The account of OWNER_DATABASE_URL may not prepare the role. As a superuser, run: ${shown}`,
    );
  }
}

function passwordClause(role: string, setting: string, url: string | undefined): string {
  if (url === undefined) return '';
  const { user = '', password } = new pg.Client(hostAddresses(url)[0]);
  if (user !== role)
    throw new Error(`The account of ${setting} is ${user}: the role of this database is ${role}.`);
  return typeof password === 'string' && password !== '' ? ` password '${scramVerifier(password)}'` : '';
}

/** A password as PostgreSQL stores it, so that the database's log never contains the password itself. */
function scramVerifier(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, rounds, 32, 'sha256');
  const keyOf = (use: string): Buffer => createHmac('sha256', salted).update(use).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const serverKey = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
