import type { HttpFigures } from '../http-load';
import { initializeTpcB, runPgbench } from '../pgbench';
import type { BenchRow, Probe } from '../row';
import {
  createTransactionCalls,
  httpLoad,
  prepareBets,
  runPgbenchMovements,
  warmUp,
  type Spread,
} from './loads';
import { asOwner } from './populate';
import type { BenchLedger, Environment } from './environment';

const TPC_B_SCALE = 50;
/** Movements of one commit. */
const BATCH = 16;
const SQL_TITLE = 'our one-movement SQL';

type Reading = Probe['subject'];

/** The ways to read the rate of a load, each after its preparation. */
function createReadings(environment: Environment) {
  /** Readings of POST /transactions, after a warm-up. */
  const postings = async (spread: Spread, connections: number): Promise<() => Promise<HttpFigures>> => {
    const ledger = await environment.ledger();
    const server = await environment.server();
    const calls = await createTransactionCalls(ledger, server, spread);
    await warmUp(ledger, server, calls, true);
    return () => httpLoad(ledger, server, calls, { connections, withKeys: true });
  };
  return {
    postings,
    ratePosts: async (spread: Spread, connections: number): Promise<Reading> => {
      const post = await postings(spread, connections);
      return async () => (await post()).perSecond;
    },
    rateSql: async (
      spread: Spread,
      { withKeys = true, ledger }: { withKeys?: boolean; ledger?: string } = {},
    ): Promise<Reading> => {
      const on = await environment.ledger(ledger);
      return async () => (await runPgbenchMovements(on, spread, 16, withKeys)).tps;
    },
  };
}

type ThroughputReadings = ReturnType<typeof createReadings>;

type Fields = Pick<BenchRow, 'goal'> & Partial<BenchRow>;
const row = (id: string, title: string, fields: Fields, prepare: BenchRow['prepare']): BenchRow => ({
  id,
  title,
  group: 'ledger',
  unit: '/s',
  ...fields,
  prepare,
});

/** Transfers and bets per second, by SQL and over HTTP. */
export function throughputRows(environment: Environment): BenchRow[] {
  const readings = createReadings(environment);
  return [
    ...postRows(environment, readings),
    ...sqlRows(environment, readings),
    bytesRow(environment),
    betsRow(environment, readings),
  ];
}

function postRows(
  environment: Environment,
  { postings, ratePosts, rateSql }: ThroughputReadings,
): BenchRow[] {
  const besideSql = (spread: Spread, connections: number, atLeast: number) =>
    [
      {
        reference: `pgbench, 16 clients, ${SQL_TITLE}${spread === 'hot' ? ', same hot agent' : ''}`,
        goal: { atLeast },
      },
      async () => ({
        subject: await ratePosts(spread, connections),
        reference: await rateSql(spread),
      }),
    ] as const;
  const hotTitle = 'POST /transactions by one hot agent, 64 connections';
  return [
    row('post-64', 'POST /transactions, 64 connections', ...besideSql('uniform', 64, 0.85)),
    row('post-256', 'POST /transactions, 256 connections', ...besideSql('uniform', 256, 1)),
    row('post-hot-pgbench', hotTitle, ...besideSql('hot', 64, 3.5)),
    row(
      'post-hot',
      `POST /transactions by one hot agent, in a batch of ${BATCH}`,
      { reference: 'by all agents', unit: 'instructions', isCount: true, goal: { atMost: 1.1 } },
      async () => {
        const stopped = await environment.stoppedLedger();
        return {
          subject: () => stopped.countFor('hot-transfer', BATCH),
          reference: () => stopped.countFor('transfer', BATCH),
          beside: {
            unit: 'a second, 64 connections',
            subject: await ratePosts('hot', 64),
            reference: await ratePosts('uniform', 64),
          },
        };
      },
    ),
    row(
      'post-lone',
      'POST /transactions, one client, p50',
      { unit: 'ms', reference: `pgbench -c 1, ${SQL_TITLE}`, goal: { atMost: 1.6 } },
      async () => {
        const ledger = await environment.ledger();
        const post = await postings('uniform', 1);
        return {
          subject: async () => (await post()).p50Ms,
          reference: async () => (await runPgbenchMovements(ledger, 'uniform', 1)).latencyMs,
        };
      },
    ),
  ];
}

