import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createTestDatabase } from '@palier/test-support/test-database';
import { createRandom } from '@palier/test-support/random';
import type { NetworkFigures, NetworkReport } from '@palier/shared/contracts';
import { createPool } from '../../src/database/pool';
import { verifyLedger } from '../../src/operator/verify';
import { countNetwork } from '../../src/reports/network/network.job';
import { readValue } from '../database';
import { useTestServer } from './start-test-server';

/**
 * Here the clocks are set back from 01:00 to 00:00 on 2 November 2025, and a day of March begins at 01:00.
 */
const ZONE = 'America/Havana';
const SEED = Number(process.env.SEED ?? 53);
const random = createRandom(SEED);

interface TestUser {
  readonly id: number;
  readonly accountId: number;
  readonly parentId: number | null;
  readonly role: string;
}

interface Movement {
  readonly initiator: number;
  readonly target: number | null;
  readonly debit: number;
  readonly kind: string;
  readonly amount: number;
  readonly day: string;
}

const server = useTestServer({ TIME_ZONE: ZONE }, async () => {
  await growTree();
  capoToken = await server.tokenOf('capo');
});
let capoToken: string;
let house: number;
let users: TestUser[];

const DATES = [
  '2024-12-31 04:59:59.999Z', // the last millisecond of 30 December in Havana
  '2025-01-01 05:00:00Z',
  '2025-03-09 04:59:59.999Z', // clocks go from 00:00 to 01:00
  '2025-03-09 05:00:00Z',
  '2025-11-02 04:30:00Z', // 00:30, the first time: still 1 November, as in the day close
  '2025-11-02 05:00:00Z',
  '2025-11-03 04:59:59.999Z',
  '2025-12-31 20:00:00Z',
] as const;

async function readUsers(): Promise<TestUser[]> {
  const { rows } = await server.owner.query<TestUser>(
    'select id, account_id as "accountId", parent_id as "parentId", role from users order by id',
  );
  return rows;
}

/** Two trees of random shape, and money at their agents. */
async function growTree(): Promise<void> {
  await server.owner.query("select create_capo('capo2', 'x')");
  house = await readValue(server.owner, "select ensure_house_account('PRAGMATIC')");
  const nextRole: Record<string, string> = {
    ROLE_CAPO: 'ROLE_SUPER_ADMIN',
    ROLE_SUPER_ADMIN: 'ROLE_ADMIN',
    ROLE_ADMIN: 'ROLE_CLIENT',
  };
  for (let number = 0; number < 40; number += 1) {
    const agents = (await readUsers()).filter(({ role }) => role !== 'ROLE_CLIENT');
    const parent = random.pick(agents);
    await server.owner.query("select register_user_at($1, $2, 'x', $3, 0, null, null, '2024-01-01')", [
      parent.id,
      `random${number}`,
      nextRole[parent.role],
    ]);
  }
  users = await readUsers();
  // Balances do not matter here, so that no random movement is refused.
  await server.owner.query(
    "update accounts set least_balance = -1000000000000000 where kind in ('USER', 'JACKPOT')",
  );
}

const KINDS = [
  'BET',
  'BET',
  'BET',
  'WIN',
  'WIN',
  'ROLLBACK',
  'JACKPOT_WIN',
  'DEPOSIT',
  'DEPOSIT',
  'WITHDRAWAL',
  'DEPOSIT_CORRECTION',
  'WITHDRAWAL_CORRECTION',
  'USER_CREATION',
];

/** Random movements of all kinds between random relatives, on random days in no order. */
async function moveAtRandom(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const kind = random.pick(KINDS);
    const isPlay = ['BET', 'WIN', 'ROLLBACK', 'JACKPOT_WIN'].includes(kind);
    const below = users.filter(({ role, parentId }) => (isPlay ? role === 'ROLE_CLIENT' : parentId !== null));
    const user = random.pick(below);
    const above = isPlay
      ? kind === 'JACKPOT_WIN'
        ? 2
        : house
      : users.find(({ id }) => id === user.parentId)!.accountId;
    const isUpwards = ['BET', 'WITHDRAWAL', 'DEPOSIT_CORRECTION'].includes(kind);
    const movement = {
      kind,
      debit_account_id: isUpwards ? user.accountId : above,
      credit_account_id: isUpwards ? above : user.accountId,
      initiator_account_id: isPlay ? user.accountId : above,
      target_account_id: isPlay ? null : user.accountId,
      amount: random.between(1, 5_000_000),
    };
    // The ledger dates no movement before the last one of its accounts.
    await server.owner.query("update accounts set last_moved_at = '-infinity' where id in ($1, $2)", [
      movement.debit_account_id,
      movement.credit_account_id,
    ]);
    const { ok } = await readValue<{ ok: boolean }>(server.owner, 'select post_as_owner($1, $2)->0', [
      JSON.stringify([movement]),
      random.pick(DATES),
    ]);
    assert.equal(ok, true, kind);
  }
}

