import {
  findChildrenByName,
  findInOwnSubtree,
  findInSubtree,
  findMovement,
  findRound,
  listChildren,
  listHistory,
  listOrderedChildren,
  listOwnRequests,
  listReceivedRequests,
  listSelection,
  readAccountEvents,
  readAccountFigures,
  readDepositLimits,
  readFloatHistory,
  readTotals,
  searchChildren,
} from '@palier/server/measured-calls';
import type { BenchRow } from '../row';
import { writeHistory, writeRequests, writeRounds } from './history';
import { runPgbenchMovements } from './loads';
import { populate, readAgents } from './populate';
import {
  compareReads,
  dayAgo,
  formatCount,
  GROWTH_GOAL,
  openPool,
  TIME_ZONE,
  type ReadLedger,
} from './reads';
import type { Environment } from './environment';

const PAGE_SIZE = 25;
/** One transfer in a hundred has a round besides. */
const TRANSFERS_A_ROUND = 100;
/** One transfer in ten has a closed request besides; the open ones of an agent are more than a page. */
const TRANSFERS_A_REQUEST = 10;
const OPEN_REQUESTS_EACH = 60;
/** The lines of a list of movements. */
const LISTED = 100;
/** Of the reads of requests, floats and lists: the goal of their issue. */
const DESK_GOAL = { atMost: 1.3 };
const FIRST_PAGE = { page: 0, size: PAGE_SIZE, timeZone: TIME_ZONE };
const SMALL = { transfers: 10_000, agents: 10, childrenEach: 100 };
const AGENTS_OF_LARGE = 100;
/**
 * The same with as many agents as the large ledger: an agent's open requests lie among those of all others,
 * so their number counts too.
 */
const SMALL_DESK = { transfers: 10_000, agents: AGENTS_OF_LARGE, childrenEach: 100 };

/**
 * A ledger of one size, with the agent who initiated a tenth of its transfers and that agent's first child.
 */
interface Ledger extends ReadLedger {
  readonly userId: number;
  readonly accountId: number;
  readonly childAccountId: number;
  readonly childId: number;
  /** The number in the middle of the first child's requests. */
  readonly request: number;
  readonly names: readonly string[];
  /** A client with rounds, and the number of its first stake. */
  readonly player: { readonly id: number; readonly accountId: number };
  readonly stake: number;
  /** The number of the transfer in the middle of the agent's history. */
  readonly number: number;
  /** Transfers that the agent initiated. */
  readonly transfers: number;
  readonly children: number;
}

/** The page at a share of a list's depth. */
const pageAt = (share: number, rows: number) => ({
  page: Math.floor((rows / PAGE_SIZE) * share),
  size: PAGE_SIZE,
});

