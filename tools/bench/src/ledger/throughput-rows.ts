import type { HttpFigures } from '../http-load';
import { initializeTpcB, runPgbench } from '../pgbench';
import type { BenchRow } from '../row';
import { httpLoad, pgbenchMovements, transactionCalls, warmUp, type Spread } from './loads';
import { asOwner } from './populate';
import type { Environment } from './environment';

const TPC_B_SCALE = 50;
const BET_CALLS = 4_000;

/** Transfers and bets per second, by SQL and over HTTP. */
export function throughputRows(environment: Environment): BenchRow[] {
  /** Readings of POST /transactions, after a warm-up. */
  const posting = async (spread: Spread, connections: number): Promise<() => Promise<HttpFigures>> => {
    const [ledger, server] = [await environment.ledger(), await environment.server()];
    const calls = await transactionCalls(ledger, server, spread);
    await warmUp(ledger, server, calls, true);
    return () => httpLoad(ledger, server, calls, connections, true);
  };
  const postRow = (
    row: Pick<BenchRow, 'id' | 'title' | 'goal'>,
    load: { spread: Spread; connections: number },
    against: Spread,
  ): BenchRow => ({
    ...row,
    group: 'ledger',
    unit: '/s',
    reference: `pgbench, 16 clients, our one-movement SQL${against === 'hot' ? ', same hot agent' : ''}`,
    async prepare() {
      const ledger = await environment.ledger();
      const posts = await posting(load.spread, load.connections);
      return {
        subject: async () => (await posts()).perSecond,
        reference: async () => (await pgbenchMovements(ledger, against, 16)).tps,
      };
    },
  });

  return [
    postRow(
      { id: 'post-64', title: 'POST /transactions, 64 connections', goal: { atLeast: 0.85 } },
      { spread: 'uniform', connections: 64 },
      'uniform',
    ),
    postRow(
      { id: 'post-256', title: 'POST /transactions, 256 connections', goal: { atLeast: 1 } },
      { spread: 'uniform', connections: 256 },
      'uniform',
    ),
    postRow(
      {
        id: 'post-hot-pgbench',
        title: 'POST /transactions by one hot agent, 64 connections',
        goal: { atLeast: 3.5 },
      },
      { spread: 'hot', connections: 64 },
      'hot',
    ),
    {
      id: 'post-hot',
      group: 'ledger',
      title: 'POST /transactions by one hot agent, 64 connections',
      unit: '/s',
      reference: 'the same by all agents',
      goal: { atLeast: 0.9 },
      async prepare() {
        const [hot, uniform] = [await posting('hot', 64), await posting('uniform', 64)];
        return {
          subject: async () => (await hot()).perSecond,
          reference: async () => (await uniform()).perSecond,
        };
      },
    },
    {
      id: 'post-lone',
      group: 'ledger',
      title: 'POST /transactions, one client, p50',
      unit: 'ms',
      reference: 'pgbench -c 1, our one-movement SQL',
      goal: { atMost: 1.6 },
      async prepare() {
        const ledger = await environment.ledger();
        const posts = await posting('uniform', 1);
        return {
          subject: async () => (await posts()).p50Ms,
          reference: async () => (await pgbenchMovements(ledger, 'uniform', 1)).latencyMs,
        };
      },
    },
    {
      id: 'sql-tpcb',
      group: 'ledger',
      title: 'our one-movement SQL, pgbench, 16 clients',
      unit: '/s',
      reference: 'pgbench TPC-B-like, 16 clients',
      goal: { atLeast: 1.5 },
      async prepare() {
        const ledger = await environment.ledger('bench_beside_tpcb');
        const tpcB = await environment.database('bench_tpcb', (url) => initializeTpcB(url, TPC_B_SCALE));
        return {
          subject: async () => (await pgbenchMovements(ledger, 'uniform', 16)).tps,
          reference: async () =>
            (
              await runPgbench({
                databaseUrl: tpcB,
                folder: ledger.folder,
                seconds: ledger.seconds,
                clients: 16,
                script: { builtin: 'tpcb-like' },
              })
            ).tps,
        };
      },
    },
    {
      id: 'sql-key',
      group: 'ledger',
      title: 'our one-movement SQL with an idempotency key, pgbench, 16 clients',
      unit: '/s',
      reference: 'the same without a key',
      goal: { atLeast: 0.8 },
      async prepare() {
        const ledger = await environment.ledger();
        return {
          subject: async () => (await pgbenchMovements(ledger, 'uniform', 16)).tps,
          reference: async () => (await pgbenchMovements(ledger, 'uniform', 16, false)).tps,
        };
      },
    },
    {
      id: 'bytes',
      group: 'ledger',
      title: 'disk per transfer: transfer, postings and all that histories and reports need',
      unit: 'bytes',
      // Six tenths of pgledger's size.
      goal: { atMost: 427 },
      async prepare() {
        const ledger = await environment.ledger();
        return {
          rounds: 1,
          async subject() {
            const before = await ledgerSize(ledger.databaseUrl);
            await pgbenchMovements(ledger, 'uniform', 16);
            const after = await ledgerSize(ledger.databaseUrl);
            return (after.bytes - before.bytes) / (after.transfers - before.transfers);
          },
        };
      },
    },
    {
      id: 'bets',
      group: 'ledger',
      title: 'wallet bets with three jackpot contributions, 64 connections',
      unit: '/s',
      reference: 'POST /transactions, 64 connections',
      goal: { atLeast: 0.8 },
      async prepare() {
        const [ledger, server] = [await environment.ledger(), await environment.server()];
        const transfers = await posting('uniform', 64);
        await asOwner(ledger.databaseUrl, (client) =>
          client.query(`insert into game_openings (user_id, provider_code, game_code)
            select id, 'PRAGMATIC', 'g1' from users where role = 'ROLE_CLIENT'`),
        );
        const players = ledger.agents.flatMap(({ children }) => children);
        const bets = Array.from({ length: BET_CALLS }, (_, index) => ({
          method: 'POST' as const,
          path: '/gold_api',
          // `{n}` makes each bet a new transaction and round.
          body: JSON.stringify({
            agent_code: 'palier',
            agent_secret: server.walletSecret,
            method: 'transaction',
            user_code: `u${players[(index * 37) % players.length]?.userId ?? 0}`,
            game_type: 'slot',
            slot: {
              ...{ provider_code: 'PRAGMATIC', game_code: 'g1', round_id: 'r{n}', type: 'BASE' },
              ...{ txn_id: 't{n}', bet_money: 0.2, win_money: 0, txn_type: 'debit_credit' },
            },
          }),
        }));
        await warmUp(ledger, server, bets);
        return {
          reference: async () => (await transfers()).perSecond,
          async subject() {
            const before = await countBets(ledger.databaseUrl);
            await httpLoad(ledger, server, bets, 64);
            // The wallet refuses with status 200, so posted bets are counted.
            return ((await countBets(ledger.databaseUrl)) - before) / ledger.seconds;
          },
        };
      },
    },
  ];
}

async function ledgerSize(databaseUrl: string): Promise<{ bytes: number; transfers: number }> {
  const { rows } = await asOwner(databaseUrl, async (client) => {
    await client.query('vacuum transfers, postings');
    return client.query<{ bytes: string; transfers: string }>(
      `select pg_total_relation_size('transfers') + pg_total_relation_size('postings') as bytes,
              (select count(*) from transfers) as transfers`,
    );
  });
  return { bytes: Number(rows[0]?.bytes), transfers: Number(rows[0]?.transfers) };
}

async function countBets(databaseUrl: string): Promise<number> {
  const { rows } = await asOwner(databaseUrl, (client) =>
    client.query<{ n: string }>("select count(*) as n from transfers where kind = 'BET'"),
  );
  return Number(rows[0]?.n);
}