/** All transfers with their day, by the borders of the days. */
async function readMovements(): Promise<Movement[]> {
  const { rows } = await server.owner.query<Movement>(
    `select initiator_account_id as initiator, target_account_id as target, debit_account_id as debit, kind,
            amount::float8 as amount, to_char(day.date, 'YYYY-MM-DD') as day
       from transfers t
       join (select date, date::timestamp at time zone $1 as starts_at,
             (date + 1)::timestamp at time zone $1 as ends_at
               from (select generate_series('2024-01-01', now() + interval '2 days', interval '1 day')::date
                     as date) d) day
         on t.created_at >= day.starts_at and t.created_at < day.ends_at
      where initiator_account_id is not null`,
    [ZONE],
  );
  return rows;
}

const TND = (micros: number): number => micros / 1_000_000;

/** The figures of the subtree below and including `head`, by their definitions (decision 0053). */
function recount(movements: readonly Movement[], head: TestUser, from: string, to: string): NetworkFigures {
  const isBelow = (user: TestUser | undefined): boolean =>
    user !== undefined && (user.id === head.id || isBelow(users.find(({ id }) => id === user.parentId)));
  const players = new Map(
    users
      .filter((user) => user.role === 'ROLE_CLIENT' && isBelow(user))
      .map((user) => [user.accountId, user]),
  );
  const inRange = movements.filter(({ day }) => day >= from && day <= to);
  const sum = (accept: (movement: Movement) => 1 | -1 | 0): number =>
    inRange.reduce((total, movement) => total + accept(movement) * movement.amount, 0);
  const given = ({ kind }: Movement): 1 | -1 | 0 =>
    ['DEPOSIT', 'USER_CREATION'].includes(kind) ? 1 : kind === 'DEPOSIT_CORRECTION' ? -1 : 0;
  const taken = ({ kind }: Movement): 1 | -1 | 0 =>
    kind === 'WITHDRAWAL' ? 1 : kind === 'WITHDRAWAL_CORRECTION' ? -1 : 0;
  const ofHead = ({ target }: Movement): boolean => target === head.accountId;
  const ofPlayer = ({ target }: Movement): boolean => players.has(target ?? 0);
  const played = ({ initiator }: Movement): boolean => players.has(initiator);
  const received = sum((one) => (ofHead(one) ? given(one) : 0));
  const returned = sum((one) => (ofHead(one) ? taken(one) : 0));
  const deposits = sum((one) => (ofPlayer(one) ? given(one) : 0));
  const withdrawals = sum((one) => (ofPlayer(one) ? taken(one) : 0));
  const stakes = sum((one) =>
    played(one) ? (one.kind === 'BET' ? 1 : one.kind === 'ROLLBACK' ? -1 : 0) : 0,
  );
  const wins = sum((one) => (played(one) && one.kind === 'WIN' ? 1 : 0));
  return {
    received: TND(received),
    returned: TND(returned),
    settlement: TND(received - returned),
    deposits: TND(deposits),
    withdrawals: TND(withdrawals),
    net: TND(deposits - withdrawals),
    stakes: TND(stakes),
    wins: TND(wins),
    grossGamingRevenue: TND(stakes - wins),
    jackpotPrizes: TND(sum((one) => (played(one) && one.kind === 'JACKPOT_WIN' ? 1 : 0))),
    activePlayers: new Set(
      inRange.filter((one) => played(one) && one.kind === 'BET').map((one) => one.initiator),
    ).size,
  };
}

async function readReport(query: string, token = capoToken): Promise<NetworkReport> {
  const { status, body } = await server.call('GET', `/transactions/report/network?${query}`, token);
  assert.equal(status, 200, JSON.stringify(body));
  return body as unknown as NetworkReport;
}

