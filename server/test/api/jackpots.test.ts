import assert from 'node:assert/strict';
import { createHash, webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { holdOpen, readRow, readValue, rolledBack } from '../database';
import { untilLockWaits } from '@palier/test-support/wait-until';
import { runInNewContext } from 'node:vm';
import { verifyLedger } from '../../src/operator/verify';
import type { Queryable } from '../../src/database/pool';
import { listUndeliveredWins, readCounters } from '../../src/jackpot/jackpot.repository';
import { applyGameMovements } from '../../src/ledger/ledger.repository';
import type { GameMovement, GameResult } from '../../src/ledger/movement';
import { useTestServer } from './start-test-server';

const TIERS = ['bronze', 'silver', 'gold'] as const;
const PROVIDERS = ['PRAGMATIC', 'CQ9', 'SPRIBE'] as const;
const TND = 1_000_000n;

interface Win {
  readonly user_id: number;
  readonly prize_micros: bigint;
}

const server = useTestServer({}, async () => {
  ({ rows: players } = await server.owner.query<{ id: number; account_id: number }>(
    `select u.id, u.account_id from users u join accounts a on a.id = u.account_id
      where u.role = 'ROLE_CLIENT' and u.active and a.balance > 100000000 order by u.id limit 3`,
  ));
  for (const provider of PROVIDERS) {
    const house = await readValue<number>(server.owner, 'select ensure_house_account($1)', [provider]);
    houseAccountIds.set(provider, house);
    await server.owner.query(
      `insert into game_openings (user_id, provider_code, game_code) select x, $2, 'g1'
        from unnest($1::int[]) x`,
      [players.map(({ id }) => id), provider],
    );
  }
});
let players: { id: number; account_id: number }[];
const houseAccountIds = new Map<string, number>();

let count = 0;
function stake(player: number, provider: string, bet: bigint): GameMovement {
  count += 1;
  return {
    kind: 'GAME',
    providerCode: provider,
    houseAccountId: houseAccountIds.get(provider) ?? 0,
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

/** Sets the ceiling of bronze `remaining` above its pot, and the commitment of its draw to match. */
const setBronzeRemaining = (database: Queryable, remaining: bigint): Promise<bigint> =>
  readValue(
    database,
    `with ceiling as (
       select a.balance + $1 as micros from jackpot_pots p join accounts a on a.id = p.account_id
         where p.tier = 'bronze')
     , secret as (update jackpot_secrets set ceiling_micros = micros from ceiling where tier = 'bronze'
                  returning *)
     update jackpot_draws d set commitment = jackpot_commitment(d.tier, d.number, s.ceiling_micros, s.salt)
       from secret s where (d.tier, d.number) = (s.tier, s.number) returning s.ceiling_micros`,
    [remaining],
  );

/** The pots in the order of TIERS; balance and seed in micro-dinars. */
async function readPots(database: Queryable): Promise<{ balance: bigint; rate: number; seed: bigint }[]> {
  const { rows } = await database.query<{ balance: bigint; rate: number; seed: bigint }>(
    `select a.balance, rate_thousandths as rate, seed_micros as seed
       from unnest($1::text[]) with ordinality o (tier, n) join jackpot_pots p using (tier)
       join accounts a on a.id = p.account_id order by n`,
    [TIERS],
  );
  return rows;
}

const lastWin = (database: Queryable): Promise<Win | undefined> =>
  readRow(
    database,
    "select user_id, prize_micros from jackpot_wins where tier = 'bronze' order by id desc limit 1",
  );

const winners = (results: readonly GameResult[]): boolean[] =>
  results.map((result) => result.ok && result.wins !== undefined);

/** Bronze takes two thousandths of a stake: 0.008 of 4 TND, 0.004 of 2 TND. */
describe('batch of several providers', () => {
  for (const [what, remaining, bets, contributedBefore] of [
    ['the stake of the second provider wins the ceiling that it reaches', 12_000n, [4n, 2n, 1n], 0n],
    ['a win by the second provider includes the contribution of the first', 10_000n, [4n, 5n], 8_000n],
  ] as const)
    test(`jackpot: ${what}`, async () => {
      const ceiling = await setBronzeRemaining(server.owner, remaining);
      const stakes = bets.map((bet, index) => stake(index, PROVIDERS[index]!, bet * TND));
      const results = await applyGameMovements(server.pool, stakes);
      assert.deepEqual(
        winners(results),
        bets.map((_, index) => index === 1),
      );
      assert.deepEqual(await lastWin(server.owner), {
        user_id: players[1]?.id,
        prize_micros: ceiling + contributedBefore,
      });
      const repeated = "select from provider_transactions where answer ? 'wins'";
      assert.equal((await server.owner.query(repeated)).rowCount, 0);
      const [bronze] = await readPots(server.owner);
      const later = bets.slice(2).reduce((sum, bet) => sum + bet * TND, 0n);
      assert.equal(bronze!.balance, bronze!.seed + (later * BigInt(bronze!.rate)) / 1_000n);
      const { rows: wrongHouses } = await server.owner.query(
        `select code from accounts a join (
           select 'house:' || provider_code as code, sum(contribution_micros) as owed
             from provider_transactions group by 1) o using (code)
          where owed <> (select coalesce(sum(amount), 0) from transfers
                          where kind = 'JACKPOT_CONTRIBUTION' and debit_account_id = a.id)`,
      );
      assert.deepEqual(wrongHouses, []);
      assert.equal(await verifyLedger(server.owner), null);
    });
  test('jackpot: a batch of several providers gives the wins of the same single stakes', async () => {
    const outcome = async (groups: readonly GameMovement[][]): Promise<unknown> => {
      return rolledBack(server.owner, async (client) => {
        await setBronzeRemaining(client, 60_000n);
        // Each try draws other ceilings afterwards, so only the first win of bronze is comparable.
        const results: GameResult[] = [];
        for (const group of groups) results.push(...(await applyGameMovements(client, group)));
        const place = winners(results).indexOf(true);
        const win = await readRow<Win>(
          client,
          `select user_id, prize_micros from jackpot_wins where tier = 'bronze'
            order by id limit 1 offset $1`,
          [won],
        );
        assert.equal(await verifyLedger(client), null);
        const pots = (await readPots(client)).slice(1);
        return { place, win, pots, refused: results.filter(({ ok }) => !ok).length };
      });
    };
    const won = await readValue<number>(
      server.owner,
      "select count(*)::int from jackpot_wins where tier = 'bronze'",
    );
    const stakes = Array.from({ length: 24 }, (_, index) =>
      stake(index % 3, PROVIDERS[(index * index) % 3] ?? 'CQ9', BigInt(1 + (index % 5)) * TND),
    );
    stakes.splice(5, 0, stake(0, 'CQ9', 1_000_000n * TND));
    const alone = await outcome(stakes.map((one) => [one]));
    assert.deepEqual(await outcome([stakes]), alone);
    assert.deepEqual(await outcome([stakes.slice(0, 7), stakes.slice(7)]), alone);
    assert.equal((alone as { refused: number }).refused, 1);
    assert.notEqual((alone as { win: unknown }).win, undefined);
  });
});

test('jackpot: a win that is delivered later has the current counters', async () => {
  await setBronzeRemaining(server.owner, 1n);
  await applyGameMovements(server.pool, [stake(0, 'CQ9', TND)]);
  await applyGameMovements(server.pool, [stake(1, 'CQ9', 50n * TND)]);
  const counters = await listUndeliveredWins(server.pool, players[0]?.id ?? 0);
  assert.ok(counters.length > 0);
  const now = await readCounters(server.pool);
  for (const { bronzeCounter, silverCounter, goldCounter } of counters)
    assert.deepEqual({ bronzeCounter, silverCounter, goldCounter }, now);
});

test('jackpot set: a change of a jackpot waits while a batch of games holds its pot', async () => {
  const release = await holdOpen(server.owner, "select from accounts where code = 'jackpot:gold' for update");
  const set = server.owner.query("select set_jackpot_parameters('gold', null, null, null, null, 'samia')");
  try {
    await untilLockWaits(server.owner);
  } finally {
    await release();
  }
  await set;
});

describe('public draws', () => {
  test('public draws: a running draw stays in the list, and its secret shows at its end', async () => {
    const shown = async (): Promise<string[]> => {
      const { body } = await server.call('GET', '/jackpot/draws');
      return (
        body as unknown as { draws: { tier: string; number: number; salt: string | null }[] }
      ).draws.map(({ tier, number, salt }) => `${tier} ${number} ${salt === null ? 'runs' : 'ended'}`);
    };
    const running = (await shown()).filter((draw) => draw.endsWith('runs'));
    assert.equal(running.length, TIERS.length);
    const gold = running.find((draw) => draw.startsWith('gold'))!;
    await server.owner.query(
      `insert into jackpot_draws (tier, number, commitment, started_at, ceiling_micros, salt, ended_at)
         select 'bronze', 10000 + n, '', now(), 1, 'salt', now() + n * interval '1 ms'
           from generate_series(1, 150) n`,
    );
    const later = await shown();
    assert.equal(later.length, 100);
    assert.deepEqual(later.slice(0, 3).sort(), running.sort());
    await server.owner.query(
      `update jackpot_draws set ended_at = now() + interval '1 s', salt = 'salt'
          where tier = 'gold' and ended_at is null`,
    );
    assert.equal((await shown())[2], gold.replace('runs', 'ended'));
    await server.owner.query(
      "update jackpot_draws set ended_at = null, salt = null where salt = 'salt' and tier = 'gold'",
    );
    await server.owner.query('delete from jackpot_draws where number > 10000');
  });
});

test('verify: two rounds whose stakes were exchanged are reported', () =>
  rolledBack(server.owner, async (client) => {
    const { rowCount } = await client.query(
      `update rounds r set bet_micros = r.bet_micros + x.more from (
         select ctid, case row_number() over () when 1 then 1 else -1 end as more from rounds
          where provider_code = (select min(provider_code) from rounds) limit 2) x
        where x.ctid = r.ctid`,
    );
    assert.equal(rowCount, 2);
    assert.equal(
      (await verifyLedger(client))?.rule,
      'games: a round holds its stakes that stand, and its wins',
    );
  }));

test('public draws: the documented snippet checks every ended draw', async () => {
  const text = await readFile(new URL('../../../docs/jackpots.md', import.meta.url), 'utf8');
  const snippet = /```js\n([\s\S]*?)```/.exec(text)![1]!;
  const [tier, number, ceiling, salt] = ['bronze', 1, '25000000', 'salt'];
  const commitment = createHash('sha256').update([tier, number, ceiling, salt].join(':')).digest('hex');
  const served = (await server.call('GET', '/jackpot/draws')).body.draws;
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
