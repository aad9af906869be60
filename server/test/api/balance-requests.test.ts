import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { atOnce } from '@palier/test-support/at-once';
import { openStomp, subscribeFrame } from '@palier/test-support/actors/stomp-client';
import { untilTrue } from '@palier/test-support/wait-until';
import { createApp } from '../../src/app';
import { expireRequests } from '../../src/balance-requests/expiry.job';
import { createPool } from '../../src/database/pool';
import { payRequest } from '../../src/ledger/ledger.repository';
import { verifyLedger } from '../../src/operator/verify';
import { gapOf, readSubtreeBalances } from '../../src/reports/trial-balance.repository';
import { readRow, readValue } from '../database';
import { useGames, type Games } from './games-provider';
import { withKey, type Answer } from './start-test-server';

interface Person {
  readonly token: string;
  readonly id: number;
}
interface Listed {
  readonly id: number;
  readonly status: string;
  readonly reason: string | null;
  readonly seenAt: string | null;
  readonly transactionId: number | null;
  readonly isReserved: boolean;
}

const NAMES = ['capo', 'superadmin', 'admin', 'client'] as const;
type People = Record<(typeof NAMES)[number], Person>;

/** The calls of the demo's people about requests, at one server. */
function callsOf(games: Games, people: People) {
  const call: Games['server']['call'] = (...args) => games.server.call(...args);
  const ask = (who: keyof People, type: string, amount: number, more: object = {}) =>
    call('POST', '/requests', people[who].token, { type, amount, ...more });
  const idOf = ({ status, body }: Answer): number => {
    assert.equal(status, 200, String(body.errors));
    return body.id;
  };
  return {
    ask,
    askId: async (...args: Parameters<typeof ask>) => idOf(await ask(...args)),
    withdraw: (who: keyof People, id: number) => call('POST', `/requests/${id}/withdraw`, people[who].token),
    refuse: (who: keyof People, id: number, reason = 'Compte à vérifier') =>
      call('POST', `/requests/received/${id}/refuse`, people[who].token, { reason }),
    pay: (id: number, amount: number, type = 'DEPOSIT', key?: string) =>
      games.server.transfer(people.admin.token, { amount, type, requestId: id }, key),
    own: async (who: keyof People) =>
      (await call('GET', '/requests', people[who].token)).body.data as unknown as Listed[],
    received: async (who: keyof People) =>
      (await call('GET', '/requests/received', people[who].token)).body.data as unknown as Listed[],
    balance: () => games.server.balanceOf('client'),
    reserved: () =>
      readValue<number>(
        games.server.owner,
        `select coalesce(sum(balance), 0)::float8 / 1e6 from accounts where code = 'reserve:client'`,
      ),
  };
}

const refusalOf = ({ status, body }: Answer) => [status, body.code, body.errors[0]];

/** Starts games, and runs `prepare` with their server. */
function startWith(environment: Record<string, string>, prepare: (server: Games['server']) => Promise<void>) {
  const started: { games?: Games } = {};
  const games = useGames(environment, () => prepare(started.games!.server));
  started.games = games;
  return games;
}

/** A server whose people are signed in; at the end the ledger must be correct. */
function useRequests(environment: Record<string, string> = {}) {
  const people = {} as People;
  const games: Games = startWith(environment, async (server) => {
    for (const name of NAMES) {
      const { accessToken, user } = await server.login(name);
      Object.assign(people, { [name]: { token: accessToken, id: user.id } });
    }
  });
  return { games, people, calls: callsOf(games, people) };
}

