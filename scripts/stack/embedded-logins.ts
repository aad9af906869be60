import { randomBytes } from 'node:crypto';
import pg from 'pg';

/**
 * The name of the server's database, and of the login that owns the database, migrates it and runs operator
 * commands.
 */
const SERVER = 'palier';
/** The role of the server's connections (server/database/11-rights.sql). */
const APPLICATION = 'palier_app';
/** The role of release commands. */
const RELEASES = 'palier_releases';
/** The name of the demo provider's database, and of the login that owns the database. */
const PROVIDER = 'demo_provider';

const giveDatabaseTo = (name: string): string =>
  `alter database ${name} owner to ${name}; revoke all on database ${name} from public`;

/**
 * Creates the server's logins in the embedded PostgreSQL; returns their addresses. The server's connections
 * log in with the application's role: a statement such as `set role none` gives them no further rights.
 */
export async function createServerLogins(
  superuserUrl: string,
): Promise<{ ownerUrl: string; applicationUrl: string; releasesUrl: string }> {
  // Each migration, which the owner runs, sets the settings and rights of the application's role.
  const ownerUrl = await createLogin(superuserUrl, SERVER, SERVER, giveDatabaseTo(SERVER), 'createrole');
  const grantsOf = (role: string): string =>
    `grant ${role} to ${SERVER} with admin option; grant connect on database ${SERVER} to ${role}`;
  const applicationUrl = await createLogin(superuserUrl, APPLICATION, SERVER, grantsOf(APPLICATION));
  const releasesUrl = await createLogin(superuserUrl, RELEASES, SERVER, grantsOf(RELEASES));
  return { ownerUrl, applicationUrl, releasesUrl };
}

/**
 * Creates the demo provider's database and login in the embedded PostgreSQL; returns the address with that
 * login.
 */
export const createProviderLogin = (superuserUrl: string): Promise<string> =>
  createLogin(superuserUrl, PROVIDER, PROVIDER, giveDatabaseTo(PROVIDER));

/**
 * Creates login and database if they are missing. Gives the login the role `attributes` and a new password,
 * so that no file stores one.
 */
async function createLogin(
  superuserUrl: string,
  role: string,
  database: string,
  grants: string,
  attributes = '',
): Promise<string> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const password = randomBytes(24).toString('hex');
    const roles = await client.query('select from pg_roles where rolname = $1', [role]);
    await client.query(
      `${roles.rowCount === 1 ? 'alter' : 'create'} role ${role} ${attributes} login password '${password}'`,
    );
    const databases = await client.query('select from pg_database where datname = $1', [database]);
    if (databases.rowCount === 0) await client.query(`create database ${database}`);
    await client.query(grants);
    const url = new URL(superuserUrl);
    Object.assign(url, { username: role, password, pathname: `/${database}` });
    return url.href;
  } finally {
    await client.end();
  }
}
