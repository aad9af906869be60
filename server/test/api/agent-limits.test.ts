import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { AgentLimits, DepositLimits, SubAccountLimits } from '@palier/shared/contracts/limits';
import { limits as limitsCommand } from '../../src/operator/limits';
import { readValue } from '../database';
import { useTestServer, type Answer } from './start-test-server';

const NONE: AgentLimits = { perMovement: null, perDay: null, leastBalance: null, proofAbove: null };
let superAdmin: string;
let admin: string;
let adminId: number;
const server = useTestServer({}, async () => {
  superAdmin = await server.tokenOf('superadmin');
  admin = await server.tokenOf('admin');
  adminId = await server.idOf('admin');
});

const setLimits = async (limits: Partial<AgentLimits>): Promise<Answer> =>
  server.call('POST', `/user/sub-account/${adminId}/limits`, superAdmin, { ...NONE, ...limits });
const refusalOf = ({ status, body }: Answer) => [status, body.code, body.errors[0]];
const deposit = (amount: number, key?: string) => server.transfer(admin, { amount }, key);
const limitsOf = (answer: Answer) => answer.body as unknown as SubAccountLimits;

/** Runs the operator's command with a call that its type does not describe as a whole. */
const runLimits = (call: object) => (limitsCommand.run as (call: object) => Promise<unknown>)(call);

/** What the admin has given today, by the ledger. */
const usedToday = () =>
  readValue<string>(
    server.owner,
    `select (coalesce(sum(given), 0) / 1e6)::float8::text from limit_usage u
       join users x on x.account_id = u.account_id where x.username = 'admin' and period = 'day'`,
  );