/** The measured read of each benchmark; `turn` counts the reads. */
const READS = {
  'page-0': ({ pool, accountId }: Ledger) =>
    listHistory(pool, { of: 'outgoing', accountId }, { page: 0, size: PAGE_SIZE }, TIME_ZONE),
  'page-90': ({ pool, accountId, transfers }: Ledger) =>
    listHistory(pool, { of: 'outgoing', accountId }, pageAt(0.9, transfers), TIME_ZONE),
  'page-target': ({ pool, childAccountId, transfers }: Ledger) =>
    listHistory(
      pool,
      { of: 'incoming', accountId: childAccountId },
      // Half of the agent's transfers are with this child.
      pageAt(0.5, transfers / 2),
      TIME_ZONE,
    ),
  report: ({ pool, accountId }: Ledger, turn: number) =>
    readTotals(
      pool,
      accountId,
      { from: `${dayAgo(60 + (turn % 7))}T00:00:00`, to: `${dayAgo(0)}T00:00:00` },
      TIME_ZONE,
    ),
  list: ({ pool, userId, children }: Ledger) => listChildren(pool, userId, pageAt(0.9, children)),
  search: ({ pool, userId, children }: Ledger) =>
    searchChildren(pool, userId, `${children - 1}.agent`, { page: 0, size: PAGE_SIZE }),
  movement: ({ pool, accountId, number }: Ledger) => findMovement(pool, accountId, number, TIME_ZONE),
  'select-number': ({ pool, accountId, number }: Ledger) =>
    listSelection(pool, { of: 'outgoing', accountId }, { number }, FIRST_PAGE),
  account: async ({ pool, userId, player }: Ledger) => {
    await findInOwnSubtree(pool, userId, player.id, TIME_ZONE);
    await readAccountFigures(pool, player.accountId, TIME_ZONE);
  },
  events: ({ pool, player }: Ledger) => readAccountEvents(pool, player, undefined, TIME_ZONE),
  'events-deep': ({ pool, userId, accountId, transfers }: Ledger) =>
    readAccountEvents(pool, { id: userId, accountId }, `${Math.floor(transfers / 2)}.1.1`, TIME_ZONE),
  round: ({ pool, userId, stake }: Ledger) => findRound(pool, userId, stake, TIME_ZONE),
  'by-name': ({ pool, userId }: Ledger) =>
    listOrderedChildren(
      pool,
      { parentId: userId, term: '', sort: 'name', order: 'desc' },
      { page: 0, size: PAGE_SIZE },
    ),
  'requests-received': ({ pool, userId }: Ledger) => listReceivedRequests(pool, userId, null, TIME_ZONE),
  'requests-own': ({ pool, childId }: Ledger) => listOwnRequests(pool, childId, null, TIME_ZONE),
  'requests-own-deep': ({ pool, childId, request }: Ledger) =>
    listOwnRequests(pool, childId, request, TIME_ZONE),
  float: ({ pool, userId, accountId }: Ledger) =>
    readFloatHistory(pool, { id: userId, accountId, balanceMicros: 0n }, TIME_ZONE),
  'list-names': async ({ pool, userId, accountId, names }: Ledger) => {
    const children = await findChildrenByName(pool, userId, names);
    const accounts = children.map((child) => child!.accountId);
    await readDepositLimits(pool, accountId, accounts, TIME_ZONE);
  },
  find: ({ pool, userId }: Ledger) => findInSubtree(pool, { id: userId, role: 'ROLE_ADMIN' }, 'agent'),
} as const;

/** One user per ten transfers. */
const populationOf = (transfers: number) => ({
  agents: AGENTS_OF_LARGE,
  childrenEach: transfers / 10 / AGENTS_OF_LARGE,
});

/** The same read on a small and on a large ledger, through the server's repositories. */
export function growthRows(environment: Environment): BenchRow[] {
  const { size } = environment.options;
  const large = { transfers: size, ...populationOf(size) };
  const { childrenEach } = large;
  const databaseOf = ({ transfers, ...population }: typeof SMALL): Promise<string> => {
    const name = `bench_history_${transfers}x${population.agents}_requests`;
    const prepare = async (url: string): Promise<void> => {
      await populate(url, population);
      await writeHistory(url, transfers);
      await writeRounds(url, transfers / TRANSFERS_A_ROUND);
      await writeRequests(url, transfers / TRANSFERS_A_REQUEST, OPEN_REQUESTS_EACH);
    };
    return environment.database(name, prepare, true);
  };
  const readRow = (id: keyof typeof READS, title: string, small = SMALL, goal = GROWTH_GOAL): BenchRow => ({
    id,
    title,
    group: 'growth',
    unit: 'buffers',
    isCount: true,
    goal,
    reference:
      `on ${formatCount(small.transfers)} transfers, ` +
      `${formatCount(small.agents * small.childrenEach)} accounts`,
    async prepare() {
      const open = async (size: typeof SMALL): Promise<Ledger> => openLedger(await databaseOf(size));
      return compareReads(environment, await open(small), await open(large), READS[id]);
    },
  });

  const deskRow = (id: keyof typeof READS, title: string): BenchRow =>
    readRow(id, title, SMALL_DESK, DESK_GOAL);
  const suffix = `, ${formatCount(size)} transfers`;
  const accounts =
    `, ${formatCount(childrenEach * AGENTS_OF_LARGE)} accounts, ` + `${formatCount(childrenEach)} children`;
  return [
    readRow('page-0', `history, first page and total${suffix}`),
    readRow('page-90', `history, page at 90 % depth and total${suffix}`),
    readRow('page-target', `history of one target, page in the middle${suffix}`),
    readRow('report', `report of the last sixty days${suffix}`),
    readRow('list', `sub-account list, page at 90 % depth${accounts}`),
    readRow('search', `search by a username's middle${accounts}`),
    readRow('by-name', `sub-account list by name, first page${accounts}`),
    readRow('movement', `a movement by its number${suffix}`),
    readRow('select-number', `selection of a history by number${suffix}`),
    readRow('account', `account page with its figures${suffix}`),
    readRow('events', `time line of a player, first page${suffix}`),
    readRow('events-deep', `time line of an agent, page in the middle${suffix}`),
    readRow('round', `a round by the number of its stake${suffix}`),
    readRow('find', `search of a subtree by a text that all names contain${accounts}`),
    deskRow('requests-received', `open requests to an agent${suffix}`),
    deskRow('requests-own', `own requests, first page${suffix}`),
    deskRow('requests-own-deep', `own requests, page in the middle${suffix}`),
    deskRow('float', `giving of an agent by hour on five days, for its estimate${suffix}`),
    deskRow('list-names', `a list of ${LISTED} movements: accounts and limits${suffix}`),
    postLargeRow(environment, suffix, () => databaseOf(large)),
  ];
}

