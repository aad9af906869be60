import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedDatabase } from '@palier/scripts/postgres/embedded';
import { migrate } from '@palier/server/database/migrate';
import { createAccessTokens } from '@palier/server/sessions/access-token';
import { freePort } from '@palier/scripts/process/free-port';
import { program } from '@palier/scripts/process/program';
import { untilReady } from '@palier/scripts/process/ready';
import { startService, type Service } from '@palier/scripts/process/service';
import { createLedgerChecks } from './ledger-checks';
import { asOwner, fund, populate, readAgents, type BenchAgent, type Population } from './populate';

export interface EnvironmentOptions {
  readonly folder: string;
  /** Seconds of each reading under load. */
  readonly seconds: number;
  /** Transfers in the large ledger of the growth rows. */
  readonly size: number;
  /** How long the soak lasts. */
  readonly soakMinutes: number;
  readonly say: (line: string) => void;
}

/** A ledger with agents that have money, and how it is loaded. */
export interface BenchLedger {
  readonly databaseUrl: string;
  readonly agents: readonly BenchAgent[];
  readonly folder: string;
  readonly seconds: number;
}

export interface BenchServer {
  readonly url: string;
  /** GET /hello of the same process: a bare answer of the framework. */
  readonly helloUrl: string;
  readonly pid: number;
  readonly walletSecret: string;
  /** Access tokens of sessions made for these users, in their order. */
  tokens(userIds: readonly number[]): Promise<string[]>;
}

/** What the rows of the server share: one PostgreSQL, its databases made when first asked for. */
export interface Environment {
  readonly options: EnvironmentOptions;
  /**
   * Made anew in every run, since what loads write would make the figures of the next run others; `isKept` is for
   * what takes minutes to make and rows hardly write to.
   */
  database(name: string, prepare: (url: string) => Promise<void>, isKept?: boolean): Promise<string>;
  /** The ledger of the loads; another under another name, for a row whose reference does not grow as it does. */
  ledger(name?: string): Promise<BenchLedger>;
  server(): Promise<BenchServer>;
  /** One more process on the same place, which has served nobody yet. */
  newServer(): Promise<BenchServer>;
  /** Writes to disk what PostgreSQL still holds in memory; nothing while it was not asked for. */
  checkpoint(): Promise<void>;
  /** Recounts its ledgers where money has moved since the last time; null when they agree, else what is wrong. */
  recount(): Promise<string | null>;
  close(): Promise<void>;
}

/** As many accounts as the reference of the design's goals has, so that a uniform load rarely meets itself. */
const POPULATION: Population = { agents: 2_000, childrenEach: 5 };
const WALLET_SECRET = 'bench-wallet-secret';
/** As the server issues them (section 5 of docs/design.md). */
const TOKEN_LIFE_S = 900;

export function createEnvironment(options: EnvironmentOptions): Environment {
  const made = new Map<string, Promise<string>>();
  const books = createLedgerChecks(options.say);
  const services: Service[] = [];
  let cluster: Promise<EmbeddedDatabase> | undefined;
  const ledgers = new Map<string, Promise<BenchLedger>>();
  let server: Promise<BenchServer> | undefined;

  const environment: Environment = {
    options,
    async database(name, prepare, isKept = false) {
      cluster ??= startCluster(options.folder);
      const { url } = await cluster;
      let database = made.get(name);
      if (database === undefined) {
        database = makeDatabase(url, { name, prepare, isKept }, options.say).then(async (databaseUrl) => {
          await books.follow(databaseUrl);
          return databaseUrl;
        });
        made.set(name, database);
      }
      return database;
    },
    async ledger(name = `bench_${POPULATION.agents}x${POPULATION.childrenEach}`) {
      const ledger = ledgers.get(name) ?? createLedger(environment, name);
      ledgers.set(name, ledger);
      return ledger;
    },
    server: () => (server ??= environment.newServer()),
    newServer: async () => startServer(await environment.ledger(), services),
    async checkpoint() {
      if (cluster === undefined) return;
      await asOwner((await cluster).url, (client) => client.query('checkpoint'));
    },
    recount: () => books.recount(),
    async close() {
      for (const service of services) await service.stop();
      await (await cluster)?.stop();
    },
  };
  return environment;
}

