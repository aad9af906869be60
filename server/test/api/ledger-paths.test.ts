import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createRandom } from '@palier/test-support/random';
import { openExampleLedger, type ExampleLedger } from '../example-ledger';
import { holdOpen, readColumn, readRow, readValue, rolledBack } from '../database';
import { untilLockWaits } from '@palier/test-support/wait-until';
import { verifyLedger } from '../../src/operator/verify';
import { applyAgentMovements } from '../../src/ledger/ledger.repository';
import { createLedgerWriter } from '../../src/ledger/writer';
import type { AgentMovement, AgentResult } from '../../src/ledger/movement';

const SEED = 20_261_121;
const MOVEMENTS = 200;

interface Agent {
  readonly id: number;
  readonly account_id: number;
  readonly username: string;
}

let single: ExampleLedger;
let batchesOfOne: ExampleLedger;
let batches: ExampleLedger;
let capo: Agent;
let superAdmin: Agent;
before(async () => {
  single = await openExampleLedger();
  batchesOfOne = await openExampleLedger();
  batches = await openExampleLedger();
  [capo, superAdmin] = (await agentsOf(single)) as [Agent, Agent];
});
after(() => Promise.all([single, batchesOfOne, batches].map((ledger) => ledger.close())));

/** A deposit of one micro from the capo to the super admin. */
const deposit = (more: Partial<AgentMovement> = {}): AgentMovement => ({
  kind: 'DEPOSIT',
  agentAccountId: capo.account_id,
  agentUserId: capo.id,
  receiverUsername: superAdmin.username,
  amount: 1n,
  ...more,
});

const random = (seed: number): ((below: number) => number) => {
  const { between } = createRandom(seed);
  return (below) => between(0, below - 1);
};

/**
 * Valid and too large amounts, unknown receivers, and keys repeated with the same body, another one, or after
 * being abandoned.
 */
function movementsOf(agents: readonly Agent[]): AgentMovement[] {
  const below = random(SEED);
  return Array.from({ length: MOVEMENTS }, () => {
    const place = below(3);
    const agent = agents[place] as Agent;
    const key = below(4) === 0 ? undefined : `key-${below(MOVEMENTS / 2)}`;
    return {
      kind: below(2) === 0 ? 'DEPOSIT' : 'WITHDRAWAL',
      agentAccountId: agent.account_id,
      agentUserId: agent.id,
      receiverUsername: below(12) === 0 ? 'personne' : (agents[place + 1] as Agent).username,
      amount: [1n, 1_500_000n, 40_000_000n, 700_000_000n, 9_000_000_000_000_000n][below(5)] ?? 1n,
      ...(key === undefined ? {} : { key, fingerprint: `body-${below(2)}` }),
    };
  });
}

async function agentsOf({ owner }: ExampleLedger): Promise<Agent[]> {
  const { rows } = await owner.query<Agent>('select id, account_id, username from users order by id');
  return rows;
}

/**
 * All rows that a movement writes, without times. Transfers are numbered by order, because a refused try uses
 * up an id.
 */
const contentOf = ({ owner }: ExampleLedger): Promise<unknown> =>
  readValue(
    owner,
    `with numbered as (select *, row_number() over (order by id) as number from transfers)
    select jsonb_build_object(
      'accounts', (select jsonb_agg(to_jsonb(a) - 'last_moved_at' order by id) from accounts a),
      'transfers', (select jsonb_agg(to_jsonb(n) - 'id' - 'created_at' order by number) from numbered n),
      'postings', (select jsonb_agg(to_jsonb(p) - 'transfer_id' || jsonb_build_object('number', n.number)
                                    order by account_id, list, seq)
                     from postings p join numbered n on n.id = p.transfer_id),
      'keys', (select jsonb_agg(to_jsonb(k) - 'created_at' ||
          jsonb_build_object('answer', k.answer - 'transferId')
                                order by account_id, key) from idempotency_keys k))`,
  );

async function applyAsBatch(
  { app }: ExampleLedger,
  movement: AgentMovement,
): Promise<Record<string, unknown>> {
  const words = [
    movement.kind,
    movement.agentAccountId,
    movement.agentUserId,
    movement.receiverUsername,
    movement.amount,
    movement.key,
    movement.fingerprint,
    movement.sessionId,
  ];
  const answers = await readValue<[Record<string, unknown>]>(
    app,
    'select post_agent_batch($1, $2, $3, $4, $5, $6, $7, $8)::jsonb',
    words.map((word) => [word]),
  );
  return answers[0];
}

