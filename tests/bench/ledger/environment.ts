import { applicationUrlOf } from '@palier/test-support/test-database';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '@palier/base/paths';
import { startEmbeddedPostgres, type EmbeddedDatabase } from '@palier/stack/postgres/embedded';
import { migrate } from '@palier/server/database';
import { verifyLedger } from '@palier/server/operator';
import { createAccessTokens } from '@palier/server/credentials';
import { freePort } from '@palier/base/process/free-port';
import { program } from '@palier/base/process/program';
import { untilReady } from '@palier/base/process/ready';
import { startService, type Service } from '@palier/base/process/service';
import { makeStoppedLedger, type StoppedLedger } from './stopped-ledger';
import { COUNTING, readWork, workSince, type Work } from './work';
import { asOwner, populate, readAgents, type BenchAgent, type Population } from './populate';

export interface EnvironmentOptions {
  readonly folder: string;
  /** Duration of a reading under load. */
  readonly seconds: number;
  /** Transfers in the large ledger. */
  readonly size: number;
  readonly soakMinutes: number;
  readonly say: (line: string) => void;
}

/** A ledger with funded agents, and the settings of its loads. */
export interface BenchLedger {
  readonly databaseUrl: string;
  readonly agents: readonly BenchAgent[];
  readonly folder: string;
  readonly seconds: number;
}

export type BenchServer = Awaited<ReturnType<typeof startServer>>;

export type Environment = ReturnType<typeof createEnvironment>;

/** Enough agents that a uniform load rarely uses one agent twice at once. */
const POPULATION: Population = { agents: 2_000, childrenEach: 5 };
const DEFAULT_LEDGER = `bench_${POPULATION.agents}x${POPULATION.childrenEach}`;
const WALLET_SECRET = 'bench-wallet-secret';
/** The server's default lifetime of an access token. */
const TOKEN_LIFE_S = 900;

/** Shared by the server's benchmarks: one PostgreSQL, with databases created at their first use. */
export function createEnvironment(options: EnvironmentOptions) {
  const { folder, seconds, say } = options;
  const databases = new Map<string, Promise<string>>();
  const ledgers = new Map<string, Promise<BenchLedger>>();
  const checks = createLedgerChecks(say);
  const services: Service[] = [];
  let started: Promise<EmbeddedDatabase> | undefined;
  const cluster = (): Promise<EmbeddedDatabase> => (started ??= startCluster(folder));
  let server: Promise<BenchServer> | undefined;
  let stopped: Promise<StoppedLedger> | undefined;

  /**
   * The URL of the named database, which `prepare` fills. The database is created in every run, because
   * written data changes the figures. `isKept` is for databases that take minutes to create and are hardly
   * written to.
   */
  const database = (name: string, prepare: (url: string) => Promise<void>, isKept = false): Promise<string> =>
    getOrCreate(databases, name, async () => {
      const url = await makeDatabase((await cluster()).url, { name, prepare, isKept }, say);
      await checks.follow(url);
      return url;
    });
  /** The ledger of the loads; another name gives a separate ledger. */
  const ledger = (name = DEFAULT_LEDGER): Promise<BenchLedger> =>
    getOrCreate(ledgers, name, async () => {
      const databaseUrl = await database(name, (url) => populate(url, POPULATION));
      return { databaseUrl, agents: await readAgents(databaseUrl), folder, seconds };
    });
  /** Starts a new server process on the ledger of the loads. */
  const newServer = async (): Promise<BenchServer> => startServer(await ledger(), services);
  return {
    options,
    database,
    ledger,
    newServer,
    server: () => (server ??= newServer()),
    stoppedLedger: () => (stopped ??= makeStoppedLedger()),
    async checkpoint(): Promise<void> {
      await asOwner((await cluster()).url, (client) => client.query('checkpoint'));
    },
    /** What PostgreSQL does in a database while `act` runs. */
    workOf: async (databaseUrl: string, act: () => Promise<unknown>): Promise<Work> => {
      const { url } = await cluster();
      const before = await readWork(url, databaseUrl);
      await act();
      return workSince(before, await readWork(url, databaseUrl));
    },
    recount: (): Promise<string | null> => checks.recount(),
    async close(): Promise<void> {
      for (const service of services) await service.stop();
      await (await started)?.stop();
    },
  };
}

/** The value of a name, created at the first use of the name. */
function getOrCreate<Value>(
  made: Map<string, Promise<Value>>,
  name: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const value = made.get(name) ?? make();
  made.set(name, value);
  return value;
}

async function startCluster(folder: string): Promise<EmbeddedDatabase> {
  await mkdir(folder, { recursive: true });
  // When started by root, PostgreSQL runs as another user, who must be able to enter the folder.
  if (process.getuid?.() === 0) await chmod(folder, 0o755);
  return startEmbeddedPostgres({ dataDir: folder, settings: COUNTING });
}

/** The hash of the files that make the schema. A kept database has it as its comment. */
async function hashOfSchema(): Promise<string> {
  const folder = join(ROOT, 'server/database');
  const hash = createHash('sha256');
  for (const file of (await readdir(folder, { recursive: true })).sort())
    if (file.endsWith('.sql')) hash.update(await readFile(join(folder, file)));
  return hash.digest('hex');
}

/**
 * Only a complete database has its final name; a database that an interrupted run left incomplete is created
 * again, and so is a kept one of another schema.
 */