async function assertRecount(
  movements: readonly Movement[],
  head: TestUser,
  from: string,
  to: string,
): Promise<void> {
  const title = `seed ${SEED}, user ${head.id}, ${from} to ${to}`;
  const report = await readReport(`from=${from}&to=${to}&of=${head.id}`);
  const children = users.filter(({ parentId }) => parentId === head.id);
  // Nobody has asked for anything.
  const waiting = { answers: 0, averageWaitS: null };
  const lines = children.map((child) => ({
    id: child.id,
    ...recount(movements, child, from, to),
    ...waiting,
  }));
  const total = (field: 'received' | 'returned' | 'settlement'): number =>
    TND(lines.reduce((sum, line) => sum + Math.round(line[field] * 1_000_000), 0));
  // The whole is exchanged with the direct sub-accounts, and not with the parent of the head.
  const exchanged = {
    received: total('received'),
    returned: total('returned'),
    settlement: total('settlement'),
  };
  assert.deepEqual(report.whole, { ...recount(movements, head, from, to), ...exchanged }, title);
  assert.deepEqual(
    report.subAccounts
      .map(({ username: _username, roleName: _roleName, ...line }) => line)
      .toSorted((one, other) => one.id - other.id),
    lines,
    title,
  );
  assert.equal(report.others, null);
}

const isInCapoTree = (user: TestUser | undefined): boolean =>
  user !== undefined && (user.id === 1 || isInCapoTree(users.find(({ id }) => id === user.parentId)));

async function compareAtRandom(count: number): Promise<void> {
  const movements = await readMovements();
  const heads = users.filter((user) => isInCapoTree(user));
  const days = [...new Set(movements.map(({ day }) => day)), '2024-02-29', '2025-03-10'];
  for (let number = 0; number < count; number += 1) {
    const [one, other] = [random.pick(days), random.pick(days)].toSorted() as [string, string];
    const isTooLong = Date.parse(other) - Date.parse(one) >= 366 * 86_400_000;
    await assertRecount(movements, random.pick(heads), isTooLong ? other : one, other);
  }
}

