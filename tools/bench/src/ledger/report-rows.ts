import { findDayBounds, sumDayMovements } from '@palier/server/reports/day-close.repository';
import { readSubtreeBalances } from '@palier/server/reports/trial-balance.repository';
import { createPool, type Pool } from '@palier/server/database/pool';
import type { BenchRow } from '../row';
import { writeHistory } from './history';
import { medianReadMs } from './median-read';
import { writePlays } from './plays';
import { asOwner, fund, populate, readAgents, type Population } from './populate';
import type { Environment } from './environment';

const TIME_ZONE = 'Africa/Tunis';
/** Ten million postings of one agent over ten years. */
const MOVEMENTS_A_DAY = 2_740;
const SMALL_MOVEMENTS = 10_000;
const AGENT: Population = { agents: 1, childrenEach: 100 };

const SMALL_TREE = { agents: 10, childrenEach: 100 };
const LARGE_TREE = { agents: 100, childrenEach: 1_000 };
const PLAYS_EACH = 20;

const accountsOf = ({ agents, childrenEach }: Population): number => agents * childrenEach;
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Day close and trial balance: an old account against a new one, a large subtree against a small one. */
export function reportRows(environment: Environment): BenchRow[] {
  const { size, seconds } = environment.options;

  const agentDatabase = (movements: number): Promise<string> =>
    environment.database(
      `bench_agent_${movements}`,
      async (url) => {
        const days = movements / MOVEMENTS_A_DAY;
        await populate(url, AGENT);
        await fund(url, days + 11);
        await writeHistory(url, movements, { days, firstAgentEvery: 1 });
      },
      true,
    );
  const dayCloseRow = (
    row: Pick<BenchRow, 'id' | 'title'>,
    dayOf: (movements: number, turn: number) => string,
  ): BenchRow => ({
    ...row,
    group: 'growth',
    unit: 'ms',
    reference: `of an agent with ${SMALL_MOVEMENTS.toLocaleString('en')}`,
    goal: { atMost: 1.3 },
    async prepare() {
      const open = async (movements: number) => {
        const url = await agentDatabase(movements);
        const [agent] = await readAgents(url);
        if (agent === undefined) throw new Error('the ledger has no agent');
        const pool = createPool(url);
        const read = (turn: number) => closeDay(pool, agent.accountId, dayOf(movements, turn));
        return { pool, measure: () => medianReadMs(seconds, read) };
      };
      const [small, large] = [await open(SMALL_MOVEMENTS), await open(size)];
      return { reference: small.measure, subject: large.measure, close: () => endAll(small, large) };
    },
  });

  const treeDatabase = (population: Population): Promise<string> =>
    environment.database(
      `bench_tree_${accountsOf(population)}`,
      async (url) => {
        await populate(url, population);
        await fund(url);
        await writePlays(url, PLAYS_EACH);
      },
      true,
    );

  return [
    dayCloseRow(
      {
        id: 'day-close',
        title: `close of a day of ${MOVEMENTS_A_DAY.toLocaleString('en')} movements, of an agent with ${size.toLocaleString('en')}`,
      },
      // In the middle of the history.
      (movements, turn) => daysAgo(Math.round(10 + movements / MOVEMENTS_A_DAY / 2) + (turn % 2)),
    ),
    dayCloseRow(
      {
        id: 'day-close-idle',
        title: `close of a day without movements, of an agent with ${size.toLocaleString('en')}`,
      },
      (_, turn) => daysAgo(3 + (turn % 2)),
    ),
    {
      id: 'trial-balance',
      group: 'growth',
      title: `trial balance of ${accountsOf(LARGE_TREE).toLocaleString('en')} accounts, per thousand accounts`,
      unit: 'ms',
      reference: `of ${accountsOf(SMALL_TREE).toLocaleString('en')}`,
      goal: { atMost: 1.3 },
      async prepare() {
        const open = async (population: Population) => {
          const url = await treeDatabase(population);
          const userId = await readSuperAdmin(url);
          const pool = createPool(url);
          return {
            pool,
            measure: async () =>
              (await medianReadMs(seconds, () => readSubtreeBalances(pool, { childrenOf: userId }))) /
              (accountsOf(population) / 1_000),
          };
        };
        const [small, large] = [await open(SMALL_TREE), await open(LARGE_TREE)];
        return { reference: small.measure, subject: large.measure, close: () => endAll(small, large) };
      },
    },
  ];
}

async function closeDay(pool: Pool, accountId: number, date: string): Promise<void> {
  const bounds = await findDayBounds(pool, accountId, date, TIME_ZONE);
  await sumDayMovements(pool, accountId, bounds);
}

const endAll = async (...ledgers: readonly { readonly pool: Pool }[]): Promise<void> => {
  for (const { pool } of ledgers) await pool.end();
};

async function readSuperAdmin(databaseUrl: string): Promise<number> {
  const { rows } = await asOwner(databaseUrl, (client) =>
    client.query<{ id: number }>("select id from users where role = 'ROLE_SUPER_ADMIN'"),
  );
  return rows[0]?.id ?? 0;
}
