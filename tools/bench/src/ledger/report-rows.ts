import { applicationUrlOf } from '@palier/faults/actors/test-database';
import { findDayBounds, sumDayMovements } from '@palier/server/reports/day-close.repository';
import { readSubtreeBalances } from '@palier/server/reports/trial-balance.repository';
import { listSelection } from '@palier/server/transactions/history-selection.repository';
import { createPool, type Pool } from '@palier/server/database/pool';
import type { BenchRow } from '../row';
import { writeHistory } from './history';
import { compareReads } from './median-read';
import { asOwner, fund, populate, readAgents, type Population } from './populate';
import type { Environment } from './environment';

const TIME_ZONE = 'Africa/Tunis';
/** Ten million postings of one agent over ten years. */
const MOVEMENTS_A_DAY = 2_740;
const SMALL_MOVEMENTS = 10_000;
const AGENT: Population = { agents: 1, childrenEach: 100 };
const SMALL_TREE: Population = { agents: 10, childrenEach: 100 };
const LARGE_TREE: Population = { agents: 100, childrenEach: 1_000 };

interface AgentLedger {
  readonly pool: Pool;
  readonly accountId: number;
  readonly movements: number;
}

const format = (count: number): string => count.toLocaleString('en');
const accountsOf = ({ agents, childrenEach }: Population): number => agents * childrenEach;
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Day close and trial balance: an old account against a new one, a large subtree against a small one. */
export function reportRows(environment: Environment): BenchRow[] {
  const { size, seconds } = environment.options;
  const openAgent = async (movements: number): Promise<AgentLedger> => {
    const prepare = async (url: string): Promise<void> => {
      const days = movements / MOVEMENTS_A_DAY;
      await populate(url, AGENT);
      await fund(url, days + 11);
      await writeHistory(url, movements, { days, firstAgentEvery: 1 });
    };
    const url = await environment.database(`bench_agent_${movements}`, prepare, true);
    const [agent] = await readAgents(url);
    return { pool: createPool(applicationUrlOf(url)), accountId: agent!.accountId, movements };
  };
  const openTree = async (population: Population) => {
    const prepare = async (url: string): Promise<void> => {
      await populate(url, population);
      await fund(url);
    };
    const url = await environment.database(`bench_tree_${accountsOf(population)}`, prepare, true);
    return { pool: createPool(applicationUrlOf(url)), userId: await readSuperAdmin(url) };
  };
  const dayRow = (
    id: string,
    title: string,
    dayOf: (movements: number, turn: number) => string,
    read = closeDay,
  ): BenchRow => ({
    ...{ id, group: 'growth', unit: 'ms', goal: { atMost: 1.3 } },
    title: `${title}, of an agent with ${format(size)}`,
    reference: `of an agent with ${format(SMALL_MOVEMENTS)}`,
    prepare: async () =>
      compareReads(seconds, await openAgent(SMALL_MOVEMENTS), await openAgent(size), (ledger, turn) =>
        read(ledger, dayOf(ledger.movements, turn)),
      ),
  });

  const inTheMiddle = (movements: number, turn: number): string =>
    daysAgo(Math.round(10 + movements / MOVEMENTS_A_DAY / 2) + (turn % 2));
  return [
    dayRow('day-close', `close of a day of ${format(MOVEMENTS_A_DAY)} movements`, inTheMiddle),
    dayRow(
      'select-day',
      `selection of a day of ${format(MOVEMENTS_A_DAY)} movements by kind`,
      inTheMiddle,
      selectDay,
    ),
    dayRow('day-close-idle', 'close of a day without movements', (_, turn) => daysAgo(3 + (turn % 2))),
    {
      id: 'trial-balance',
      group: 'growth',
      title: `trial balance of ${format(accountsOf(LARGE_TREE))} accounts, per thousand accounts`,
      unit: 'ms',
      reference: `of ${format(accountsOf(SMALL_TREE))}`,
      goal: { atMost: 1.3 },
      async prepare() {
        const [small, large] = [await openTree(SMALL_TREE), await openTree(LARGE_TREE)];
        const probe = compareReads(seconds, small, large, ({ pool, userId }) =>
          readSubtreeBalances(pool, { childrenOf: userId }),
        );
        const perThousand = (read: () => Promise<number>, tree: Population) => async () =>
          (await read()) / (accountsOf(tree) / 1_000);
        return {
          ...probe,
          subject: perThousand(probe.subject, LARGE_TREE),
          reference: perThousand(probe.reference!, SMALL_TREE),
        };
      },
    },
  ];
}

async function closeDay({ pool, accountId }: AgentLedger, date: string): Promise<void> {
  const bounds = await findDayBounds(pool, accountId, date, TIME_ZONE);
  await sumDayMovements(pool, accountId, bounds);
}

async function selectDay({ pool, accountId }: AgentLedger, date: string): Promise<void> {
  const selection = { from: date, to: date, kind: 'WITHDRAWAL' };
  await listSelection(pool, { of: 'outgoing', accountId }, selection, {
    page: 0,
    size: 25,
    timeZone: TIME_ZONE,
  });
}

async function readSuperAdmin(databaseUrl: string): Promise<number> {
  const { rows } = await asOwner(databaseUrl, (client) =>
    client.query<{ id: number }>("select id from users where role = 'ROLE_SUPER_ADMIN'"),
  );
  return rows[0]!.id;
}
