import { applicationUrlOf } from '@palier/faults/actors/test-database';
import { createPool, type Pool } from '@palier/server/database/pool';
import { listHistory } from '@palier/server/transactions/history.repository';
import { readTotals } from '@palier/server/reports/report.repository';
import { findInSubtree, listChildren, searchChildren } from '@palier/server/users/user-list.repository';
import type { BenchRow } from '../row';
import { writeHistory } from './history';
import { runPgbenchMovements } from './loads';
import { compareReads } from './median-read';
import { fund, populate, readAgents } from './populate';
import type { Environment } from './environment';

const PAGE_SIZE = 25;
const TIME_ZONE = 'Africa/Tunis';
const SMALL = { transfers: 10_000, agents: 10, childrenEach: 100 };
const AGENTS_OF_LARGE = 100;

/** A ledger of one size, with the agent who initiated a tenth of its transfers and that agent's first child. */
interface Ledger {
  readonly pool: Pool;
  readonly userId: number;
  readonly accountId: number;
  readonly childAccountId: number;
  /** Transfers that the agent initiated. */
  readonly transfers: number;
  readonly children: number;
}

/** The page at a share of a list's depth. */
const pageAt = (share: number, rows: number): number => Math.floor((rows / PAGE_SIZE) * share);

/** The measured read of each benchmark; `turn` counts the reads. */
const READS = {
  'page-0': ({ pool, accountId }: Ledger) =>
    listHistory(pool, { of: 'outgoing', accountId }, 0, PAGE_SIZE, TIME_ZONE),
  'page-90': ({ pool, accountId, transfers }: Ledger) =>
    listHistory(pool, { of: 'outgoing', accountId }, pageAt(0.9, transfers), PAGE_SIZE, TIME_ZONE),
  'page-target': ({ pool, childAccountId, transfers }: Ledger) =>
    listHistory(
      pool,
      { of: 'incoming', accountId: childAccountId },
      // Half of the agent's transfers are with this child.
      pageAt(0.5, transfers / 2),
      PAGE_SIZE,
      TIME_ZONE,
    ),
  report: ({ pool, accountId }: Ledger, turn: number) =>
    readTotals(pool, accountId, daysAgo(60 + (turn % 7)), daysAgo(0), TIME_ZONE),
  list: ({ pool, userId, children }: Ledger) => listChildren(pool, userId, pageAt(0.9, children), PAGE_SIZE),
  search: ({ pool, userId, children }: Ledger) =>
    searchChildren(pool, userId, `${children - 1}.agent`, 0, PAGE_SIZE),
  find: ({ pool, userId }: Ledger) => findInSubtree(pool, { id: userId, role: 'ROLE_ADMIN' }, 'agent'),
} as const;

/** The same read on a small and on a large ledger, through the server's repositories. */
export function growthRows(environment: Environment): BenchRow[] {
  const { size, seconds, folder } = environment.options;
  // One user per ten transfers.
  const childrenEach = size / 10 / AGENTS_OF_LARGE;
  const large = { transfers: size, agents: AGENTS_OF_LARGE, childrenEach };
  const databaseOf = ({ transfers, ...population }: typeof SMALL): Promise<string> => {
    const name = `bench_history_${transfers}x${population.agents}`;
    const prepare = async (url: string): Promise<void> => {
      await populate(url, population);
      await fund(url);
      await writeHistory(url, transfers);
    };
    return environment.database(name, prepare, true);
  };
  const readRow = (id: keyof typeof READS, title: string, atMost = 1.3): BenchRow => ({
    ...{ id, title, group: 'growth', unit: 'ms', goal: { atMost } },
    reference: `on ${SMALL.transfers.toLocaleString('en')} transfers, ${(SMALL.agents * SMALL.childrenEach).toLocaleString('en')} accounts`,
    async prepare() {
      const open = async (size: typeof SMALL): Promise<Ledger> => openLedger(await databaseOf(size));
      return compareReads(seconds, await open(SMALL), await open(large), READS[id]);
    },
  });

  const suffix = `, ${size.toLocaleString('en')} transfers`;
  const accounts = `, ${(childrenEach * AGENTS_OF_LARGE).toLocaleString('en')} accounts, ${childrenEach.toLocaleString('en')} children`;
  return [
    readRow('page-0', `history, first page and total${suffix}`),
    readRow('page-90', `history, page at 90 % depth and total${suffix}`),
    readRow('page-target', `history of one target, page in the middle${suffix}`),
    readRow('report', `report of the last sixty days${suffix}`),
    readRow('list', `sub-account list, page at 90 % depth${accounts}`),
    readRow('search', `search by a username's middle${accounts}`, 2),
    readRow('find', `search of a subtree by a text that all names contain${accounts}`),
    {
      id: 'post-large',
      group: 'growth',
      title: `our one-movement SQL, pgbench, 16 clients${suffix}`,
      unit: '/s',
      reference: 'on an empty ledger of as many agents',
      goal: { atLeast: 0.9 },
      async prepare() {
        const emptyUrl = await environment.database('bench_empty', async (url) => {
          await populate(url, large);
          await fund(url);
        });
        const rateOf = async (databaseUrl: string) => {
          const ledger = { databaseUrl, folder, seconds, agents: await readAgents(databaseUrl) };
          return async () => (await runPgbenchMovements(ledger, 'uniform', 16)).tps;
        };
        return { reference: await rateOf(emptyUrl), subject: await rateOf(await databaseOf(large)) };
      },
    },
  ];
}

async function openLedger(databaseUrl: string): Promise<Ledger> {
  const [agent] = await readAgents(databaseUrl);
  if (agent === undefined) throw new Error('the ledger has no agents');
  const { userId, accountId, children } = agent;
  const pool = createPool(applicationUrlOf(databaseUrl));
  const { rows } = await pool.query<{ total: bigint; child: number }>(
    `select initiated_count as total, (select account_id from users where parent_id = $2 and child_seq = 1) as child
       from accounts where id = $1`,
    [accountId, userId],
  );
  const { total, child } = rows[0]!;
  return {
    ...{ pool, userId, accountId, childAccountId: child },
    ...{ transfers: Number(total), children: children.length },
  };
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19);