async function makeDatabase(
  clusterUrl: string,
  { name, prepare, isKept }: { name: string; prepare: (url: string) => Promise<void>; isKept: boolean },
  say: (line: string) => void,
): Promise<string> {
  const urlOf = (database: string): string =>
    Object.assign(new URL(clusterUrl), { pathname: `/${database}` }).href;
  await asOwner(clusterUrl, async (client) => {
    const schema = await hashOfSchema();
    const { rowCount } = await client.query(
      `select from pg_database where datname = $1 and shobj_description(oid, 'pg_database') = $2`,
      [name, schema],
    );
    if (rowCount === 1 && isKept) return readIntoCache(urlOf(name));
    say(`  making the database ${name} …`);
    await client.query(`drop database if exists ${name}`);
    await client.query(`drop database if exists making_${name}`);
    await client.query(`create database making_${name}`);
    await migrateWithLogin(urlOf(`making_${name}`));
    await prepare(urlOf(`making_${name}`));
    await client.query(`alter database making_${name} rename to ${name}`);
    await migrateWithLogin(urlOf(name));
    await client.query(`comment on database ${name} is '${schema}'`);
  });
  return urlOf(name);
}

const migrateWithLogin = (url: string): Promise<void> =>
  migrate(url, { applicationUrl: applicationUrlOf(url) });

/** A kept database is read into the cache first, otherwise the benchmark would measure the disk. */
async function readIntoCache(databaseUrl: string): Promise<void> {
  await asOwner(databaseUrl, (client) =>
    client.query(`create extension if not exists pg_prewarm;
      select pg_prewarm(oid, 'read') from pg_class where relkind in ('r', 'i', 't', 'm')`),
  );
}

async function startServer({ databaseUrl, folder }: BenchLedger, services: Service[]) {
  const port = await freePort();
  const helloPort = await freePort();
  const secret = randomBytes(32).toString('hex');
  const main = program('server/src/main.ts');
  const hello = program('tests/bench/ledger/hello.program.ts').at(-1)!;
  const service = await startService({
    title: 'The server',
    args: [...main.slice(0, -1), '--import', hello, main.at(-1)!],
    env: {
      HELLO_PORT: String(helloPort),
      PORT: String(port),
      DATABASE_URL: applicationUrlOf(databaseUrl),
      DATA_DIR: folder,
      JWT_SECRET: secret,
      PROVIDER_AGENT_CODE: 'palier',
      PROVIDER_AGENT_TOKEN: 'bench-agent-token',
      PROVIDER_SECRET: WALLET_SECRET,
      // All load comes from one address.
      RATE_LIMIT: '0',
    },
    logFile: join(folder, 'server.log'),
  });
  services.push(service);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(service, `${url}/readyz`);
  const issuer = createAccessTokens(secret, TOKEN_LIFE_S);
  return {
    url,
    /** GET /hello of the same process, the framework's minimal answer. */
    helloUrl: `http://127.0.0.1:${helloPort}`,
    pid: service.pid,
    walletSecret: WALLET_SECRET,
    /** Access tokens of new sessions of these users, in their order. */
    async tokens(userIds: readonly number[]): Promise<string[]> {
      const sql = `insert into sessions (user_id, expires_at)
        select x, now() + interval '1 day' from unnest($1::int[]) x returning id, user_id as "userId"`;
      const { rows } = await asOwner(databaseUrl, (client) =>
        client.query<{ id: string; userId: number }>(sql, [userIds]),
      );
      const sessions = new Map(rows.map(({ id, userId }) => [userId, id]));
      return Promise.all(
        userIds.map((userId) => issuer.issue({ userId, sessionId: sessions.get(userId) ?? '' })),
      );
    },
  };
}

/**
 * The ledgers of a run. recount() verifies each ledger that has new transfers since its last verification.
 * `say` announces each verification, which takes minutes for ten million transfers.
 */
function createLedgerChecks(say: (line: string) => void) {
  const counted = new Map<string, string>();
  return {
    /** Starts watching a database for new transfers. */
    async follow(databaseUrl: string): Promise<void> {
      counted.set(databaseUrl, await readLastTransfer(databaseUrl));
    },
    /** Verifies every ledger with new transfers since the last call: null, or the fault. */
    async recount(): Promise<string | null> {
      for (const [databaseUrl, known] of counted) {
        const last = await readLastTransfer(databaseUrl);
        if (last === known) continue;
        counted.set(databaseUrl, last);
        say(`  verifying the ledger of ${nameOf(databaseUrl)} …`);
        const fault = await recountLedger(databaseUrl);
        if (fault !== null) return fault;
      }
      return null;
    },
  };
}

const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

const readLastTransfer = (databaseUrl: string): Promise<string> =>
  asOwner(databaseUrl, async (client) => {
    const { rows } = await client.query<{ last: string }>('select last_value as last from transfer_ids');
    return rows[0]?.last ?? '';
  });

/** Null when the ledger agrees, else the broken rule and its first row. */
const recountLedger = (databaseUrl: string): Promise<string | null> =>
  asOwner(databaseUrl, async (client) => {
    // For this connection, because ten million postings are sorted several times.
    await client.query("set work_mem = '256MB'");
    const fault = await verifyLedger(client);
    return fault === null ? null : `${nameOf(databaseUrl)}: ${fault.rule} (${fault.row})`;
  });
