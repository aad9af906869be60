import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { hostAddresses } from './database-address';

/**
 * The role of the server's connections: one for each database, because roles belong to all databases of a
 * cluster.
 */
export const applicationRoleOf = (database: string): string => `${database}_app`;

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
 * Creates the application's role, if it is missing, with the password of `applicationUrl`, sets its settings,
 * and gives it the rights of `rights`, which names :application and :database. Another role can then no
 * longer connect to the database unless it was granted that. Call it inside a transaction. Throws an Error
 * with one clear sentence when a superuser is needed.
 */
export async function prepareApplicationRole(
  client: pg.ClientBase,
  rights: string,
  applicationUrl?: string,
): Promise<void> {
  const { rows } = await client.query<{ database: string }>('select current_database() as database');
  const { database } = rows[0]!;
  const role = applicationRoleOf(database);
  if (Buffer.byteLength(role) > MAX_NAME_BYTES)
    throw new Error(`The name of the database is too long for its role ${role}: at most 59 bytes.`);
  const [roleName, databaseName] = [role, database].map((name) => pg.escapeIdentifier(name)) as [
    string,
    string,
  ];

  const roles = await client.query('select from pg_roles where rolname = $1', [role]);
  if (roles.rowCount === 0) {
    const login = `create role ${roleName} login${passwordClause(role, applicationUrl)}`;
    await asAdministrator(client, login, `create role ${roleName} login password '…'`);
  }
  const settings = await missingSettings(client, role);
  const statements = settings.map(
    ([name, value]) =>
      `alter role ${roleName} in database ${databaseName} set ${name} = ${pg.escapeLiteral(value)}`,
  );
  if (settings.length > 0) await asAdministrator(client, statements.join('; '));

  await client.query(rights.replaceAll(':application', roleName).replaceAll(':database', databaseName));
  const { rowCount } = await client.query(
    `select from pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba)))
      where datname = current_database() and grantee = 0 and privilege_type = 'CONNECT'`,
  );
  if (rowCount !== 0)
    throw new Error(
      `Every role of the cluster may connect to this database. As its owner or a superuser, run: revoke all on database ${databaseName} from public; grant connect on database ${databaseName} to ${roleName}`,
    );
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

function passwordClause(role: string, applicationUrl: string | undefined): string {
  if (applicationUrl === undefined) return '';
  const { user = '', password } = new pg.Client(hostAddresses(applicationUrl)[0]);
  if (user !== role)
    throw new Error(`The account of DATABASE_URL is ${user}: the role of this database is ${role}.`);
  return typeof password === 'string' && password !== '' ? ` password '${scramVerifier(password)}'` : '';
}

/** A password as PostgreSQL stores it, so that the database's log never contains the password itself. */
function scramVerifier(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, rounds, 32, 'sha256');
  const keyOf = (use: string): Buffer => createHmac('sha256', salted).update(use).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${storedKey}:${keyOf('Server Key').toString('base64')}`;
}
