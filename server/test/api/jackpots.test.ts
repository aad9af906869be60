import assert from 'node:assert/strict';
import { createHash, webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { verifyLedger } from '../../src/operator/verify';
import type { Queryable } from '../../src/database/pool';
import { listUndeliveredWins, readCounters } from '../../src/jackpot/jackpot.repository';
import { applyGameMovements } from '../../src/ledger/ledger.repository';
import type { GameMovement, GameResult } from '../../src/ledger/movement';
import { startPalier, type Palier } from './start-test-server';

const TIERS = ['bronze', 'silver', 'gold'] as const;
const HOUSES = ['PRAGMATIC', 'CQ9', 'SPRIBE'] as const;
const TND = 1_000_000n;

interface Win {
  readonly user_id: number;
  readonly prize_micros: bigint;
}

let palier: Palier;
let players: { id: number; account_id: number }[];
const houses = new Map<string, number>();
before(async () => {
  palier = await startPalier();
  ({ rows: players } = await palier.owner.query<{ id: number; account_id: number }>(
    `select u.id, u.account_id from users u join accounts a on a.id = u.account_id
      where u.role = 'ROLE_CLIENT' and u.active and a.balance > 100000000 order by u.id limit 3`,
  ));
  for (const provider of HOUSES) {
    const { rows } = await palier.owner.query<{ id: number }>('select ensure_house_account($1) as id', [
      provider,
    ]);
    houses.set(provider, rows[0]?.id ?? 0);
    await palier.owner.query(
      `insert into game_openings (user_id, provider_code, game_code) select x, $2, 'g1' from unnest($1::int[]) x`,
      [players.map(({ id }) => id), provider],
    );
  }
});
after(() => palier.stop());

let count = 0;
function stake(player: number, provider: string, bet: bigint): GameMovement {
  count += 1;
  return {
    kind: 'GAME',
    providerCode: provider,
    houseAccountId: houses.get(provider) ?? 0,
    playerAccountId: players[player]?.account_id ?? 0,
    transactionId: `t${count}`,
    roundId: `r${count}`,
    gameCode: 'g1',
    bet,
    win: 0n,
    settles: true,
    fingerprint: `f${count}`,
  };
}

/** What is left until the pot of bronze falls becomes `left`, as if its draw had been committed to that ceiling. */
async function setWhatIsLeft(database: Queryable, left: bigint): Promise<bigint> {
  const { rows } = await database.query<{ ceiling: bigint }>(
    `with ceiling as (
       select a.balance + $1 as micros from jackpot_pots p join accounts a on a.id = p.account_id where p.tier = 'bronze')
     , secret as (update jackpot_secrets set ceiling_micros = micros from ceiling where tier = 'bronze' returning *)
     update jackpot_draws d set commitment =
         encode(sha256(convert_to(concat_ws(':', d.tier, d.number, s.ceiling_micros, s.salt), 'UTF8')), 'hex')
       from secret s where (d.tier, d.number) = (s.tier, s.number) returning s.ceiling_micros as ceiling`,
    [left],
  );
  return rows[0]?.ceiling ?? 0n;
}

/** The newest win of bronze. */
async function lastWin(database: Queryable): Promise<Win | undefined> {
  const { rows } = await database.query<Win>(
    "select user_id, prize_micros from jackpot_wins where tier = 'bronze' order by id desc limit 1",
  );
  return rows[0];
}

const winners = (results: readonly GameResult[]): boolean[] =>
  results.map((result) => result.ok && result.wins !== undefined);

/** Bronze takes two thousandths of a stake, so 4 TND at one house and 2 at another bring 0.008 and 0.004. */
describe('a batch of several houses', () => {
  test('When the stake of the second house reaches the ceiling, then it wins, and its prize is the ceiling', async () => {
    const ceiling = await setWhatIsLeft(palier.owner, 12_000n);
    const results = await applyGameMovements(palier.pool, [
      stake(0, 'PRAGMATIC', 4n * TND),
      stake(1, 'CQ9', 2n * TND),
      stake(2, 'SPRIBE', TND),
    ]);
    assert.deepEqual(winners(results), [false, true, false]);
    assert.deepEqual(await lastWin(palier.owner), { user_id: players[1]?.id, prize_micros: ceiling });
    assert.equal(await verifyLedger(palier.owner), null);
  });
  test('When the second house reaches it by itself, then what the first one gave is in the prize', async () => {
    const ceiling = await setWhatIsLeft(palier.owner, 10_000n);
    const results = await applyGameMovements(palier.pool, [
      stake(0, 'PRAGMATIC', 4n * TND),
      stake(1, 'CQ9', 5n * TND),
    ]);
    assert.deepEqual(winners(results), [false, true]);
    assert.equal((await lastWin(palier.owner))?.prize_micros, ceiling + 8_000n);
    assert.equal(await verifyLedger(palier.owner), null);
  });
  test('When a pot is won, then its winner is told the counters as they are once it is seeded again', async () => {
    await setWhatIsLeft(palier.owner, 12_000n);
    const { rows: pots } = await palier.owner.query<{ balance: bigint; rate: number; seed: bigint }>(
      `select a.balance, rate_thousandths as rate, seed_micros as seed
         from unnest($1::text[]) with ordinality o (tier, n) join jackpot_pots p using (tier)
         join accounts a on a.id = p.account_id order by n`,
      [TIERS],
    );
    await applyGameMovements(palier.pool, [stake(0, 'PRAGMATIC', 4n * TND), stake(1, 'CQ9', 2n * TND)]);
    const { rows: wins } = await palier.owner.query<{ told: bigint[] }>(
      'select array[bronze_micros, silver_micros, gold_micros] as told from jackpot_wins order by id desc limit 1',
    );
    const given = pots.map(({ balance, rate }) => balance + (6n * TND * BigInt(rate)) / 1_000n);
    assert.deepEqual(wins[0]?.told.map(BigInt), [pots[0]?.seed, given[1], given[2]]);
  });
  test('When houses take turns and one stake is refused, then the wins are those of stakes that come one by one', async () => {
    const outcome = async (groups: readonly GameMovement[][]): Promise<unknown> => {
      const client = await palier.owner.connect();
      await client.query('begin');
      try {
        await setWhatIsLeft(client, 60_000n);
        // The others' next ceilings are drawn anew in each try: only the first win of bronze can be compared.
        const results: GameResult[] = [];
        for (const group of groups) results.push(...(await applyGameMovements(client, group)));
        const place = winners(results).indexOf(true);
        const win = await client.query<Win>(
          "select user_id, prize_micros from jackpot_wins where tier = 'bronze' order by id limit 1 offset $1",
          [won],
        );
        assert.equal(await verifyLedger(client), null);
        return { place, win: win.rows[0], refused: results.filter(({ ok }) => !ok).length };
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    const { rows } = await palier.owner.query<{ wins: number }>(
      "select count(*)::int as wins from jackpot_wins where tier = 'bronze'",
    );
    const won = rows[0]?.wins ?? 0;
    const stakes = Array.from({ length: 24 }, (_, index) =>
      stake(index % 3, HOUSES[(index * index) % 3] ?? 'CQ9', BigInt(1 + (index % 5)) * TND),
    );
    stakes.splice(5, 0, stake(0, 'CQ9', 1_000_000n * TND));
    const alone = await outcome(stakes.map((one) => [one]));
    assert.deepEqual(await outcome([stakes]), alone);
    assert.deepEqual(await outcome([stakes.slice(0, 7), stakes.slice(7)]), alone);
    assert.equal((alone as { refused: number }).refused, 1);
    assert.notEqual((alone as { win: unknown }).win, undefined);
  });
  test('When no pot falls, then each of them has what every house gave', async () => {
    const balances = async (): Promise<bigint[]> => {
      const { rows } = await palier.owner.query<{ balance: bigint }>(
        `select a.balance from unnest($1::text[]) with ordinality o (tier, n) join jackpot_pots p using (tier)
           join accounts a on a.id = p.account_id order by n`,
        [TIERS],
      );
      return rows.map(({ balance }) => balance);
    };
    const { rows } = await palier.owner.query<{ rate: number }>(
      `select rate_thousandths as rate from unnest($1::text[]) with ordinality o (tier, n) join jackpot_pots p using (tier) order by n`,
      [TIERS],
    );
    const before = await balances();
    await setWhatIsLeft(palier.owner, TND);
    await applyGameMovements(palier.pool, [
      stake(0, 'PRAGMATIC', TND),
      stake(1, 'CQ9', 2n * TND),
      stake(0, 'PRAGMATIC', 3n * TND),
    ]);
    assert.deepEqual(
      (await balances()).map((balance, index) => balance - (before[index] ?? 0n)),
      rows.map(({ rate }) => (6n * TND * BigInt(rate)) / 1_000n),
    );
    assert.equal(await verifyLedger(palier.owner), null);
  });
});

test('When a player who was away is told of a win, then the counters with it are those of now', async () => {
  await setWhatIsLeft(palier.owner, 1n);
  await applyGameMovements(palier.pool, [stake(0, 'CQ9', TND)]);
  await applyGameMovements(palier.pool, [stake(1, 'CQ9', 50n * TND)]);
  const told = await listUndeliveredWins(palier.pool, players[0]?.id ?? 0);
  assert.ok(told.length > 0);
  const now = await readCounters(palier.pool);
  for (const { bronzeCounter, silverCounter, goldCounter } of told)
    assert.deepEqual({ bronzeCounter, silverCounter, goldCounter }, now);
});

describe('the public draws', () => {
  test('When a small pot has fallen a hundred times since a great one began, then the great one’s draw is still shown, and its secret once it ends', async () => {
    const shown = async (): Promise<string[]> => {
      const { body } = await palier.call('GET', '/jackpot/draws');
      return (
        body as unknown as { draws: { tier: string; number: number; salt: string | null }[] }
      ).draws.map(({ tier, number, salt }) => `${tier} ${number} ${salt === null ? 'runs' : 'ended'}`);
    };
    const running = (await shown()).filter((draw) => draw.endsWith('runs'));
    assert.equal(running.length, TIERS.length);
    const gold = running.find((draw) => draw.startsWith('gold'))!;
    await palier.owner.query(
      `insert into jackpot_draws (tier, number, commitment, started_at, ceiling_micros, salt, ended_at)
         select 'bronze', 10000 + n, '', now(), 1, 'salt', now() + n * interval '1 ms' from generate_series(1, 150) n`,
    );
    const later = await shown();
    assert.equal(later.length, 100);
    assert.deepEqual(later.slice(0, 3).sort(), running.sort());
    await palier.owner.query(
      "update jackpot_draws set ended_at = now() + interval '1 s', salt = 'salt' where tier = 'gold' and ended_at is null",
    );
    assert.equal((await shown())[2], gold.replace('runs', 'ended'));
    await palier.owner.query(
      "update jackpot_draws set ended_at = null, salt = null where salt = 'salt' and tier = 'gold'",
    );
    await palier.owner.query('delete from jackpot_draws where number > 10000');
  });
});

for (const [what, tampering, rule] of [
  [
    'the secret of a draw that was won is another than it was committed to',
    'update jackpot_draws set ceiling_micros = ceiling_micros - 1 where ended_at is not null',
    'jackpots: every ended draw was committed to and won',
  ],
  [
    'a winner is told more than was paid',
    'update jackpot_wins set prize_micros = prize_micros + 1 where id = (select min(id) from jackpot_wins)',
    'jackpots: the prize that a winner is told is the one that was paid',
  ],
  [
    'another is told of a prize than who was paid',
    'update jackpot_wins set user_id = user_id + 1 where id = (select min(id) from jackpot_wins)',
    'jackpots: the prize that a winner is told is the one that was paid',
  ],
  [
    'two rounds have each other’s stakes',
    `update rounds r set bet_micros = r.bet_micros + x.more from (
       select ctid, case row_number() over () when 1 then 1 else -1 end as more from rounds
        where provider_code = (select min(provider_code) from rounds) limit 2) x
      where x.ctid = r.ctid`,
    'games: a round holds its stakes that stand, and its wins',
  ],
] as const)
  test(`When ${what}, then verify says so`, async () => {
    const forger = await palier.owner.connect();
    try {
      await forger.query('begin');
      assert.notEqual((await forger.query(tampering)).rowCount, 0);
      assert.equal((await verifyLedger(forger))?.rule, rule);
    } finally {
      await forger.query('rollback');
      forger.release();
    }
  });

test('When a player runs the documented snippet, then it checks every draw that has ended', async () => {
  const text = await readFile(new URL('../../../docs/jackpots.md', import.meta.url), 'utf8');
  const snippet = /```js\n([\s\S]*?)```/.exec(text)![1]!;
  const [tier, number, ceiling, salt] = ['bronze', 1, '25000000', 'salt'];
  const commitment = createHash('sha256').update([tier, number, ceiling, salt].join(':')).digest('hex');
  const served = (await palier.call('GET', '/jackpot/draws')).body.draws;
  assert.ok(served.length >= 3);
  const ended = { ...served[0], tier, number, ceilingMicros: ceiling, salt, commitment, endedAt: 'then' };
  const lines: string[] = [];
  const page = {
    fetch: async () => ({ json: async () => ({ draws: [ended, { ...ended, salt: 'other' }, served[0]] }) }),
    console: { log: (line: string) => lines.push(line) },
    crypto: webcrypto,
    TextEncoder,
    Uint8Array,
  };
  await runInNewContext(`(async () => {${snippet}})()`, page);
  assert.deepEqual(
    lines.map((line) => line.split(', ').at(-1)),
    ['kept', 'BROKEN'],
  );
});
