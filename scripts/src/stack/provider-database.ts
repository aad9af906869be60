import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startEmbedded, type Database } from './database';

const NAME = 'demo_provider';

/**
 * The demo provider's database: PROVIDER_DATABASE_URL, or else one in the embedded PostgreSQL, which is started here if the server
 * does not use it. `service` is null when no PostgreSQL was started.
 */
export async function openProviderDatabase(folder: string, server: Database): Promise<Database> {
  const url = process.env.PROVIDER_DATABASE_URL;
  if (url !== undefined && url !== '') return { url, service: null };
  const embedded = server.service === null ? await startEmbedded(folder, 'PROVIDER_DATABASE_URL') : null;
  return { url: await createProviderLogin((embedded ?? server).url), service: embedded?.service ?? null };
}

/** Creates database and login if they are missing. The login gets a new password, so that no file has to store one. */
async function createProviderLogin(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const has = async (query: string): Promise<boolean> => (await client.query(query, [NAME])).rowCount === 1;
    const password = randomBytes(24).toString('hex');
    const verb = (await has('select from pg_roles where rolname = $1')) ? 'alter' : 'create';
    await client.query(`${verb} role ${NAME} login password '${password}'`);
    if (!(await has('select from pg_database where datname = $1')))
      await client.query(`create database ${NAME} owner ${NAME}`);
    await client.query(`revoke connect on database ${NAME} from public`);
    const url = new URL(ownerUrl);
    Object.assign(url, { username: NAME, password, pathname: `/${NAME}` });
    return url.href;
  } finally {
    await client.end();
  }
}