describe('network', () => {
  test('network: each figure of random trees equals a recount, whatever was counted before', async () => {
    await moveAtRandom(200);
    // Nothing is counted.
    await server.owner.query("update network_progress set zone = ''");
    await compareAtRandom(30);
    await countNetwork(server.pool, ZONE, undefined, 7);
    await compareAtRandom(60);
    await moveAtRandom(150);
    // The last movements are not counted.
    await compareAtRandom(40);
    await countNetwork(server.pool, ZONE, undefined, 11);
    await compareAtRandom(60);
  });

  test('network: every transfer is counted once by two processes of which one is killed', async () => {
    const killed = await server.owner.connect();
    killed.on('error', () => undefined);
    await moveAtRandom(20);
    await killed.query('begin');
    await killed.query('select count_network($1, 3)', [ZONE]);
    const pid = await readValue(killed, 'select pg_backend_pid()');
    await server.owner.query('select pg_terminate_backend($1, 10000)', [pid]);
    killed.release(true);
    const counting = { isOver: false };
    const count = async (): Promise<void> => {
      while (!counting.isOver) await countNetwork(server.pool, ZONE, undefined, 3);
    };
    const processes = [count(), count()];
    await moveAtRandom(60);
    counting.isOver = true;
    await Promise.all(processes);
    await countNetwork(server.pool, ZONE);
    await compareAtRandom(30);
  });

  test('network: the totals include a transfer that is committed after a later one', async () => {
    const slow = await server.owner.connect();
    const client = users.find(({ role }) => role === 'ROLE_CLIENT')!;
    const bet = JSON.stringify([
      {
        kind: 'BET',
        debit_account_id: client.accountId,
        credit_account_id: house,
        initiator_account_id: client.accountId,
        target_account_id: null,
        amount: 5,
      },
    ]);
    await slow.query('begin');
    await slow.query('select post_as_owner($1, null)', [bet]);
    // A deposit between accounts that the open transaction has not locked.
    const admin = users.find(({ role, id }) => role === 'ROLE_ADMIN' && id !== client.parentId)!;
    const parent = users.find(({ id }) => id === admin.parentId)!;
    const deposit = {
      kind: 'DEPOSIT',
      debit_account_id: parent.accountId,
      credit_account_id: admin.accountId,
      initiator_account_id: parent.accountId,
      target_account_id: admin.accountId,
      amount: 7,
    };
    await server.owner.query('select post_as_owner($1, null)', [JSON.stringify([deposit])]);
    const counted = countNetwork(server.pool, ZONE);
    for (;;) {
      const { rowCount } = await server.owner.query(
        "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
      );
      if (rowCount === 1) break;
    }
    await slow.query('commit');
    slow.release();
    await counted;
    await countNetwork(server.pool, ZONE);
    await compareAtRandom(30);
  });

  test('network: the totals are made again after the dates of transfers or the zone change', async () => {
    await server.owner.query('select redate_future()');
    await compareAtRandom(10);
    for (;;) {
      await countNetwork(server.pool, ZONE, undefined, 13);
      const { rowCount } = await server.owner.query('select from network_progress where zone = $1', [ZONE]);
      // Else the job of the server was counting.
      if (rowCount === 1) break;
    }
    await compareAtRandom(20);
  });

  test('network: sub-accounts above the number of lines are summed up as others', async () => {
    const admin = users.find(({ id }) => id === 3)!;
    // 40 in one statement: each registration updates the admin's row, and reads past the versions that the
    // earlier ones have left.
    for (let first = 1; first <= 1_000; first += 40)
      await server.owner.query(
        `select register_user_at($1, 'zz' || n, 'x', 'ROLE_CLIENT', 1000000 * (n % 20 / 19), null, null,
                                 '2026-01-01')
           from generate_series($2::int, $2 + 39) n`,
        [admin.id, first],
      );
    const children = users.filter(({ parentId }) => parentId === admin.id).length + 1_000;
    const { whole, subAccounts, others } = await readReport(`from=2026-01-01&to=2026-12-31&of=${admin.id}`);
    assert.equal(subAccounts.length, 1_000);
    assert.equal(others?.count, children - 1_000);
    for (const field of ['received', 'deposits', 'stakes', 'activePlayers'] as const) {
      const shown = subAccounts.reduce((sum, line) => sum + Math.round(line[field] * 1_000_000), 0);
      assert.equal(
        shown + Math.round(others[field] * 1_000_000),
        Math.round(whole[field] * 1_000_000),
        field,
      );
    }
    users = await readUsers();
  });

  test('network: the path to an account below leads from the agent that asks', async () => {
    const token = await server.tokenOf('superadmin');
    const { path } = await readReport('from=2025-01-01&to=2025-01-02&of=4', token);
    assert.deepEqual(
      path.map(({ username }) => username),
      ['superadmin', 'admin', 'client'],
    );
  });

  for (const [query, sentence] of [
    ['from=2025-02-30&to=2025-03-01', 'La date est invalide.'],
    ['from=hier&to=2025-03-01', 'La date est invalide.'],
    ['from=2025-03-02&to=2025-03-01', 'La date de début est après la date de fin.'],
    ['from=2024-01-01&to=2025-01-01', 'La période dépasse 366 jours.'],
    ['from=2025-01-01&to=2025-01-02&of=x', "L'identifiant est invalide."],
  ] as const)
    test(`network: ${query} is refused with a sentence`, async () => {
      const { status, body } = await server.call('GET', `/transactions/report/network?${query}`, capoToken);
      assert.equal(status, 400);
      assert.deepEqual(body.errors, [sentence]);
    });

  test('network: verify names the day of a total that was changed outside the job', async (context) => {
    const database = await createTestDatabase('demo');
    const owner = createPool(database.url, { asOwner: true });
    context.after(async () => {
      await owner.end();
      await database.drop();
    });
    await countNetwork(owner, 'UTC');
    // A transaction of another test keeps the count waiting, and then nothing is counted.
    do await countNetwork(owner, 'Africa/Tunis');
    while ((await readValue<number>(owner, 'select counted_id from network_progress')) === 0);
    assert.equal(await readValue(owner, 'select zone from network_progress'), 'Africa/Tunis');
    assert.equal(await verifyLedger(owner), null);
    await owner.query(
      `update network_days set deposits = deposits + 1
          where (user_id, day) = (select 3, max(day) from network_days where user_id = 3)`,
    );
    const fault = await verifyLedger(owner);
    assert.match(fault?.rule ?? '', /^network: the totals/);
    assert.match(fault?.row ?? '', /^\d{4}-\d{2}-\d{2} user 3$/);
  });
});