/** Groups of up to nine without a repeated key, as the writer forms them. */
function groupsOf(movements: readonly AgentMovement[]): AgentMovement[][] {
  const below = random(SEED + 2);
  const groups: AgentMovement[][] = [];
  let size = 0;
  for (const movement of movements) {
    const group = groups.at(-1);
    const isRepeated =
      movement.key !== undefined &&
      group?.some(
        ({ agentAccountId, key }) => agentAccountId === movement.agentAccountId && key === movement.key,
      ) === true;
    if (group === undefined || group.length >= size || isRepeated) {
      groups.push([movement]);
      size = 1 + below(9);
    } else group.push(movement);
  }
  return groups;
}

const sessionOf = (
  { owner }: ExampleLedger,
  userId: number,
  state: 'live' | 'revoked' | 'expired' = 'live',
): Promise<string> =>
  readValue(
    owner,
    `insert into sessions (user_id, expires_at, revoked_at)
       values ($1, now() + case $2 when 'expired' then interval '-1 s' else interval '1 h' end,
               case $2 when 'revoked' then now() end) returning id`,
    [userId, state],
  );

/** A result as JSON, without the transfer's id. */
const comparable = (result: object | undefined): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(result ?? {})
      .filter(([name]) => name !== 'transferId')
      .map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : (value as unknown)]),
  );