/** Movements into the large ledger and into an empty one. */
function postLargeRow(environment: Environment, suffix: string, openLarge: () => Promise<string>): BenchRow {
  const { size, seconds, folder } = environment.options;
  return {
    id: 'post-large',
    group: 'growth',
    title: `our one-movement SQL, pgbench, 16 clients${suffix}`,
    unit: 'buffers',
    isCount: true,
    reference: 'on an empty ledger of as many agents',
    goal: GROWTH_GOAL,
    async prepare() {
      const emptyUrl = await environment.database('bench_empty', (url) => populate(url, populationOf(size)));
      const measuresOf = async (databaseUrl: string) => {
        const ledger = { databaseUrl, folder, seconds, agents: await readAgents(databaseUrl) };
        const load = () => runPgbenchMovements(ledger, 'uniform', 16);
        return {
          rate: async () => (await load()).tps,
          buffers: async () => {
            const { buffers, statements } = await environment.workOf(databaseUrl, load);
            return buffers / statements;
          },
        };
      };
      const reference = await measuresOf(emptyUrl);
      const subject = await measuresOf(await openLarge());
      return {
        reference: reference.buffers,
        subject: subject.buffers,
        beside: { unit: 'a second', reference: reference.rate, subject: subject.rate },
      };
    },
  };
}

async function openLedger(databaseUrl: string): Promise<Ledger> {
  const [agent] = await readAgents(databaseUrl);
  if (agent === undefined) throw new Error('the ledger has no agents');
  const { userId, accountId, children } = agent;
  const pool = openPool(databaseUrl);
  const { rows } = await pool.query<
    Pick<Ledger, 'childAccountId' | 'childId' | 'request' | 'player' | 'stake' | 'number' | 'transfers'>
  >(
    `select a.initiated_count::int as transfers, child.account_id as "childAccountId",
            child.id as "childId", (select percentile_disc(0.5) within group (order by id)
                                      from balance_requests where user_id = child.id) as request,
            stake.transfer_id::int as stake, middle.transfer_id::int as number,
            jsonb_build_object('id', player.id, 'accountId', player.account_id) as player
       from accounts a join users child on child.parent_id = $2 and child.child_seq = 1
       join users player on player.parent_id = $2 and player.child_seq = 2
       join postings stake on stake.account_id = player.account_id and stake.list = 'O' and stake.seq = 1
       join postings middle
         on middle.account_id = a.id and middle.list = 'O' and middle.seq = a.initiated_count / 2
      where a.id = $1`,
    [accountId, userId],
  );
  const names = children.slice(-LISTED).map(({ username }) => username);
  return { databaseUrl, pool, userId, accountId, names, children: children.length, ...rows[0]! };
}
