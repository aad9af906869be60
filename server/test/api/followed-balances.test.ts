import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { openStomp, subscribeFrame, type RawClient } from '@palier/test-support/actors/stomp-client';
import { untilTrue } from '@palier/test-support/wait-until';
import { countStatements, interceptStatements, readColumn } from '../database';
import { type TestServer, useTestServer } from './start-test-server';

type Session = Awaited<ReturnType<TestServer['login']>>;

const MAX_SUBSCRIPTIONS = 40;
const topicOf = (id: number): string => `/topic/balance/user/${id}`;
const receivedBy = ({ frames }: RawClient): string[] =>
  frames
    .filter((frame) => frame.startsWith('MESSAGE'))
    .map((frame) => `${/user\/(\d+)/.exec(frame)?.[1]} ${/\{.*\}/.exec(frame)?.[0]}`);
const connectionErrors = ({ frames }: RawClient): string[] =>
  frames.filter((frame) => frame.startsWith('ERROR'));

describe('balances of direct children', () => {
  const server = useTestServer({}, async () => {
    url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    for (const name of ['capo', 'superadmin', 'admin', 'client']) sessions[name] = await server.login(name);
    const created = await server.call('POST', '/auth/super-admin/register-admin', as('superadmin'), {
      username: 'sibling',
      password: 'Sbeitla2026',
      balance: 10,
    });
    assert.equal(created.status, 200);
    sessions.sibling = await server.login('sibling', 'Sbeitla2026');
    await server.owner.query(
      `insert into accounts (code, kind) select 'user:many' || n, 'USER' from generate_series(1, $1) n`,
      [MAX_SUBSCRIPTIONS],
    );
    clients = await readColumn(
      server.owner,
      `insert into users (account_id, username, password_hash, role, parent_id)
         select id, substr(code, 6), 'x', 'ROLE_CLIENT', $1 from accounts where code like 'user:many%'
           returning id`,
      [sessions.sibling.user.id],
    );
  });
  let url: string;
  const sessions: Record<string, Session> = {};
  let clients: number[];

  const as = (name: string): string => sessions[name]!.accessToken;
  const idOf = (name: string): number => sessions[name]!.user.id;
  const open = async (context: TestContext, name: string): Promise<RawClient> => {
    const client = await openStomp(url, as(name));
    context.after(() => client.end());
    return client;
  };
  const follow = async (client: RawClient, id: number, subscription = `s${id}`): Promise<void> => {
    client.send(subscribeFrame(subscription, topicOf(id), `receipt:${subscription}\n`));
    await client.waitForFrame(`RECEIPT\nreceipt-id:${subscription}\n`);
  };
  const deposit = async (from: string, receiverUsername: string, amount: number): Promise<void> => {
    assert.equal((await server.transfer(as(from), { receiverUsername, amount })).status, 200);
  };
  test('balance of a child: an agent gets the balance first, then each change', async (context) => {
    const client = await open(context, 'admin');
    await follow(client, idOf('client'));
    const before = await server.balanceOf('client');
    const line = (balance: number): string => `${idOf('client')} {"balance":${balance}}`;
    await untilTrue(() => receivedBy(client).length > 0);
    await deposit('admin', 'client', 5);
    await untilTrue(() => receivedBy(client).length > 1);
    assert.deepEqual(receivedBy(client), [line(before), line(before + 5)]);

    const above = await open(context, 'superadmin');
    await follow(above, idOf('admin'));
    const { body } = await server.transfer(as('admin'), { amount: 1 });
    const reverse = () => server.call('POST', `/transactions/${body.transactionId}/reversal`, as('admin'));
    for (const act of [() => undefined, reverse]) {
      await act();
      for (const [name, receiver] of [
        ['admin', above],
        ['client', client],
      ] as const) {
        const expected = `${idOf(name)} {"balance":${await server.balanceOf(name)}}`;
        await untilTrue(() => receivedBy(receiver).at(-1) === expected);
        assert.equal(receivedBy(receiver).at(-1), expected);
      }
    }
  });

  test('balance of a child: an agent that has unsubscribed receives nothing more', async (context) => {
    const client = await open(context, 'admin');
    await follow(client, idOf('client'));
    await untilTrue(() => receivedBy(client).length > 0);
    const end = (id: string): string => `UNSUBSCRIBE\nid:${id}\n\n\0`;
    const again = subscribeFrame('again', topicOf(idOf('client')), 'receipt:again\n');
    client.send(end(`s${idOf('client')}`) + again + end('again'));
    await follow(client, idOf('admin'));
    const before = receivedBy(client).length;
    await deposit('admin', 'client', 1);
    await untilTrue(() => receivedBy(client).length > before);
    assert.deepEqual(
      receivedBy(client)
        .slice(before)
        .map((line) => line.split(' ')[0]),
      [String(idOf('admin'))],
    );
    assert.ok(!client.frames.some((frame) => frame.includes('receipt-id:again')));
  });

  test('balance of a foreign user: no change is sent while the subscription is checked', async (context) => {
    let check: (() => void) | undefined;
    interceptStatements(context, server.pool, 'parents-of-users', async (run) => {
      await new Promise<void>((resolve) => (check = resolve));
      return run();
    });
    const owner = await open(context, 'superadmin');
    await follow(owner, idOf('superadmin'));
    const client = await open(context, 'admin');
    client.send(subscribeFrame('x', topicOf(idOf('superadmin'))));
    await untilTrue(() => check !== undefined);
    await deposit('superadmin', 'admin', 1);
    assert.ok(await untilTrue(() => receivedBy(owner).length > 0));
    check!();
    assert.notEqual(await client.closed(), null);
    assert.deepEqual(receivedBy(client), []);
  });

  test('balance of another user: each account that is no child is refused in one way', async (context) => {
    const cases: [caller: string, userId: number][] = [
      ['admin', idOf('superadmin')],
      ['admin', idOf('sibling')],
      ['admin', clients[0]!],
      ['superadmin', idOf('client')],
      ['capo', idOf('admin')],
      ['client', idOf('admin')],
      ['client', 2_000_000_000],
      ['admin', 2_000_000_000],
      // Above int4, the type of user ids.
      ['admin', 3_000_000_000],
    ];
    const answers = new Set<string>();
    for (const [caller, id] of cases) {
      const client = await open(context, caller);
      client.send(subscribeFrame('x', topicOf(id), 'receipt:r\n'));
      assert.notEqual(await client.closed(), null, `${caller} ${id}`);
      answers.add(client.frames.slice(1).join(''));
    }
    assert.deepEqual([...answers], ['ERROR\nmessage:destination not allowed\nreceipt-id:r\n\n\0']);
  });

  test('balances of children: too many subscriptions of one socket close it', async (context) => {
    for (const [caller, topics] of [
      ['sibling', clients.map(topicOf)],
      ['client', Array.from({ length: 8 }, () => topicOf(idOf('client')))],
    ] as const) {
      const client = await open(context, caller);
      client.send(
        topics.map((topic, index) => subscribeFrame(`s${index}`, topic, `receipt:r${index}\n`)).join(''),
      );
      const receipts = (): number => client.frames.filter((frame) => frame.startsWith('RECEIPT')).length;
      await untilTrue(() => receipts() === topics.length);
      assert.deepEqual([receipts(), connectionErrors(client)], [topics.length, []]);
      client.send(subscribeFrame('further', topicOf(idOf(caller))));
      assert.match(await client.waitForFrame('ERROR'), /message:too many subscriptions/);
    }
  });

  test('balances of children: at most two statements at a time check subscriptions', async (context) => {
    const counts = countStatements(context, server.pool, 'parents-of-users');
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open(context, 'sibling')));
    const pairs = Array.from(
      { length: 100 },
      (_, index) => `${subscribeFrame('s', topicOf(clients[index % 40]!))}UNSUBSCRIBE\nid:s\n\n\0`,
    );
    for (const socket of sockets) socket.send(pairs.join(''));
    await Promise.all(sockets.map((socket) => follow(socket, clients[0]!)));
    assert.ok(counts.most <= 2 && counts.all < 200, JSON.stringify(counts));
    assert.deepEqual(sockets.flatMap(connectionErrors), []);
  });

  test('balances of children: a socket closes if its session’s end commits 10 s late', async (context) => {
    const client = await open(context, 'capo');
    await server.owner.query(
      "update sessions set revoked_at = now() - interval '10 seconds' where user_id = $1",
      [idOf('capo')],
    );
    assert.notEqual(await client.closed(), null);
  });

  test('balances of children: the socket of a deactivated agent is closed', async (context) => {
    const client = await open(context, 'sibling');
    await follow(client, clients[0]!);
    await server.call('POST', `/user/update-status/${idOf('sibling')}`, as('superadmin'), { active: false });
    assert.notEqual(await client.closed(), null);
  });
});