async function startCluster(folder: string): Promise<EmbeddedDatabase> {
  await mkdir(folder, { recursive: true });
  // As root, PostgreSQL runs as a user of its own, who must be able to walk through.
  if (process.getuid?.() === 0) await chmod(folder, 0o755);
  return startEmbeddedPostgres({ dataDir: folder, settings: {} });
}

/** A database is complete once it bears its final name; what a cut run left is made anew. */
async function makeDatabase(
  clusterUrl: string,
  { name, prepare, isKept }: { name: string; prepare: (url: string) => Promise<void>; isKept: boolean },
  say: (line: string) => void,
): Promise<string> {
  const urlOf = (database: string): string =>
    Object.assign(new URL(clusterUrl), { pathname: `/${database}` }).href;
  await asOwner(clusterUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1 && isKept) {
      await migrate(urlOf(name));
      return readIntoCache(urlOf(name));
    }
    say(`  making the database ${name} …`);
    await client.query(`drop database if exists ${name}`);
    await client.query(`drop database if exists making_${name}`);
    await client.query(`create database making_${name}`);
    await migrate(urlOf(`making_${name}`));
    await prepare(urlOf(`making_${name}`));
    await client.query(`alter database making_${name} rename to ${name}`);
  });
  return urlOf(name);
}

/** A database just made is in the system's cache; one that was kept is read from disk first, or its row would judge the disk. */
async function readIntoCache(databaseUrl: string): Promise<void> {
  await asOwner(databaseUrl, (client) =>
    client.query(`create extension if not exists pg_prewarm;
      select pg_prewarm(oid, 'read') from pg_class where relkind in ('r', 'i', 't', 'm')`),
  );
}

async function createLedger(environment: Environment, name: string): Promise<BenchLedger> {
  const databaseUrl = await environment.database(name, async (url) => {
    await populate(url, POPULATION);
    await fund(url);
  });
  const { folder, seconds } = environment.options;
  return { databaseUrl, agents: await readAgents(databaseUrl), folder, seconds };
}

async function startServer({ databaseUrl, folder }: BenchLedger, services: Service[]): Promise<BenchServer> {
  const [port, helloPort] = [await freePort(), await freePort()];
  const secret = randomBytes(32).toString('hex');
  const server = program('server/src/main.ts');
  const service = await startService({
    title: 'The server',
    args: [
      ...server.slice(0, -1),
      '--import',
      program('tools/bench/src/ledger/hello.program.ts').at(-1)!,
      server.at(-1)!,
    ],
    env: {
      HELLO_PORT: String(helloPort),
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      JWT_SECRET: secret,
      PROVIDER_AGENT_CODE: 'palier',
      PROVIDER_AGENT_TOKEN: 'bench-agent-token',
      PROVIDER_SECRET: WALLET_SECRET,
      // One address sends everything here; the limit has tests of its own.
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
    helloUrl: `http://127.0.0.1:${helloPort}`,
    pid: service.pid,
    walletSecret: WALLET_SECRET,
    async tokens(userIds) {
      const { rows } = await asOwner(databaseUrl, (client) =>
        client.query<{ id: string; user_id: number }>(
          `insert into sessions (user_id, expires_at)
             select x, now() + interval '1 day' from unnest($1::int[]) x returning id, user_id`,
          [userIds],
        ),
      );
      const sessions = new Map(rows.map(({ id, user_id }) => [user_id, id]));
      return Promise.all(
        userIds.map((userId) => issuer.issue({ userId, sessionId: sessions.get(userId) ?? '' })),
      );
    },
  };
}