const sqlRows = (environment: Environment, { rateSql }: ThroughputReadings): BenchRow[] => [
  row(
    'sql-tpcb',
    `${SQL_TITLE}, pgbench, 16 clients`,
    { reference: 'pgbench TPC-B-like, 16 clients', goal: { atLeast: 1.5 } },
    async () => {
      const databaseUrl = await environment.database('bench_tpcb', (url) => initializeTpcB(url, TPC_B_SCALE));
      const { folder, seconds } = environment.options;
      const load = { databaseUrl, folder, seconds, clients: 16, script: { builtin: 'tpcb-like' } } as const;
      return {
        subject: await rateSql('uniform', { ledger: 'bench_beside_tpcb' }),
        reference: async () => (await runPgbench(load)).tps,
      };
    },
  ),
  row(
    'sql-key',
    `${SQL_TITLE} with an idempotency key, pgbench, 16 clients`,
    { reference: 'the same without a key', goal: { atLeast: 0.8 } },
    async () => ({
      subject: await rateSql('uniform'),
      reference: await rateSql('uniform', { withKeys: false }),
    }),
  ),
];

const bytesRow = (environment: Environment): BenchRow =>
  row(
    'bytes',
    'disk per transfer: transfer, postings and all that histories and reports need',
    // Six tenths of pgledger's size.
    { unit: 'bytes', goal: { atMost: 427 } },
    async () => {
      const ledger = await environment.ledger();
      const subject = async (): Promise<number> => {
        const before = await readSize(ledger);
        await runPgbenchMovements(ledger, 'uniform', 16);
        const after = await readSize(ledger);
        return (after.bytes - before.bytes) / (after.transfers - before.transfers);
      };
      return { rounds: 1, subject };
    },
  );

const betsRow = (environment: Environment, { ratePosts }: ThroughputReadings): BenchRow =>
  row(
    'bets',
    `a wallet bet with three jackpot contributions, in a batch of ${BATCH}`,
    {
      reference: 'POST /transactions, as many',
      unit: 'instructions',
      isCount: true,
      goal: { atMost: 2 },
    },
    async () => {
      const stopped = await environment.stoppedLedger();
      const ledger = await environment.ledger();
      const server = await environment.server();
      const reference = await ratePosts('uniform', 64);
      const bets = await prepareBets(ledger, server.walletSecret);
      await warmUp(ledger, server, bets);
      const rateBets = async (): Promise<number> => {
        const before = await countBets(ledger);
        await httpLoad(ledger, server, bets, { connections: 64 });
        // The wallet refuses with status 200, so posted bets are counted.
        return ((await countBets(ledger)) - before) / ledger.seconds;
      };
      return {
        subject: () => stopped.countFor('bet', BATCH),
        reference: () => stopped.countFor('transfer', BATCH),
        beside: { unit: 'a second, 64 connections', subject: rateBets, reference },
      };
    },
  );

async function readSize({ databaseUrl }: BenchLedger): Promise<{ bytes: number; transfers: number }> {
  const { rows } = await asOwner(databaseUrl, async (client) => {
    await client.query('vacuum transfers, postings');
    return client.query<{ bytes: string; transfers: string }>(
      `select pg_total_relation_size('transfers') + pg_total_relation_size('postings') as bytes,
              (select count(*) from transfers) as transfers`,
    );
  });
  return { bytes: Number(rows[0]?.bytes), transfers: Number(rows[0]?.transfers) };
}

async function countBets({ databaseUrl }: BenchLedger): Promise<number> {
  const { rows } = await asOwner(databaseUrl, (client) =>
    client.query<{ n: string }>("select count(*) as n from transfers where kind = 'BET'"),
  );
  return Number(rows[0]?.n);
}