describe('limits of an agent', () => {
  beforeEach(async () => {
    await setLimits(NONE);
  });

  test('agent limits: the parent reads what it has set, and removes it again', async () => {
    assert.deepEqual(limitsOf(await setLimits({ perMovement: 50, perDay: 120.5 })), {
      username: 'admin',
      own: { ...NONE, perMovement: 50, perDay: 120.5 },
      ofRole: NONE,
    });
    const read = await server.call('GET', `/user/sub-account/${adminId}/limits`, superAdmin);
    assert.equal(limitsOf(read).own.perDay, 120.5);
    assert.deepEqual(limitsOf(await setLimits(NONE)).own, NONE);
    const hasLimits = "select has_limits::text from accounts where code = 'user:admin'";
    assert.equal(await readValue(server.owner, hasLimits), 'false');
  });

  test('agent limits: invalid amounts and further fields are refused with a sentence', async () => {
    for (const limits of [
      { perDay: 0 },
      { perDay: -1 },
      { perMovement: 0.0001 },
      { perDay: 1e10 },
      { x: 1 },
    ]) {
      const { status, body } = await setLimits(limits);
      assert.deepEqual([status, body.code], [400, 'invalid-input'], JSON.stringify(limits));
      assert.match(body.errors[0]!, /\.$/);
    }
  });

  test('agent limits: a deposit above the limit of a movement is refused, also under its key', async () => {
    await setLimits({ perMovement: 20 });
    const refused = [
      400,
      'movement-limit',
      'Le montant dépasse votre limite de 20,00\u00a0DT par ajout. ' +
        'Saisissez un montant plus petit, ou demandez à votre agent de relever la limite.',
    ];
    assert.deepEqual(refusalOf(await deposit(21, 'limits-1')), refused);
    assert.deepEqual(refusalOf(await deposit(21, 'limits-1')), refused);
    assert.equal((await deposit(20)).status, 200);
    const withdrawal = await server.transfer(admin, { type: 'WITHDRAWAL', amount: 21 });
    assert.equal(withdrawal.status, 200, 'a withdrawal is never limited');
  });

  test('agent limits: the day counts earlier deposits and openings, and says what is left', async () => {
    await deposit(30);
    const before = Number(
      await readValue(
        server.owner,
        `select (sum(amount) / 1e6)::float8 from transfers t
           join users u on u.account_id = t.initiator_account_id
        where u.username = 'admin' and kind in ('DEPOSIT', 'USER_CREATION') and t.created_at >=
          (local_day(now(), 'Africa/Tunis'))::timestamp at time zone 'Africa/Tunis'`,
      ),
    );
    await setLimits({ perDay: before + 100 });
    const opened = { username: 'limited-1', password: 'Sbeitla2026', balance: 40 };
    const registered = await server.call('POST', '/auth/admin/register-client', admin, opened);
    assert.equal(registered.status, 200);
    assert.match((await deposit(61)).body.errors[0]!, /il vous reste 60,00\u00a0DT à ajouter/);
    assert.equal((await deposit(60)).status, 200);
    assert.deepEqual((await deposit(1)).body.code, 'day-limit');
    const refusedOpening = { ...opened, username: 'limited-2', balance: 1 };
    const refused = await server.call('POST', '/auth/admin/register-client', admin, refusedOpening);
    assert.deepEqual([refused.status, refused.body.code, refused.body.field], [400, 'day-limit', 'balance']);
  });

  test('agent limits: a deposit that was reversed gives its part of the day back', async () => {
    await setLimits({ perDay: 1_000_000 });
    const before = Number(await usedToday());
    const { transactionId } = (await deposit(70)).body;
    assert.equal(Number(await usedToday()), before + 70);
    await server.call('POST', `/transactions/${transactionId}/reversal`, admin);
    assert.equal(Number(await usedToday()), before);
  });

  test('agent limits: a reversed deposit to an agent leaves what the agent has given', async () => {
    await setLimits({ perDay: 1_000_000 });
    await deposit(30);
    const before = await usedToday();
    const body = { receiverUsername: 'admin', amount: 25 };
    const { transactionId } = (await server.transfer(superAdmin, body)).body;
    const reversal = await server.call('POST', `/transactions/${transactionId}/reversal`, superAdmin);
    assert.equal(reversal.status, 200);
    assert.equal(await usedToday(), before);
  });

  test('agent limits: a used day is counted again when limits are set anew', async () => {
    await setLimits({ perDay: 1_000_000 });
    await deposit(7);
    const { transactionId } = (await deposit(5)).body;
    await server.call('POST', `/transactions/${transactionId}/reversal`, admin);
    const used = await usedToday();
    await setLimits(NONE);
    await setLimits({ perDay: 1_000_000 });
    assert.equal(await usedToday(), used);
  });

  test('agent limits: giving never takes the own balance below the least one', async () => {
    const balance = await server.balanceOf('admin');
    await setLimits({ leastBalance: balance - 10 });
    assert.equal((await deposit(11)).body.code, 'least-balance');
    assert.equal((await deposit(10)).status, 200);
    await server.transfer(superAdmin, { receiverUsername: 'admin', type: 'WITHDRAWAL', amount: 5 });
    assert.equal(await server.balanceOf('admin'), balance - 15, 'the parent may take more');
    await server.transfer(superAdmin, { receiverUsername: 'admin', amount: 15 });
  });

  test('agent limits: a clock that jumps back lifts no limit, and the next day begins anew', async () => {
    await setLimits({ perDay: 1_000_000 });
    const move = (days: number) =>
      server.owner.query(
        `update limit_usage set began_on = began_on + $1::int
          where account_id = (select account_id from users where username = 'admin') and period = 'day'`,
        [days],
      );
    await deposit(9);
    const used = Number(await usedToday());
    // As after a jump of the clock a day ahead, and back again.
    await move(1);
    await deposit(1);
    assert.equal(Number(await usedToday()), used + 1);
    await move(-2);
    await deposit(2);
    assert.equal(Number(await usedToday()), 2);
  });

  test('agent limits: the operator sets those of a role, and the stricter one holds', async () => {
    const call = { pool: server.owner, options: {}, operator: 'marie', environment: {} };
    await runLimits({ ...call, words: ['set', 'admin'], options: { 'per-movement': '15' } });
    await setLimits({ perMovement: 30 });
    assert.equal((await deposit(16)).body.code, 'movement-limit');
    await setLimits({ perMovement: 10 });
    assert.equal((await deposit(11)).body.code, 'movement-limit');
    const made = { username: 'limited-admin', password: 'Sbeitla2026', balance: 100 };
    await server.call('POST', '/auth/super-admin/register-admin', superAdmin, made);
    const isLimited = "select has_limits::text from accounts where code = 'user:limited-admin'";
    assert.equal(await readValue(server.owner, isLimited), 'true');
    const entry = `select concat_ws(' ', kind, operator, reason) from journal_entries
       where user_id = ${adminId} and operator is not null order by id desc limit 1`;
    assert.match(String(await readValue(server.owner, entry)), /^limits-changed marie role: movement 15/);
    await runLimits({ ...call, words: ['set', 'admin'] });
    await setLimits(NONE);
    assert.equal((await deposit(16)).status, 200);
  });

  test('agent limits: the form of a deposit reads the limits, where there are any', async () => {
    const clientId = await server.idOf('client');
    const read = async () =>
      (await server.call('GET', `/user/sub-account/${clientId}`, admin)).body as unknown as {
        deposit?: DepositLimits;
      };
    assert.equal((await read()).deposit, undefined);
    await setLimits({ perMovement: 40, perDay: 1_000_000, leastBalance: 3 });
    const { deposit: shown } = await read();
    assert.deepEqual([shown?.perMovement, shown?.leastBalance], [40, 3]);
    assert.equal(shown?.leftToday, 1_000_000 - Number(await usedToday()));
  });

  test('agent limits: a journal entry of the sub-account names the parent and the limits', async () => {
    await setLimits({ perDay: 75.5 });
    const entry = `select concat_ws(' ', j.kind, u.username, j.reason) from journal_entries j
       join users u on u.id = j.actor_id where j.user_id = ${adminId} order by j.id desc limit 1`;
    assert.equal(
      await readValue(server.owner, entry),
      'limits-changed superadmin movement –, day 75.5, balance –, proof –',
    );
  });
});