describe('single transfers and batches', () => {
  test('transfers: the same movements give equal ledgers, one by one and in batches', async () => {
    const agents = await agentsOf(single);
    const counts = new Map<string, number>();
    const answers: Record<string, unknown>[] = [];
    for (const { app } of [single, batchesOfOne, batches])
      await app.query('select resolve_attempt($1, $2)', [agents[0]?.account_id, 'key-7']);
    for (const movement of movementsOf(agents)) {
      const [own] = await applyAgentMovements(single.app, [movement]);
      answers.push(comparable(own));
      assert.deepEqual(
        comparable(own),
        comparable(await applyAsBatch(batchesOfOne, movement)),
        `movement ${answers.length}`,
      );
      const outcome = `${own?.reason ?? 'ok'}${own?.replayed === true ? ' replayed' : ''}`;
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
    for (const outcome of ['ok', 'ok replayed', 'funds', 'funds replayed', 'receiver', 'key-reused replayed'])
      assert.ok((counts.get(outcome) ?? 0) > 2, `${outcome}: ${JSON.stringify([...counts])}`);
    const inGroups: AgentResult[] = [];
    for (const group of groupsOf(movementsOf(agents)))
      inGroups.push(...(await applyAgentMovements(batches.app, group)));
    assert.deepEqual(inGroups.map(comparable), answers);
    assert.deepEqual(await contentOf(single), await contentOf(batchesOfOne));
    assert.deepEqual(await contentOf(single), await contentOf(batches));
    for (const { owner } of [single, batchesOfOne, batches]) {
      assert.equal(await verifyLedger(owner), null);
      const datedWithinMillisecond =
        "select from transfers where created_at <> date_trunc('milliseconds', created_at)";
      assert.equal((await owner.query(datedWithinMillisecond)).rowCount, 0);
    }
  });
  test('transfers: they take all of a balance and fill it to its maximum, single or in a batch', async () => {
    for (const count of [1, 2])
      await rolledBack(single.owner, async (client) => {
        const { account_id: id } = superAdmin;
        const { balance } = await readRow<{ balance: bigint }>(
          client,
          'update accounts set largest_balance = balance + $2 where id = $1 returning balance',
          [id, count],
        );
        const fill = Array.from({ length: count }, () => deposit());
        const take = [1n, balance + 1n]
          .slice(-count)
          .map((amount) => deposit({ kind: 'WITHDRAWAL', amount }));
        for (const movements of [fill, take])
          assert.ok((await applyAgentMovements(client, movements)).every(({ ok }) => ok));
        assert.equal(await readValue(client, 'select balance from accounts where id = $1', [id]), 0n);
      });
  });
  test('transfers: one above the maximum of the receiver is refused, also when repeated', async () => {
    const setLargest = async (value: 'balance' | 'default'): Promise<void> => {
      for (const { owner } of [single, batchesOfOne])
        await owner.query(`update accounts set largest_balance = ${value} where id = $1`, [
          superAdmin.account_id,
        ]);
    };
    await setLargest('balance');
    const movement = deposit({ key: 'limit', fingerprint: 'body' });
    for (const replayed of [{}, { replayed: true }]) {
      assert.deepEqual(await applyAgentMovements(single.app, [movement]), [
        { ok: false, reason: 'limit', ...replayed },
      ]);
      assert.deepEqual(await applyAsBatch(batchesOfOne, movement), {
        ok: false,
        reason: 'limit',
        ...replayed,
      });
    }
    await setLargest('default');
    assert.deepEqual(await contentOf(single), await contentOf(batchesOfOne));
  });
  test('transfers: repeated keys and violated constraints do not close the connections', async () => {
    const movement = deposit({ key: 'often', fingerprint: 'body' });
    const connections = () =>
      readColumn<number>(
        single.owner,
        `select pid from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' order by pid`,
      );
    await applyAgentMovements(single.app, [movement]);
    const before = await connections();
    for (let repeat = 0; repeat < 50; repeat += 1) {
      const [answer] = await applyAgentMovements(single.app, [movement]);
      assert.deepEqual([answer?.ok, answer?.replayed], [true, true]);
    }
    await assert.rejects(applyAgentMovements(single.app, [{ ...movement, key: 'never', amount: 0n }]));
    assert.deepEqual(await connections(), before);
  });
  test('ledger writer: a movement of a batch that breaks a constraint is refused alone', async () => {
    const { applyAgent } = createLedgerWriter(single.app);
    const sent = await Promise.allSettled([1n, 0n, 1n].map((amount) => applyAgent(deposit({ amount }))));
    assert.deepEqual(
      sent.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
  });
  test('transfers: only the movements of an ended session are refused, single or in a batch', async () => {
    const movementIn = (sessionId: string) => deposit({ sessionId });
    const live = movementIn(await sessionOf(single, capo.id));
    const ended = [
      movementIn(await sessionOf(single, capo.id, 'revoked')),
      movementIn(await sessionOf(single, capo.id, 'expired')),
      movementIn(await sessionOf(single, superAdmin.id)),
      movementIn('00000000-0000-4000-8000-000000000000'),
    ];
    const before = await contentOf(single);
    for (const movement of ended)
      assert.deepEqual(await applyAgentMovements(single.app, [movement]), [{ ok: false, reason: 'session' }]);
    assert.deepEqual(await contentOf(single), before);
    const outcomes = async (movements: AgentMovement[]) =>
      (await applyAgentMovements(single.app, movements)).map(({ ok, reason }) => reason ?? ok);
    assert.deepEqual(await outcomes([live]), [true]);
    assert.deepEqual(await outcomes([...ended, live, ...ended, live]), [
      'session',
      'session',
      'session',
      'session',
      true,
      'session',
      'session',
      'session',
      'session',
      true,
    ]);
    await single.owner.query('update users set active = false where id = $1', [capo.id]);
    assert.deepEqual(await outcomes([live]), ['session']);
    assert.deepEqual(await outcomes([live, live]), ['session', 'session']);
    await single.owner.query('update users set active = true where id = $1', [capo.id]);
    assert.equal(await verifyLedger(single.owner), null);
  });
  test('transfers: movements whose session ends while they wait for an account move nothing', async () => {
    for (const count of [1, 2]) {
      const session = await sessionOf(single, capo.id);
      const before = await contentOf(single);
      const releaseLock = await holdOpen(single.owner, 'select from accounts where id = $1 for update', [
        capo.account_id,
      ]);
      const results = applyAgentMovements(
        single.app,
        Array.from({ length: count }, () => deposit({ sessionId: session })),
      );
      await untilLockWaits(single.owner);
      await single.owner.query('update sessions set revoked_at = now() where id = $1', [session]);
      await releaseLock();
      const refused: AgentResult = { ok: false, reason: 'session' };
      assert.deepEqual(
        await results,
        Array.from({ length: count }, () => refused),
      );
      assert.deepEqual(await contentOf(single), before);
    }
  });
  test('transfer batch: an empty, too large or incomplete batch does nothing', async () => {
    const before = await contentOf(single);
    const call = (count: number, amount: string | null, kind = 'DEPOSIT') =>
      single.app.query(
        `select post_agent_batch(array_fill($2::text, array[$1::int]), array_fill($3::int, array[$1::int]),
                                 array_fill($4::int, array[$1::int]),
           array_fill('superadmin'::text, array[$1::int]), array_fill($5::bigint, array[$1::int]),
           array_fill(null::text, array[$1::int]),
           array_fill(null::text, array[$1::int]), array_fill(null::uuid, array[$1::int]))`,
        [count, kind, capo.account_id, capo.id, amount],
      );
    await assert.rejects(call(0, '1'), /1 to 256/);
    await assert.rejects(call(257, '1'), /1 to 256/);
    await assert.rejects(call(2, null), /null value/);
    await assert.rejects(call(2, '0'));
    await assert.rejects(call(2, '1', 'ISSUE'), /agents deposit and withdraw/);
    assert.deepEqual(await contentOf(single), before);
  });
  test('post_agent_transfer: any kind but deposits and withdrawals is denied', async () => {
    for (const kind of ['ISSUE', 'USER_CREATION', 'BET', null])
      await assert.rejects(
        single.app.query('select post_agent_transfer($1, $2, $3, $4, 1, null, null)', [
          kind,
          capo.account_id,
          capo.id,
          'superadmin',
        ]),
        /agents deposit and withdraw/,
      );
  });
  test('transfers: a frozen agent or receiver moves no money and registers nobody', async () => {
    const refused = { ok: false, reason: 'frozen' } as const;
    const before = await contentOf(single);
    for (const { account_id: id } of [capo, superAdmin]) {
      const freeze = (isFrozen: boolean) =>
        single.owner.query('update accounts set is_frozen = $1 where id = $2', [isFrozen, id]);
      await freeze(true);
      for (const kind of ['DEPOSIT', 'WITHDRAWAL'] as const)
        for (const batch of [[deposit({ kind })], [deposit({ kind }), deposit({ kind })]])
          for (const result of await applyAgentMovements(single.app, batch))
            assert.deepEqual(result, refused);
      if (id === capo.account_id)
        assert.deepEqual(
          await readValue(
            single.app,
            "select register_user($1, 'gele', '', 'ROLE_SUPER_ADMIN', 1, null, null, null)",
            [capo.id],
          ),
          refused,
        );
      await freeze(false);
    }
    assert.deepEqual(await contentOf(single), before);
  });
  test('transfers: a movement that names an account that is not its agent’s moves nothing', async () => {
    const accounts = await readColumn<number>(
      single.owner,
      "select id from accounts where code in ('issue', 'user:admin')",
    );
    assert.equal(accounts.length, 2);
    const before = await contentOf(single);
    const movements = accounts.flatMap((id) =>
      (['DEPOSIT', 'WITHDRAWAL'] as const).map((kind) => deposit({ kind, agentAccountId: id })),
    );
    for (const batch of [movements, ...movements.map((movement) => [movement])])
      for (const result of await applyAgentMovements(single.app, batch))
        assert.deepEqual(result, { ok: false, reason: 'session' });
    assert.deepEqual(await contentOf(single), before);
  });
  test('transfers: the agent, one above and a grandchild are refused like a missing name', async () => {
    const { id: agentUserId, account_id: agentAccountId } = superAdmin;
    const before = await contentOf(single);
    const movements = ['personne', superAdmin.username, capo.username, 'client'].flatMap((receiverUsername) =>
      (['DEPOSIT', 'WITHDRAWAL'] as const).map((kind) =>
        deposit({ kind, agentUserId, agentAccountId, receiverUsername }),
      ),
    );
    for (const batch of [movements, ...movements.map((movement) => [movement])])
      for (const result of await applyAgentMovements(single.app, batch))
        assert.deepEqual(result, { ok: false, reason: 'receiver' });
    assert.deepEqual(await contentOf(single), before);
  });
  for (const count of [1, 2])
    test(`transfers: ${count} waiting for the account with the lower id lock no other account`, async () => {
      const release = await holdOpen(single.owner, 'select from accounts where id = $1 for update', [
        capo.account_id,
      ]);
      const waiting = applyAgentMovements(single.app, Array(count).fill(deposit({ kind: 'WITHDRAWAL' })));
      await untilLockWaits(single.owner);
      const isFree = await single.owner
        .query('select from accounts where id = $1 for update nowait', [superAdmin.account_id])
        .then(() => true)
        .catch(() => false);
      const released = await readValue<Date>(
        single.owner,
        "select date_trunc('milliseconds', clock_timestamp())",
      );
      await release();
      assert.deepEqual([isFree, (await waiting).every(({ ok }) => ok)], [true, true]);
      const [movedAt] = await momentsOf([]);
      assert.ok(movedAt! >= released, 'dated before the wait');
    });
  /** The last movement of the accounts, and the date of the last transfer. */
  const momentsOf = (accounts: readonly { account_id: number }[]): Promise<Date[]> =>
    readColumn(
      single.owner,
      `select last_moved_at from accounts where id = any ($1)
        union all (select created_at from transfers order by id desc limit 1)`,
      [accounts.map(({ account_id: id }) => id)],
    );
  for (const kind of ['DEPOSIT', 'WITHDRAWAL'] as const)
    for (const ahead of ['initiator', 'receiver'] as const)
      test(`transfers: a ${kind} is dated no earlier than the last one of its ${ahead}`, async () => {
        const moved = await readValue<Date>(
          single.owner,
          `update accounts set last_moved_at = date_trunc('milliseconds', greatest(last_moved_at, now()))
            + interval '1 hour'
            where id = $1 returning last_moved_at`,
          [(ahead === 'initiator' ? capo : superAdmin).account_id],
        );
        const movement = deposit({ kind });
        for (const batch of [[movement], [movement, movement]]) {
          const results = await applyAgentMovements(single.app, batch);
          assert.ok(results.every(({ ok }) => ok));
          assert.deepEqual(await momentsOf([capo, superAdmin]), [moved, moved, moved]);
        }
      });
});