describe('requests', () => {
  const { games, people, calls } = useRequests();

  test('request: it is asked, seen and paid, and the movement has its number', async () => {
    const before = await calls.balance();
    const id = await calls.askId('client', 'DEPOSIT', 40, { note: 'pour ce soir' });
    const [open] = await calls.received('admin');
    assert.deepEqual(
      { ...open, createdAt: '', expiresAt: '', ageS: 0 },
      {
        id,
        type: 'DEPOSIT',
        amount: 40,
        note: 'pour ce soir',
        createdAt: '',
        expiresAt: '',
        ageS: 0,
        isReserved: false,
        userId: people.client.id,
        username: 'client',
      },
    );
    assert.equal((await calls.own('client'))[0]?.seenAt, null);
    const seen = await games.server.call('POST', '/requests/received/seen', people.admin.token, { upTo: id });
    assert.equal(seen.status, 200);
    assert.notEqual((await calls.own('client'))[0]?.seenAt, null);
    const paid = await calls.pay(id, 40, 'DEPOSIT', 'paid-once');
    assert.equal(paid.status, 200, String(paid.body.errors));
    assert.deepEqual(await calls.pay(id, 40, 'DEPOSIT', 'paid-once'), paid);
    assert.equal(await calls.balance(), before + 40);
    const closed = refusalOf(await calls.refuse('admin', id));
    assert.deepEqual(closed, [
      409,
      'conflict',
      "Cette demande a déjà été payée. Vérifiez l'historique avant d'envoyer autre chose.",
    ]);
    assert.deepEqual(await calls.received('admin'), []);
    const [listed] = await calls.own('client');
    assert.deepEqual([listed?.status, listed?.transactionId], ['PAID', paid.body.transactionId]);
    for (const { token } of [people.admin, people.client]) {
      const { body } = await games.server.call('GET', `/transactions/${paid.body.transactionId}`, token);
      assert.equal((body as { request?: number }).request, id);
    }
  });

  test('request: a refusal shows its reason to the asker, and its repeat answers the same', async () => {
    const id = await calls.askId('client', 'DEPOSIT', 5);
    assert.equal((await calls.refuse('admin', id)).status, 200);
    assert.equal((await calls.refuse('admin', id)).status, 200);
    const [listed] = await calls.own('client');
    assert.deepEqual([listed?.status, listed?.reason], ['REFUSED', 'Compte à vérifier']);
    assert.deepEqual(refusalOf(await calls.pay(id, 5)), [
      409,
      'conflict',
      'Cette demande a été refusée. Demandez-en une autre.',
    ]);
    assert.deepEqual(refusalOf(await calls.withdraw('client', id)).slice(0, 2), [409, 'conflict']);
  });

  test('request: one of a kind is open at a time, and its asker can withdraw it', async () => {
    const id = await calls.askId('client', 'DEPOSIT', 5);
    const payout = await calls.askId('client', 'WITHDRAWAL', 1);
    assert.deepEqual(refusalOf(await calls.ask('client', 'DEPOSIT', 6)), [
      409,
      'conflict',
      'Vous avez déjà une demande de ce type en cours. Retirez-la pour en faire une autre.',
    ]);
    for (const one of [id, payout]) assert.equal((await calls.withdraw('client', one)).status, 200);
    assert.deepEqual(refusalOf(await calls.pay(id, 5)), [
      409,
      'conflict',
      'Cette demande a été retirée. Relisez les demandes en cours.',
    ]);
    assert.equal((await calls.withdraw('client', await calls.askId('client', 'DEPOSIT', 6))).status, 200);
  });

  test('request: bad input gets a French sentence and changes nothing', async () => {
    const count = () => readValue(games.server.owner, 'select count(*)::int from balance_requests');
    const before = await count();
    for (const [who, type, amount, more, sentence] of [
      ['client', 'DEPOSIT', 0, {}, 'Le montant doit être supérieur à zéro.'],
      ['client', 'DEPOSIT', 1.5, {}, 'Le montant doit être un nombre valide.'],
      [
        'client',
        'WITHDRAWAL',
        9e8,
        {},
        'Le montant à retirer dépasse le solde disponible. Saisissez un montant plus petit.',
      ],
      ['client', 'DEPOSIT', 5, { note: '' }, 'La note est vide.'],
      ['client', 'GIFT', 5, {}, 'Le champ « type » est invalide.'],
      [
        'admin',
        'WITHDRAWAL',
        5,
        {},
        'Seul un joueur peut demander un retrait. Demandez du solde, ou adressez-vous à votre agent.',
      ],
    ] as const) {
      const { status, body } = await calls.ask(who, type, amount, more);
      assert.deepEqual([status, body.errors], [400, [sentence]]);
    }
    assert.equal((await calls.ask('capo', 'DEPOSIT', 5)).status, 403);
    assert.equal(await count(), before);
    const id = await calls.askId('client', 'DEPOSIT', 5);
    for (const [reason, sentence] of [
      ['', 'Le motif est vide.'],
      ['a\nb', 'Le motif contient un caractère invisible ou interdit.'],
      ['x'.repeat(121), 'Le motif compte au plus 120 caractères.'],
    ] as const)
      assert.deepEqual(refusalOf(await calls.refuse('admin', id, reason)), [400, 'invalid-input', sentence]);
    assert.deepEqual(refusalOf(await calls.pay(id, 6)), [
      400,
      'invalid-input',
      'Le montant doit être celui de la demande. Payez-la telle quelle, ou refusez-la avec un motif.',
    ]);
    assert.equal((await calls.pay(id, 5, 'WITHDRAWAL')).status, 404);
    for (const requestId of [0, -1, 1.5, 2 ** 31, '7'])
      assert.equal((await games.server.transfer(people.admin.token, { requestId })).status, 400);
    assert.deepEqual(
      (await calls.own('client')).filter(({ status }) => status === 'OPEN').map((one) => one.id),
      [id],
    );
    assert.equal((await calls.withdraw('client', id)).status, 200);
  });

  test('request: a request of a sibling or of another tree is not paid, and nothing moves', async () => {
    const registered = await games.server.call('POST', '/auth/admin/register-client', people.admin.token, {
      username: 'sibling',
      password: 'Matmata77',
      balance: 5,
    });
    assert.equal(registered.status, 200);
    const id = await calls.askId('client', 'DEPOSIT', 7);
    const before = await calls.balance();
    const pay = (token: string, receiverUsername: string) =>
      games.server.transfer(token, { amount: 7, type: 'DEPOSIT', requestId: id, receiverUsername });
    for (const [token, receiver] of [
      [people.admin.token, 'sibling'],
      [people.superadmin.token, 'admin'],
      [people.capo.token, 'superadmin'],
    ] as const) {
      const answer = await pay(token, receiver);
      assert.equal(answer.status, 404, `${receiver}: ${String(answer.body.errors)}`);
    }
    assert.equal(await calls.balance(), before);
    assert.equal(await games.server.balanceOf('sibling'), 5);
    assert.equal((await calls.own('client'))[0]?.status, 'OPEN');
    assert.equal((await calls.withdraw('client', id)).status, 200);
  });

  test('request: an agent asks its parent, whose list alone shows it', async () => {
    const id = await calls.askId('admin', 'DEPOSIT', 30);
    assert.deepEqual(
      (await calls.received('superadmin')).map((one) => one.id),
      [id],
    );
    for (const other of ['capo', 'admin'] as const) assert.deepEqual(await calls.received(other), []);
    for (const other of ['capo', 'admin'] as const)
      assert.deepEqual(refusalOf(await calls.refuse(other, id)), [
        404,
        'not-found',
        'Demande introuvable. Relisez les demandes en cours.',
      ]);
    assert.equal((await calls.refuse('superadmin', id)).status, 200);
  });

  test('network: an agent’s line has its answers of the period and the time that askers waited', async () => {
    const waiting = async (day: string) => {
      const path = `/transactions/report/network?from=${day}&to=${day}`;
      const { body } = await games.server.call('GET', path, people.superadmin.token);
      const { subAccounts } = body as unknown as {
        subAccounts: { username: string; answers: number; averageWaitS: number | null }[];
      };
      const line = subAccounts.find(({ username }) => username === 'admin');
      return [line?.answers, line?.averageWaitS];
    };
    const today = await readValue<string>(
      games.server.owner,
      "select to_char(local_day(now(), 'Africa/Tunis'), 'YYYY-MM-DD')",
    );
    const [before] = await waiting(today);
    const id = await calls.askId('client', 'DEPOSIT', 5);
    await games.server.owner.query(
      "update balance_requests set created_at = created_at - interval '1 hour' where id = $1",
      [id],
    );
    assert.equal((await calls.pay(id, 5)).status, 200);
    const [answers, averageWaitS] = await waiting(today);
    assert.equal(answers, Number(before) + 1);
    assert.ok(Math.abs(Number(averageWaitS) - 3600 / Number(answers)) < 60, String(averageWaitS));
    assert.deepEqual(await waiting('2026-01-05'), [0, null]);
  });

  test('request: the sockets of asker and parent are told of each change', async (context) => {
    const url = await games.server.app.listen({ port: 0, host: '127.0.0.1' });
    const follow = async (who: 'admin' | 'client') => {
      const socket = await openStomp(url, people[who].token);
      context.after(() => socket.end());
      const topic = `/topic/requests/user/${people[who].id}`;
      socket.send(subscribeFrame('s', topic, 'receipt:s\n'));
      await socket.waitForFrame('RECEIPT\nreceipt-id:s\n');
      return () => socket.frames.filter((frame) => frame.startsWith('MESSAGE')).length;
    };
    const [atParent, atAsker] = [await follow('admin'), await follow('client')];
    const id = await calls.askId('client', 'DEPOSIT', 5);
    await untilTrue(() => atParent() === 1 && atAsker() === 1);
    await games.server.call('POST', '/requests/received/seen', people.admin.token, { upTo: id });
    await untilTrue(() => atAsker() === 2);
    assert.equal((await calls.pay(id, 5)).status, 200);
    await untilTrue(() => atParent() === 2 && atAsker() === 3);
  });
});

