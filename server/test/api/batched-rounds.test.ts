import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readValue, rolledBack } from '../database';
import { createRandom, type Random } from '@palier/test-support/random';
import { verifyLedger } from '../../src/operator/verify';
import { applyGameMovements } from '../../src/ledger/ledger.repository';
import type { GameMovement, GameResult, RollbackMovement } from '../../src/ledger/movement';
import type { Queryable } from '../../src/database/pool';
import { useGames } from './games-provider';

const games = useGames({}, async () => {
  await games.otherPlayer();
  const { owner } = games.server;
  const { rows } = await owner.query<{ id: number; account: number }>(
    `select distinct u.id, account_id as account from users u join game_openings g on g.user_id = u.id
      where provider_code = 'PRAGMATIC' order by u.id`,
  );
  players = rows;
  houseAccountId = await readValue(owner, "select ensure_house_account('PRAGMATIC')");
});
let players: { id: number; account: number }[];
let houseAccountId: number;

type Movement = GameMovement | RollbackMovement;

const sidesOf = (playerAccountId: number, transactionId: string, roundId: string) => ({
  providerCode: 'PRAGMATIC',
  houseAccountId,
  playerAccountId,
  transactionId,
  roundId,
  gameCode: 'g1',
});

/** Movements of few rounds and transaction ids, so that they repeat and mix as a provider's may. */
function randomMovements(random: Random): Movement[] {
  return Array.from({ length: random.between(2, 12) }, () => {
    const player = random.pick(players);
    const roundId = random.pick(['r1', 'r2', 'r3']);
    const common = sidesOf(player.account, `t${random.between(1, 8)}`, roundId);
    if (random.chance(0.25)) {
      const stakeTransactionId = `t${random.between(1, 8)}`;
      const fingerprint = `${player.id} ${roundId} ${stakeTransactionId}`;
      return { ...common, kind: 'ROLLBACK', stakeTransactionId, fingerprint };
    }
    const [bet, win] = random.pick([
      [1_000n, 0n],
      [2_000n, 5_000n],
      [0n, 3_000n],
      [0n, 0n],
      [8_000_000_000_000_000n, 0n],
    ] as const);
    const settles = random.chance(0.3);
    const fingerprint = `${player.id} ${roundId} ${bet} ${win}`;
    return { ...common, kind: 'GAME', bet, win, settles, fingerprint };
  });
}

/** Answers, rounds, transactions and balances after the batches, which are rolled back. */
async function outcomeOf(
  database: Queryable,
  batches: Movement[][],
): Promise<{ answers: readonly GameResult[] }> {
  await database.query('begin');
  try {
    const answers: GameResult[] = [];
    for (const batch of batches) answers.push(...(await applyGameMovements(database, batch)));
    const { rows } = await database.query(
      `select (select jsonb_agg(to_jsonb(r) - 'opened_at' order by round_id, player_account_id) from rounds r
                where round_id in ('r1', 'r2', 'r3')) as rounds,
              (select jsonb_agg(to_jsonb(t) - 'created_at' order by transaction_id)
                 from provider_transactions t where round_id in ('r1', 'r2', 'r3')) as kept,
              (select jsonb_agg(balance order by id) from accounts where id = any($1)) as balances`,
      [players.map(({ account }) => account)],
    );
    return { answers, ...rows[0] };
  } finally {
    await database.query('rollback');
  }
}

test('game batch: a batch gives the same answers and rows as single calls', async () => {
  const database = await games.server.owner.connect();
  const reasons = new Set<unknown>();
  try {
    for (let seed = 1; seed <= 40; seed += 1) {
      const movements = randomMovements(createRandom(seed));
      const alone = await outcomeOf(
        database,
        movements.map((movement) => [movement]),
      );
      assert.deepEqual(await outcomeOf(database, [movements]), alone, `seed ${seed}`);
      for (const { reason, replayed } of alone.answers)
        reasons.add(replayed === true ? `replayed ${reason ?? 'ok'}` : (reason ?? 'ok'));
    }
  } finally {
    database.release();
  }
  // The random movements include every case.
  for (const reason of [
    'ok',
    'round',
    'funds',
    ...['ok', 'duplicate', 'rolled-back'].map((it) => `replayed ${it}`),
  ])
    assert.ok(reasons.has(reason), reason);
});

test('game batch: an empty or too large batch is refused', async () => {
  for (const count of [0, 257])
    await assert.rejects(
      games.server.pool.query('select post_game_batch($1)', [JSON.stringify(Array(count).fill({}))]),
      /1 to 256/,
    );
});

test('game batch: a win above the maximum balance is refused until there is room for it', async () => {
  const most = 9_000_000_000_000_000n;
  const user = players[0]!.account;
  const move = (id: string, roundId: string, more: Partial<GameMovement>): GameMovement => ({
    ...sidesOf(user, id, roundId),
    kind: 'GAME',
    bet: 0n,
    win: 0n,
    settles: false,
    fingerprint: id,
    ...more,
  });
  const back: RollbackMovement = {
    ...sidesOf(user, 'back', 'r1'),
    kind: 'ROLLBACK',
    stakeTransactionId: 'b1',
    fingerprint: 'back',
  };
  await rolledBack(games.server.owner, async (database) => {
    const balance = await readValue<bigint>(database, 'select balance from accounts where id = $1', [user]);
    const room = most - balance;
    const batch = [
      move('b1', 'r1', { bet: 1_000n }),
      move('b2', 'r2', { bet: 1_000n, win: room + 2_001n, settles: true }),
      move('b3', 'r3', { bet: 1_000n, win: room + 2_000n, settles: true }),
      back,
      move('b4', 'r4', { bet: 1_000n }),
      move('w1', 'r4', { win: 1_001n, settles: true }),
      move('w2', 'r4', { win: 1_000n, settles: true }),
      move('b5', 'r5', { bet: 1_000n }),
      back,
    ];
    const results = await applyGameMovements(database, batch);
    assert.deepEqual(
      results.map(({ ok, reason }) => reason ?? ok),
      [true, 'limit', true, 'limit', true, 'limit', true, true, true],
    );
    assert.equal(results.at(-1)!.balance, most);
    assert.equal(await verifyLedger(database), null);
  });
});
