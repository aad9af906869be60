import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  fillIn,
  REFUSAL_TEXTS,
  STAKE_TEXTS,
  type RefusalName,
  type StakeRefusal,
} from '../../src/refusals/refusal-texts';
import { applyGameMovement } from '../../src/games/apply-game-movement.use-case';
import { createLedgerWriter } from '../../src/ledger/writer';
import { createPlayerAccounts } from '../../src/games/player-account.repository';
import { silentAnnouncer } from '../../src/operator/silent-announcer';
import { catalogueOf, useGames } from './games-provider';
import type { Answer } from './start-test-server';

const games = useGames();
const { server } = games;

/** The code of a refusal of docs/refusals.md and its text. */
function assertRefused({ body }: Answer, name: RefusalName, values: Record<string, string> = {}): void {
  assert.deepEqual([body.code, body.errors[0]], [name.split('/')[0], fillIn(REFUSAL_TEXTS[name], values)]);
}

const setAccount = (username: string, change: string) =>
  server.owner.query(`update accounts set ${change} where code = $1`, [`user:${username}`]);

/** Makes a change of an account, runs `work`, and takes the change back. */
async function whileAccount(username: string, change: string, work: () => Promise<void>): Promise<void> {
  await setAccount(username, change);
  await work();
  await setAccount(username, 'is_frozen = false, largest_balance = 9000000000000000');
}

const register = (token: string, username: string, balance: number) =>
  server.call('POST', '/auth/admin/register-client', token, { username, password: 'Sbeitla2026', balance });

