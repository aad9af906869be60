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
  const ownerUrl = await createLogin(superuserUrl, {
    role: SERVER,
    database: SERVER,
    grants: giveDatabaseTo(SERVER),
    attributes: 'createrole',
  });
  const createGranted = (role: string): Promise<string> =>
    createLogin(superuserUrl, {
      role,
      database: SERVER,
      grants:
        `grant ${role} to ${SERVER} with admin option; ` + `grant connect on database ${SERVER} to ${role}`,
    });
  const applicationUrl = await createGranted(APPLICATION);
  const releasesUrl = await createGranted(RELEASES);
  return { ownerUrl, applicationUrl, releasesUrl };
}

/**
 * Creates the demo provider's database and login in the embedded PostgreSQL; returns the address with that
 * login.
 */
export const createProviderLogin = (superuserUrl: string): Promise<string> =>
  createLogin(superuserUrl, { role: PROVIDER, database: PROVIDER, grants: giveDatabaseTo(PROVIDER) });

interface Login {
  readonly role: string;
  readonly database: string;
  /** Statements that give the role its rights on the database. */
  readonly grants: string;
  readonly attributes?: string;
}

/**
 * Creates login and database if they are missing. Gives the login the role `attributes` and a new password,
 * so that no file stores one.
 */
async function createLogin(
  superuserUrl: string,
  { role, database, grants, attributes = '' }: Login,
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
