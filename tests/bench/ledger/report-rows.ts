import {
  countNetwork,
  findDayBounds,
  findHead,
  readNetwork,
  readSubtreeBalances,
  sumDayMovements,
} from '@palier/server/measured-calls';
import type { BenchRow, Probe } from '../row';
import { writeHistory } from './history';
import { asOwner, populate, readAgents, type Population } from './populate';
import {
  compareReads,
  dayAgo,
  formatCount,
  GROWTH_GOAL,
  openPool,
  readMedianMs,
  TIME_ZONE,
  type ReadLedger,
} from './reads';
import type { Environment } from './environment';

/** Ten million postings of one agent over ten years. */
const MOVEMENTS_A_DAY = 2_740;
const SMALL_HISTORY_MOVEMENTS = 10_000;
const AGENT: Population = { agents: 1, childrenEach: 100 };
const SMALL_TREE: Population = { agents: 10, childrenEach: 100 };
const LARGE_TREE: Population = { agents: 100, childrenEach: 1_000 };
/** No movement is read, so the length of the history counts for little. */
const IDLE_GOAL = { atMost: 1.3 };
const STAKES = 400_000;
const STAKE_DAYS = 30;
const MAX_SUB_ACCOUNTS = 1_000;

interface AgentLedger extends ReadLedger {
  readonly accountId: number;
  readonly movements: number;
}

const accountsOf = ({ agents, childrenEach }: Population): number => agents * childrenEach;

/**
 * The benchmarks of the reports: day close of an agent with many movements against one with few, trial
 * balance and network of a large subtree.
 */
export const reportRows = (environment: Environment): BenchRow[] => [
  ...dayRows(environment),
  trialBalanceRow(environment),
  networkRow(environment),
];

async function openAgent(environment: Environment, movements: number): Promise<AgentLedger> {
  const prepare = async (url: string): Promise<void> => {
    const days = movements / MOVEMENTS_A_DAY;
    await populate(url, AGENT, days + 11);
    await writeHistory(url, movements, { days, firstAgentEvery: 1 });
  };
  const url = await environment.database(`bench_agent_${movements}`, prepare, true);
  const [agent] = await readAgents(url);
  return { databaseUrl: url, pool: openPool(url), accountId: agent!.accountId, movements };
}

function dayRows(environment: Environment): BenchRow[] {
  const { size } = environment.options;
  const dayRow = (
    id: string,
    title: string,
    dayOf: (movements: number, turn: number) => string,
    goal = GROWTH_GOAL,
  ): BenchRow => ({
    id,
    group: 'growth',
    unit: 'buffers',
    isCount: true,
    goal,
    title: `${title}, of an agent with ${formatCount(size)}`,
    reference: `of an agent with ${formatCount(SMALL_HISTORY_MOVEMENTS)}`,
    prepare: async () =>
      compareReads(
        environment,
        await openAgent(environment, SMALL_HISTORY_MOVEMENTS),
        await openAgent(environment, size),
        (ledger, turn) => closeDay(ledger, dayOf(ledger.movements, turn)),
      ),
  });
  const inTheMiddle = (movements: number, turn: number): string =>
    dayAgo(Math.round(10 + movements / MOVEMENTS_A_DAY / 2) + (turn % 2));
  return [
    dayRow('day-close', `close of a day of ${formatCount(MOVEMENTS_A_DAY)} movements`, inTheMiddle),
    dayRow(
      'day-close-idle',
      'close of a day without movements',
      (_, turn) => dayAgo(3 + (turn % 2)),
      IDLE_GOAL,
    ),
  ];
}

async function openTree(environment: Environment, population: Population) {
  const name = `bench_tree_${accountsOf(population)}`;
  const url = await environment.database(name, (making) => populate(making, population), true);
  return { databaseUrl: url, pool: openPool(url), userId: await readSuperAdmin(url) };
}

const trialBalanceRow = (environment: Environment): BenchRow => ({
  id: 'trial-balance',
  group: 'growth',
  title: `trial balance of ${formatCount(accountsOf(LARGE_TREE))} accounts, per thousand accounts`,
  unit: 'buffers',
  isCount: true,
  reference: `of ${formatCount(accountsOf(SMALL_TREE))}`,
  goal: GROWTH_GOAL,
  async prepare() {
    const small = await openTree(environment, SMALL_TREE);
    const large = await openTree(environment, LARGE_TREE);
    const probe = compareReads(environment, small, large, ({ pool, userId }) =>
      readSubtreeBalances(pool, { childrenOf: userId }),
    );
    const perThousand = ({ subject, reference }: Pick<Probe, 'subject' | 'reference'>) => ({
      subject: async () => (await subject()) / (accountsOf(LARGE_TREE) / 1_000),
      reference: async () => (await reference!()) / (accountsOf(SMALL_TREE) / 1_000),
    });
    return { ...probe, ...perThousand(probe), beside: { unit: 'ms', ...perThousand(probe.beside!) } };
  },
});

const networkRow = (environment: Environment): BenchRow => ({
  id: 'network',
  group: 'growth',
  title:
    `network of ${formatCount(accountsOf(LARGE_TREE))} accounts and ${formatCount(STAKES)} stakes ` +
    `in ${STAKE_DAYS} days, all active`,
  unit: 'ms',
  goal: { atMost: 300 },
  async prepare() {
    const url = await environment.database('bench_network', async (making) => {
      await populate(making, LARGE_TREE);
      await writeStakes(making);
    });
    const pool = openPool(url);
    await countNetwork(pool, TIME_ZONE);
    const id = await readSuperAdmin(url);
    const period = { from: dayAgo(STAKE_DAYS - 1), to: dayAgo(0) };
    return {
      subject: () =>
        readMedianMs(environment.options.seconds, async () => {
          const head = await findHead(pool, id, id);
          await readNetwork(pool, { head: head!, period, maxLines: MAX_SUB_ACCOUNTS, timeZone: TIME_ZONE });
        }),
      close: () => pool.end(),
    };
  },
});

async function closeDay({ pool, accountId }: AgentLedger, date: string): Promise<void> {
  const bounds = await findDayBounds(pool, accountId, date, TIME_ZONE);
  await sumDayMovements(pool, accountId, bounds);
}

/**
 * Stakes of all clients over the days, today included. Only the transfers: the network reads nothing else.
 */
async function writeStakes(databaseUrl: string): Promise<void> {
  await asOwner(databaseUrl, (client) =>
    client.query(`
      insert into transfers (id, amount, created_at, debit_account_id, credit_account_id,
                             initiator_account_id, kind)
        select nextval('transfer_ids'), 1000000,
               now() - interval '1 day' * (${STAKE_DAYS - 1} - n * ${STAKE_DAYS} / ${STAKES}),
               player.account_id, 1, player.account_id, 'BET'
          from generate_series(0, ${STAKES - 1}) n
          join (select account_id, row_number() over (order by id) - 1 as number
                  from users where role = 'ROLE_CLIENT') player
            on player.number = n % ${accountsOf(LARGE_TREE)};
      analyze transfers`),
  );
}

async function readSuperAdmin(databaseUrl: string): Promise<number> {
  const { rows } = await asOwner(databaseUrl, (client) =>
    client.query<{ id: number }>("select id from users where role = 'ROLE_SUPER_ADMIN'"),
  );
  return rows[0]!.id;
}
