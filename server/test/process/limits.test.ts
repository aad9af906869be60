import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Cluster, type Session, startCluster } from '@palier/test-support/actors/cluster';
import { openGame } from '@palier/test-support/actors/players';
import { callWallet } from '@palier/test-support/actors/wallet-client';
import { readValue } from '../database';

/** PALIER_LONG=1: the number of the requirement; else enough to meet each way through the ledger. */
const ROUNDS = process.env.PALIER_LONG === '1' ? 50 : 4;
const AT_ONCE = 32;
const MILLIME = 1_000;

let cluster: Cluster;
let admin: Session;
let player: { id: number; username: string };
let made = 0;

const processOf = (index: number) => cluster.processes[index % cluster.processes.length]!;

/** Sends as many calls at once, by turns to the two processes; returns how many were accepted. */
async function sendAtOnce(send: (index: number) => Promise<boolean>): Promise<number> {
  const accepted = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => send(index)));
  return accepted.filter(Boolean).length;
}

async function deposit(index: number, amount: number): Promise<boolean> {
  const { status } = await processOf(index).call('POST', '/transactions', {
    token: admin.accessToken,
    body: { receiverUsername: player.username, amount, type: 'DEPOSIT' },
  });
  assert.ok(status === 200 || status === 400, `deposit: ${status}`);
  return status === 200;
}

async function stake(index: number, bet: number, win = 0): Promise<boolean> {
  made += 1;
  const id = `race-${made}`;
  const type = win > 0 ? 'debit_credit' : 'debit';
  const answer = await callWallet(processOf(index), { player, txn: id, round: id, type, bet, win });
  assert.ok(answer.status === 1 || answer.msg === 'INSUFFICIENT_USER_FUNDS', answer.msg);
  return answer.status === 1;
}

/** The sum of the transfers of these kinds that the player's account has, micro-dinars. */
const movedMicros = async (...kinds: string[]): Promise<number> =>
  Number(
    await readValue(
      cluster.owner,
      `select coalesce(sum(amount), 0)::text from transfers t
         join users u on u.username = '${player.username}'
        where u.account_id in (t.debit_account_id, t.credit_account_id) and kind = any('{${kinds.join()}}')`,
    ),
  );
const usedMicros = async (username: string, column: string): Promise<number> =>
  Number(
    await readValue(
      cluster.owner,
      `select coalesce(max(${column}), 0)::text from limit_usage l join users u on u.account_id = l.account_id
        where u.username = '${username}' and period = 'day'`,
    ),
  );
const ownLimit = (kind: string, micros: number | null) =>
  cluster.owner.query('select set_own_limit($1, $2, $3, $4)', [player.id, kind, 'day', micros]);
const removeOwnLimits = () => cluster.owner.query('delete from own_limits');

async function agentLimits(
  perDay: number | null,
  leastBalance: number | null,
  perMovement: number | null = null,
): Promise<void> {
  await cluster.owner.query(
    `select set_agent_limits(parent_id, id, $1, $2, $3) from users where username = 'admin'`,
    [perMovement, perDay, leastBalance],
  );
}