describe('payout requests that reserve their sum', () => {
  const { games, people, calls } = useRequests({ PAYOUT_REQUESTS_RESERVE: 'true' });
  const verify = async () => assert.equal(await verifyLedger(games.server.owner), null);

  test('reserved payout: the sum leaves the balance at once and is withdrawn when it is paid', async () => {
    const before = await calls.balance();
    const id = await calls.askId('client', 'WITHDRAWAL', 10);
    assert.deepEqual([await calls.balance(), await calls.reserved()], [before - 10, 10]);
    assert.equal((await calls.received('admin'))[0]?.isReserved, true);
    const account = await games.server.call('GET', `/user/account/${people.client.id}`, people.admin.token);
    assert.equal((account.body as { reserved?: number }).reserved, 10);
    const [line] = await readSubtreeBalances(games.server.owner, { username: 'client' });
    assert.deepEqual([gapOf(line!), line!.own], [0n, BigInt(Math.round(before * 1e6))]);
    const [whole] = await readSubtreeBalances(games.server.owner, { username: 'admin' });
    assert.equal(gapOf(whole!), 0n);
    await verify();
    const agentBefore = await games.server.balanceOf('admin');
    const paid = await calls.pay(id, 10, 'WITHDRAWAL', 'k-1');
    assert.equal(paid.status, 200, String(paid.body.errors));
    assert.deepEqual(await calls.pay(id, 10, 'WITHDRAWAL', 'k-1'), paid);
    assert.deepEqual([await calls.balance(), await calls.reserved()], [before - 10, 0]);
    assert.equal(await games.server.balanceOf('admin'), agentBefore + 10);
    await verify();
  });

  test('reserved payout: refusal, withdrawal and expiry each give the sum back once', async () => {
    const before = await calls.balance();
    const refused = await calls.askId('client', 'WITHDRAWAL', 7);
    for (const _ of [1, 2]) assert.deepEqual((await calls.refuse('admin', refused)).body, { id: refused });
    assert.deepEqual([await calls.balance(), await calls.reserved()], [before, 0]);
    const withdrawn = await calls.askId('client', 'WITHDRAWAL', 8);
    for (const _ of [1, 2]) assert.equal((await calls.withdraw('client', withdrawn)).status, 200);
    assert.deepEqual([await calls.balance(), await calls.reserved()], [before, 0]);
    const expired = await calls.askId('client', 'WITHDRAWAL', 9);
    await makeExpired(expired);
    assert.equal(await expire(), 1);
    assert.equal(await expire(), 0);
    assert.deepEqual([await calls.balance(), await calls.reserved()], [before, 0]);
    assert.equal((await calls.own('client'))[0]?.status, 'EXPIRED');
    assert.deepEqual(refusalOf(await calls.pay(expired, 9, 'WITHDRAWAL')), [
      409,
      'conflict',
      'Cette demande a expiré. Faites-en une autre.',
    ]);
    await verify();
  });

  test('reserved payout: a refused payment leaves the sum reserved and the request open', async () => {
    const id = await calls.askId('client', 'WITHDRAWAL', 6);
    const before = await calls.balance();
    const setFrozen = (isFrozen: boolean) =>
      games.server.owner.query("update accounts set is_frozen = $1 where code = 'user:admin'", [isFrozen]);
    await setFrozen(true);
    // Past the session, which ends when an account is frozen.
    const payment = {
      kind: 'WITHDRAWAL',
      agentAccountId: await games.server.accountOf('admin'),
      agentUserId: people.admin.id,
      receiverUsername: 'client',
      amount: 6_000_000n,
      key: 'frozen',
      fingerprint: 'frozen',
      requestId: id,
    } as const;
    const refused = await payRequest(games.server.pool, payment);
    await setFrozen(false);
    assert.deepEqual(refused, { ok: false, reason: 'frozen' });
    assert.deepEqual(await payRequest(games.server.pool, payment), {
      ok: false,
      reason: 'frozen',
      replayed: true,
    });
    assert.deepEqual([await calls.balance(), await calls.reserved()], [before, 6]);
    assert.equal((await calls.own('client'))[0]?.status, 'OPEN');
    assert.equal((await calls.refuse('admin', id)).status, 200);
    await verify();
  });

  const makeExpired = (id: number) =>
    games.server.owner.query('update balance_requests set expires_at = now() where id = $1', [id]);
  const expire = () =>
    expireRequests({
      pool: games.server.pool,
      announceBalance: () => undefined,
      announceRequests: () => undefined,
    });

  test('reserved payout: 32 answers, withdrawals and stakes in two processes have one effect', async () => {
    const pool = createPool(games.server.config.DATABASE_URL);
    const other = await createApp(games.server.config, pool);
    try {
      for (const round of [1, 2, 3, 4]) {
        const before = await calls.balance();
        const agentBefore = await games.server.balanceOf('admin');
        const amount = Math.floor(before) - 2;
        const id = await calls.askId('client', 'WITHDRAWAL', amount);
        const send = (n: number, path: string, who: 'admin' | 'client', body?: object) =>
          (n % 2 === 0 ? games.server.app : other).inject({
            method: 'POST',
            url: `/api/v1${path}`,
            headers: { authorization: `Bearer ${people[who].token}`, ...withKey(`r${round}-${n % 8}`) },
            ...(body === undefined ? {} : { payload: body }),
          });
        const payment = { receiverUsername: 'client', amount, type: 'WITHDRAWAL', requestId: id };
        if (round % 2 === 0) await makeExpired(id);
        let staked = 0;
        const works: readonly ((n: number) => Promise<unknown>)[] = [
          (n) => send(n, '/transactions', 'admin', payment),
          (n) => send(n, `/requests/received/${id}/refuse`, 'admin', { reason: `motif ${n}` }),
          (n) => send(n, `/requests/${id}/withdraw`, 'client'),
          () => expire(),
          async (n) => {
            const stake = { txn: `x${round}-${n}`, round: `x${round}-${n}`, bet: 1, win: 0 };
            if ((await games.send({ ...stake, type: 'debit' })).status === 1) staked += 1;
          },
        ];
        await atOnce(32, (n) => works[n % works.length]!(n));
        const { status, movements } = await readRow<{ status: string; movements: number }>(
          games.server.owner,
          `select status, (select count(*)::int from transfers t join users u on u.id = r.user_id
                            where t.kind = 'WITHDRAWAL' and t.target_account_id = u.account_id
                              and t.amount = r.amount and t.id > r.reservation_id) as movements
             from balance_requests r where id = $1`,
          [id],
        );
        assert.notEqual(status, 'OPEN');
        const paid = status === 'PAID' ? 1 : 0;
        assert.equal(movements, paid, status);
        assert.deepEqual(
          [await calls.balance(), await calls.reserved(), await games.server.balanceOf('admin')],
          [before - staked - paid * amount, 0, agentBefore + paid * amount],
        );
        await verify();
        if (paid === 1) await games.server.transfer(people.admin.token, { amount });
      }
    } finally {
      await other.close();
      await pool.end();
    }
  });
});
