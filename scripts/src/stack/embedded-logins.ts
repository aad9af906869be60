import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The database and the login of its owner, which migrates it and runs operator commands. */
const SERVER = 'palier';
/** The role of the server's connections (server/database/11-rights.sql). */
const APPLICATION = 'palier_app';
const PROVIDER = 'demo_provider';

/** The addresses of the server's database. */
export interface ServerLogins {
  readonly ownerUrl: string;
  readonly applicationUrl: string;
}

/**
 * Creates the server's logins in the embedded PostgreSQL. The server's connections log in with the application's role: a statement
 * such as `set role none` gives them no further rights.
 */
export async function createServerLogins(superuserUrl: string): Promise<ServerLogins> {
  const ownerUrl = await createOwnDatabase(superuserUrl, SERVER);
  return asSuperuser(superuserUrl, async (client) => {
    const password = await createLogin(client, APPLICATION);
    await client.query(
      `grant ${APPLICATION} to ${SERVER}; grant connect on database ${SERVER} to ${APPLICATION}`,
    );
    return { ownerUrl, applicationUrl: addressOf(superuserUrl, SERVER, APPLICATION, password) };
  });
}

/** Creates the demo provider's database and login in the embedded PostgreSQL; returns its address. */
export const createProviderLogin = (superuserUrl: string): Promise<string> =>
  createOwnDatabase(superuserUrl, PROVIDER);

/** Creates a database and the login that owns it, if they are missing. Only logins with a grant can connect to it. */
async function createOwnDatabase(superuserUrl: string, name: string): Promise<string> {
  return asSuperuser(superuserUrl, async (client) => {
    const password = await createLogin(client, name);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
    await client.query(`alter database ${name} owner to ${name}; revoke all on database ${name} from public`);
    return addressOf(superuserUrl, name, name, password);
  });
}

/** Creates a login if it is missing, and returns its password: a new one, so that no file has to store it. */
async function createLogin(client: pg.Client, name: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
  // The first migration, which the owner runs, creates the application's role unless it exists.
  const rights = name === SERVER ? 'createrole' : '';
  await client.query(
    `${rowCount === 1 ? 'alter' : 'create'} role ${name} login ${rights} password '${password}'`,
  );
  return password;
}

function addressOf(superuserUrl: string, database: string, username: string, password: string): string {
  const url = new URL(superuserUrl);
  Object.assign(url, { username, password, pathname: `/${database}` });
  return url.href;
}

async function asSuperuser<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