describe('limits over two processes', () => {
  before(async () => {
    cluster = await startCluster();
    admin = await cluster.login('admin');
  });
  after(async () => {
    const fault = await cluster.verify();
    await cluster.stop();
    assert.equal(fault, null);
  });

  /** Runs rounds with a new player each, who has 100 TND and an open game. */
  async function inRounds(work: (round: number) => Promise<void>): Promise<void> {
    for (let round = 0; round < ROUNDS; round += 1) {
      player = await cluster.newChild('admin', 100);
      await openGame(cluster, player.id);
      await work(round);
    }
  }

  test('limits: of 32 deposits at once, none above the limit of a movement passes', async () => {
    await inRounds(async (round) => {
      const before = await movedMicros('DEPOSIT');
      const below = 2_000_000 + (round % 5) * 1_000_000;
      // Half of them are a millime above the limit: amounts are whole.
      await agentLimits(null, null, below + 999 * MILLIME);
      const accepted = await sendAtOnce((index) =>
        deposit(index, (below + (index % 4 < 2 ? 1_000 * MILLIME : 0)) / 1e6),
      );
      assert.deepEqual([accepted, await movedMicros('DEPOSIT')], [16, before + 16 * below]);
      await agentLimits(null, null);
    });
  });

  test('limits: 32 deposits at once never pass the day of the agent by a millime', async () => {
    await inRounds(async (round) => {
      await agentLimits(1e15, null);
      const used = await usedMicros('admin', 'given');
      const room = 7_000_000 + round * MILLIME;
      await agentLimits(used + room, null);
      assert.equal(await sendAtOnce((index) => deposit(index, 1)), 7);
      assert.equal(await usedMicros('admin', 'given'), used + 7_000_000);
      await agentLimits(null, null);
    });
  });

  test('limits: 32 deposits at once never take the agent below its least balance', async () => {
    await inRounds(async (round) => {
      const balance = Math.round((await cluster.balanceOf('admin')) * 1e6);
      await agentLimits(null, balance - 6_000_000 - round * MILLIME);
      assert.equal(await sendAtOnce((index) => deposit(index, 2)), 3);
      assert.equal(Math.round((await cluster.balanceOf('admin')) * 1e6), balance - 6_000_000);
      await agentLimits(null, null);
    });
  });

  test('limits: 32 deposits at once never pass what the player lets itself receive', async () => {
    await inRounds(async (round) => {
      const before = await movedMicros('DEPOSIT', 'USER_CREATION');
      await ownLimit('received', before + 9_000_000 + round * MILLIME);
      assert.equal(await sendAtOnce((index) => deposit(index, 2)), 4);
      assert.equal(await movedMicros('DEPOSIT', 'USER_CREATION'), before + 8_000_000);
      await removeOwnLimits();
    });
  });

  test('limits: 32 stakes at once never pass the player’s limit of stakes by a millime', async () => {
    await inRounds(async () => {
      await ownLimit('staked', 5_001_000);
      assert.equal(await sendAtOnce((index) => stake(index, 0.667)), 7);
      assert.equal(await movedMicros('BET'), 7 * 667_000);
      await removeOwnLimits();
    });
  });

  test('limits: 32 stakes at once, some with wins, never pass the player’s limit of losses', async () => {
    await inRounds(async () => {
      await ownLimit('lost', 5_000_000);
      await sendAtOnce((index) => stake(index, 0.5, index % 4 === 0 ? 0.25 : 0));
      const lost = (await movedMicros('BET')) - (await movedMicros('WIN'));
      // The next stake, which could be lost, would pass the limit.
      assert.ok(lost <= 5_000_000 && lost + 500_000 > 5_000_000, String(lost));
      assert.equal(await usedMicros(player.username, 'lost'), lost);
      await removeOwnLimits();
    });
  });

  test('limits: deposits and stakes at once keep all limits of agent and player', async () => {
    await inRounds(async () => {
      await agentLimits(1e15, null);
      const given = await usedMicros('admin', 'given');
      const received = await movedMicros('DEPOSIT', 'USER_CREATION');
      await agentLimits(given + 6_000_000, null);
      await ownLimit('received', received + 4_000_000);
      await ownLimit('staked', 3_000_000);
      await sendAtOnce((index) => (index % 2 === 0 ? deposit(index, 1) : stake(index, 0.5)));
      assert.equal(await movedMicros('DEPOSIT', 'USER_CREATION'), received + 4_000_000);
      assert.equal(await usedMicros('admin', 'given'), given + 4_000_000);
      assert.equal(await movedMicros('BET'), 3_000_000);
      await removeOwnLimits();
      await agentLimits(null, null);
    });
  });
});
