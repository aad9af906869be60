import { createPool, type Pool } from '@palier/server/database/pool';
import { listHistory } from '@palier/server/transactions/history.repository';
import { readTotals } from '@palier/server/reports/report.repository';
import { listChildren, searchChildren } from '@palier/server/users/user.repository';
import type { BenchRow } from '../row';
import { writeHistory } from './history';
import { pgbenchMovements } from './loads';
import { medianReadMs } from './median-read';
import { fund, populate, readAgents } from './populate';
import type { Environment } from './environment';

const PAGE_SIZE = 25;
const TIME_ZONE = 'Africa/Tunis';
const SMALL = { transfers: 10_000, agents: 10, childrenEach: 100 };
const AGENTS_OF_LARGE = 100;

/** One size of the ledger, with the agent that holds a tenth of its transfers and that agent's first child. */
interface Ledger {
  readonly pool: Pool;
  readonly agent: { userId: number; accountId: number };
  readonly childAccountId: number;
  readonly agentTotal: number;
  readonly childCount: number;
}

/** The same read on a small and on a large ledger, through the server's repositories. */
export function growthRows(environment: Environment): BenchRow[] {
  const { size, seconds } = environment.options;
  // One user per ten transfers.
  const childrenEach = size / 10 / AGENTS_OF_LARGE;
  const databaseOf = async (transfers: number, agents: number, children: number): Promise<string> =>
    environment.database(
      `bench_history_${transfers}x${agents}`,
      async (url) => {
        await populate(url, { agents, childrenEach: children });
        await fund(url);
        await writeHistory(url, transfers);
      },
      true,
    );
  const smallUrl = (): Promise<string> => databaseOf(SMALL.transfers, SMALL.agents, SMALL.childrenEach);
  const largeUrl = (): Promise<string> => databaseOf(size, AGENTS_OF_LARGE, childrenEach);

  const readRow = (
    row: Pick<BenchRow, 'id' | 'title'>,
    atMost: number,
    read: (ledger: Ledger, turn: number) => Promise<unknown>,
  ): BenchRow => ({
    ...row,
    group: 'growth',
    unit: 'ms',
    reference: `on ${SMALL.transfers.toLocaleString('en')} transfers, ${(SMALL.agents * SMALL.childrenEach).toLocaleString('en')} accounts`,
    goal: { atMost },
    async prepare() {
      const [small, large] = [await openLedger(await smallUrl()), await openLedger(await largeUrl())];
      return {
        reference: () => medianReadMs(seconds, (turn) => read(small, turn)),
        subject: () => medianReadMs(seconds, (turn) => read(large, turn)),
        close: async () => {
          await small.pool.end();
          await large.pool.end();
        },
      };
    },
  });
  const history = (ledger: Ledger, page: number): Promise<unknown> =>
    listHistory(
      ledger.pool,
      { of: 'outgoing', accountId: ledger.agent.accountId },
      page,
      PAGE_SIZE,
      TIME_ZONE,
    );
  const search = (term: (ledger: Ledger) => string) => (ledger: Ledger) =>
    searchChildren(ledger.pool, ledger.agent.userId, term(ledger), 0, PAGE_SIZE);

  const suffix = `, ${size.toLocaleString('en')} transfers`;
  const accounts = `, ${(childrenEach * AGENTS_OF_LARGE).toLocaleString('en')} accounts, ${childrenEach.toLocaleString('en')} children`;
  return [
    readRow({ id: 'page-0', title: `history, first page and total${suffix}` }, 1.3, (ledger) =>
      history(ledger, 0),
    ),
    readRow({ id: 'page-90', title: `history, page at 90 % depth and total${suffix}` }, 1.3, (ledger) =>
      history(ledger, Math.floor((ledger.agentTotal / PAGE_SIZE) * 0.9)),
    ),
    readRow(
      { id: 'page-target', title: `history of one target, page in the middle${suffix}` },
      1.3,
      (ledger) =>
        listHistory(
          ledger.pool,
          { of: 'incoming', accountId: ledger.childAccountId },
          Math.floor(ledger.agentTotal / 2 / PAGE_SIZE / 2),
          PAGE_SIZE,
          TIME_ZONE,
        ),
    ),
    readRow({ id: 'report', title: `report of the last sixty days${suffix}` }, 1.3, (ledger, turn) =>
      readTotals(ledger.pool, ledger.agent.accountId, daysAgo(60 + (turn % 7)), daysAgo(0), TIME_ZONE),
    ),
    readRow({ id: 'list', title: `sub-account list, page at 90 % depth${accounts}` }, 1.3, (ledger) =>
      listChildren(
        ledger.pool,
        ledger.agent.userId,
        Math.floor((ledger.childCount / PAGE_SIZE) * 0.9),
        PAGE_SIZE,
      ),
    ),
    readRow(
      { id: 'search', title: `search by a username's middle${accounts}` },
      2,
      search(({ childCount }) => `${childCount - 1}.agent`),
    ),
    {
      id: 'post-large',
      group: 'growth',
      title: `our one-movement SQL, pgbench, 16 clients${suffix}`,
      unit: '/s',
      reference: 'on an empty ledger of as many agents',
      goal: { atLeast: 0.9 },
      async prepare() {
        const emptyUrl = await environment.database('bench_empty', async (url) => {
          await populate(url, { agents: AGENTS_OF_LARGE, childrenEach });
          await fund(url);
        });
        const { folder } = environment.options;
        const ledgerOf = async (databaseUrl: string) => ({
          databaseUrl,
          folder,
          seconds,
          agents: await readAgents(databaseUrl),
        });
        const [empty, large] = [await ledgerOf(emptyUrl), await ledgerOf(await largeUrl())];
        return {
          reference: async () => (await pgbenchMovements(empty, 'uniform', 16)).tps,
          subject: async () => (await pgbenchMovements(large, 'uniform', 16)).tps,
        };
      },
    },
  ];
}

async function openLedger(databaseUrl: string): Promise<Ledger> {
  const [agent] = await readAgents(databaseUrl);
  if (agent === undefined) throw new Error('the ledger has no agents');
  const pool = createPool(databaseUrl);
  const { rows } = await pool.query<{ total: bigint; child: number }>(
    `select initiated_count as total, (select account_id from users where parent_id = $2 and child_seq = 1) as child
       from accounts where id = $1`,
    [agent.accountId, agent.userId],
  );
  return {
    pool,
    agent,
    childAccountId: rows[0]?.child ?? 0,
    agentTotal: Number(rows[0]?.total ?? 0n),
    childCount: agent.children.length,
  };
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19);