describe('refusals', () => {
  test('refusals: each refused movement has its code and a sentence that says what to do', async () => {
    const admin = await server.tokenOf('admin');
    const client = await server.tokenOf('client');
    const withdrawal = { type: 'WITHDRAWAL', amount: 1_000_000 };
    assertRefused(await server.transfer(admin, { amount: 1_000_000_000 }), 'insufficient-funds/deposit');
    assertRefused(await server.transfer(admin, withdrawal), 'insufficient-funds/withdrawal');
    assertRefused(await server.transfer(admin, { receiverUsername: 'capo' }), 'not-found/receiver');
    assertRefused(await server.transfer(client), 'not-allowed');
    await server.transfer(admin, {}, 'refusals-1');
    assertRefused(await server.transfer(admin, { amount: 2 }, 'refusals-1'), 'invalid-idempotency');
    await server.call('POST', '/transactions/attempts/refusals-2', admin);
    assertRefused(await server.transfer(admin, {}, 'refusals-2'), 'abandoned');
    await whileAccount('client', 'is_frozen = true', async () =>
      assertRefused(await server.transfer(admin), 'account-frozen'),
    );
    await whileAccount('client', 'largest_balance = balance', async () =>
      assertRefused(await server.transfer(admin), 'balance-limit'),
    );
    assertRefused(await server.transfer('a.b.c'), 'unauthenticated');
  });

  test('refusals: each refused reversal has its code and a sentence that says what to do', async () => {
    const admin = await server.tokenOf('admin');
    const reverse = (id: number) => server.call('POST', `/transactions/${id}/reversal`, admin);
    const moved = async (fields = {}) => (await server.transfer(admin, fields)).body.transactionId;
    assertRefused(await reverse(1), 'not-found/movement');
    assertRefused(await reverse(await moved({ type: 'WITHDRAWAL' })), 'not-a-deposit');
    const reversed = await moved();
    await reverse(reversed);
    assertRefused(await reverse(reversed), 'already-reversed');
    const spent = await moved({ amount: 50 });
    const rest = Math.floor(await server.balanceOf('client'));
    await server.transfer(admin, { type: 'WITHDRAWAL', amount: rest });
    assertRefused(await reverse(spent), 'money-spent');
    await server.transfer(admin, { amount: rest });
    const late = await moved();
    await server.owner.query('alter table transfers disable trigger user');
    await server.owner.query(
      "update transfers set created_at = created_at - interval '1 hour' where id = $1",
      [late],
    );
    await server.owner.query('alter table transfers enable trigger user');
    assertRefused(await reverse(late), 'too-late');
  });

  test('refusals: a refused opening balance has the code and sentence of its own reason', async () => {
    const admin = await server.tokenOf('admin');
    assertRefused(await register(admin, 'refused1', 1_000_000_000), 'insufficient-funds/creation');
    await whileAccount('admin', 'is_frozen = true', async () => {
      const { rows } = await server.pool.query<{ reason: string }>(
        `select register_user(id, 'refused2', '', 'ROLE_CLIENT', 1, null, null, null)->>'reason' as reason
           from users where username = 'admin'`,
      );
      assert.equal(rows[0]?.reason, 'frozen');
    });
  });

  test('refusals: each refused launch has its code and a sentence that says what to do', async () => {
    const client = await server.tokenOf('client');
    const launch = (code: string) =>
      server.call('POST', `/casino/launch?gameCode=${code}&providerCode=PRAGMATIC`, client);
    const listed = catalogueOf('g1');
    games.answerOperator = listed;
    await server.call('GET', '/casino/games?providerCode=PRAGMATIC', client);
    assertRefused(await launch('missing'), 'not-found/game');
    games.answerOperator = (call) =>
      call.method === 'game_launch' ? { status: 0, msg: 'INTERNAL_ERROR' } : listed(call);
    assertRefused(await launch('g1'), 'unavailable/games');
    games.answerOperator = (call) =>
      call.method === 'game_launch'
        ? { status: 1, launch_url: 'https://foreign.example/play' }
        : listed(call);
    assertRefused(await launch('g1'), 'unavailable/address');
  });

  test('refusals: each reason for a refused stake is announced, once for its repeats', async () => {
    const heard: StakeRefusal[] = [];
    const wallet = {
      ledger: createLedgerWriter(server.pool),
      accounts: createPlayerAccounts(server.pool),
      announcer: {
        ...silentAnnouncer,
        announceRefusedStake(userId: number, code: StakeRefusal) {
          assert.equal(userId, games.player);
          heard.push(code);
        },
      },
    };
    const player = { userId: games.player, accountId: await server.accountOf('client') };
    const debitCredit = {
      kind: 'GAME',
      providerCode: 'PRAGMATIC',
      transactionId: 'stake-limit',
      roundId: 'stake-limit',
      gameCode: 'g1',
      bet: 1_000_000n,
      settles: true,
    } as const;
    const stake = (id: string, bet: bigint, providerCode = 'PRAGMATIC') =>
      applyGameMovement(wallet, player, {
        ...debitCredit,
        providerCode,
        transactionId: id,
        roundId: id,
        bet,
        win: 0n,
      });
    const allMoney = 8_000_000_000_000_000n;
    for (let repeat = 0; repeat < 3; repeat += 1) await stake('stake-funds', allMoney);
    await stake('stake-duplicate', 1n);
    await stake('stake-duplicate', 2n);
    await server.owner.query("update game_openings set ended_at = now() where provider_code = 'SPRIBE'");
    await stake('stake-player', 1n, 'SPRIBE');
    await whileAccount('client', 'largest_balance = balance', async () => {
      await applyGameMovement(wallet, player, { ...debitCredit, win: 9_000_000n });
    });
    for (const call of [
      "set_own_limit($1, 'staked', 'day', 0)",
      "set_own_limit($1, 'lost', 'day', 0)",
      "stop_play($1, 'paused', interval '1 day')",
      "stop_play($1, 'excluded', interval '1 year')",
    ]) {
      await server.owner.query(`select ${call}`, [games.player]);
      await stake(call, 1_000_000n);
    }
    await server.owner.query('delete from player_stops');
    await setAccount('client', 'has_limits = false');
    await server.owner.query('delete from own_limits');
    assert.deepEqual(heard.slice(0, 3), ['stake/funds', 'stake/player', 'stake/limit']);
    assert.deepEqual(new Set(heard), new Set(Object.keys(STAKE_TEXTS)));
  });

  test('refusals: the right password of a closed account gets the reason and whom to ask', async () => {
    const signIn = (password: string) =>
      server.call('POST', '/auth/login', undefined, { username: 'client', password });
    const unknown = await server.call('POST', '/auth/login', undefined, {
      username: 'nobody-here',
      password: 'Client1234',
    });
    const setActive = (active: boolean) =>
      server.owner.query("update users set active = $1 where username = 'client'", [active]);
    const assertClosed = async (name: RefusalName): Promise<void> => {
      const { status, body } = await signIn('Client1234');
      assert.deepEqual([status, body.code], [401, 'account-closed']);
      assert.deepEqual(body.errors, [
        'Invalid email or password.',
        fillIn(REFUSAL_TEXTS[name], { agent: 'admin' }),
      ]);
      const wrong = await signIn('Wrong1234');
      assert.deepEqual(
        [wrong.status, wrong.body.code, wrong.body.errors],
        [401, unknown.body.code, unknown.body.errors],
      );
    };
    await setActive(false);
    await assertClosed('account-closed/deactivated');
    await setActive(true);
    await whileAccount('client', 'is_frozen = true', () => assertClosed('account-closed/frozen'));
    assert.equal((await signIn('Client1234')).status, 200);
  });
});
