import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { UserNotice, UserNotices } from '@palier/shared/contracts/notices';
import { openStomp, subscribeFrame } from '@palier/test-support/actors/stomp-client';
import { untilTrue } from '@palier/test-support/wait-until';
import { forgetExpired } from '../../src/maintenance/forget-expired';
import { writeNotice } from '../../src/notices/notice.repository';
import { readValue, rolledBack } from '../database';
import { useTestServer } from './start-test-server';

const PASSWORD = 'Matmata77';
const PASSWORD_AFTER = 'Sbeitla2026';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const WAIT_MS = 60_000;

describe('notices', () => {
  const server = useTestServer({}, async () => {
    url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    admin = await server.tokenOf('admin');
  });
  let url: string;
  let admin: string;

  let made = 0;
  async function makeClient(balance = 0): Promise<{ id: number; username: string; token: string }> {
    const username = `notice-${(made += 1)}`;
    const body = { username, password: PASSWORD, balance };
    const { status } = await server.call('POST', '/auth/admin/register-client', admin, body);
    assert.equal(status, 200);
    return {
      id: await server.idOf(username),
      username,
      token: await server.tokenOf(username, PASSWORD),
    };
  }
  const read = async (token: string, query = ''): Promise<UserNotices> => {
    const { status, body } = await server.call('GET', `/user/notices${query}`, token);
    assert.equal(status, 200);
    return body as unknown as UserNotices;
  };
  const kindsOf = async (token: string): Promise<string[]> =>
    (await read(token)).data.map(({ kind }) => kind);
  const newest = async (token: string): Promise<Pick<UserNotice, 'kind' | 'facts'>> => {
    const { kind, facts } = (await read(token)).data[0]!;
    return { kind, facts };
  };
  const write = (userId: number, count: number): Promise<unknown> =>
    server.owner.query(
      `select write_notice($1, 'password-changed', jsonb_build_object('n', n)) from generate_series(1, $2) n`,
      [userId, count],
    );

  test('notice: the first sign-in of an account writes none, one from another device does', async () => {
    const { username, token } = await makeClient();
    assert.deepEqual(await kindsOf(token), []);
    const credentials = { username, password: PASSWORD };
    await server.call('POST', '/auth/login', undefined, credentials, { 'user-agent': FIREFOX });
    assert.deepEqual(await newest(token), {
      kind: 'new-device',
      facts: { browser: 'Firefox', system: 'Windows' },
    });
  });

  test('notice: a sign-in on a known device writes none', async () => {
    const { username, token } = await makeClient();
    const payload = { username, password: PASSWORD };
    const first = await server.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload });
    const cookie = first.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    assert.match(cookie, /palier-device=/);
    assert.deepEqual(await kindsOf(token), ['new-device']);
    const again = await server.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload,
      headers: { cookie },
    });
    assert.equal(again.statusCode, 200);
    assert.deepEqual(await kindsOf(token), ['new-device']);
  });

  test('notice: a changed password says who changed it, and a refused change writes none', async () => {
    const { id, username, token } = await makeClient();
    const change = (oldPassword: string) =>
      server.call('POST', '/auth/change-password', token, { oldPassword, newPassword: PASSWORD_AFTER });
    assert.notEqual((await change('Wrong12345')).status, 200);
    assert.deepEqual(await kindsOf(token), []);
    assert.equal((await change(PASSWORD)).status, 200);
    assert.deepEqual(await newest(token), { kind: 'password-changed', facts: {} });
    const body = { oldPassword: PASSWORD, newPassword: PASSWORD };
    await server.call('POST', `/auth/change-sub-account-password/${id}`, admin, body);
    const { data } = await read(await server.tokenOf(username, PASSWORD));
    const reset = data.find(({ kind }) => kind === 'password-reset');
    assert.deepEqual(reset?.facts, { by: 'admin' });
  });

  test('notice: a reversed deposit names the agent, the amount and the movement', async () => {
    const { username, token } = await makeClient();
    const { body } = await server.transfer(admin, { receiverUsername: username, amount: 12 });
    const reversed = await server.call('POST', `/transactions/${body.transactionId}/reversal`, admin);
    assert.equal(reversed.status, 200);
    assert.deepEqual(await newest(token), {
      kind: 'deposit-reversed',
      facts: { amount: 12, by: 'admin', number: reversed.body.transactionId },
    });
    await server.call('POST', `/transactions/${body.transactionId}/reversal`, admin);
    assert.equal((await kindsOf(token)).length, 1);
  });

  test('notice: a transaction that is rolled back leaves none', async () => {
    const { id, token } = await makeClient();
    await rolledBack(server.pool, (client) =>
      writeNotice(client, { userId: id, kind: 'password-changed', values: { by: 'admin' } }),
    );
    assert.deepEqual(await kindsOf(token), []);
    await assert.rejects(writeNotice(server.pool, { userId: id, kind: 'Not a kind' }), /notices_kind_check/);
  });

  test('list of notices: pages follow by number, and readers mark only their own as read', async () => {
    const one = await makeClient();
    const other = await makeClient();
    await write(one.id, 5);
    await write(other.id, 2);
    const first = await read(one.token, '?size=2');
    assert.deepEqual([first.data.length, first.unread], [2, 5]);
    const second = await read(one.token, `?size=2&before=${first.next}`);
    const third = await read(one.token, `?size=2&before=${second.next}`);
    assert.deepEqual([third.data.length, third.next], [1, null]);
    const ids = [...first.data, ...second.data, ...third.data].map(({ id }) => id);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
    );
    assert.equal(new Set(ids).size, 5);
    const newestOfOther = (await read(other.token)).data[0]!.id;
    const marked = await server.call('POST', '/user/notices/read', one.token, { upTo: second.data[0]!.id });
    assert.deepEqual(marked.body, { unread: 2 });
    await server.call('POST', '/user/notices/read', one.token, { upTo: newestOfOther });
    assert.equal((await read(one.token)).unread, 0);
    assert.equal((await read(other.token)).unread, 2);
    assert.ok((await read(one.token)).data.every(({ isRead }) => isRead));
    const refused = await server.call('POST', '/user/notices/read', one.token, { upTo: 0 });
    assert.equal(refused.status, 400);
  });

  test('socket: pages get the number of unread notices at once, and after each change', async (context) => {
    const { id, token } = await makeClient();
    await write(id, 1);
    const client = await openStomp(url, token);
    context.after(() => client.end());
    client.send(subscribeFrame('n', `/topic/notices/user/${id}`));
    const last = (): string | undefined =>
      client.frames
        .filter((frame) => frame.startsWith('MESSAGE'))
        .map((frame) => /\{.*\}/.exec(frame)?.[0])
        .at(-1);
    const untilLast = (unread: number) => untilTrue(() => last() === `{"unread":${unread}}`, WAIT_MS);
    assert.ok(await untilLast(1));
    await write(id, 1);
    assert.ok(await untilLast(2));
    const { data } = await read(token);
    await server.call('POST', '/user/notices/read', token, { upTo: data[0]!.id });
    assert.ok(await untilLast(0));
  });

  /** Until a run between two changes has seen the balance above the mark. */
  const untilNotLow = async (username: string): Promise<void> => {
    const isSeen = () =>
      readValue<boolean>(
        server.owner,
        'select not was_low from notice_marks where user_id = (select id from users where username = $1)',
        [username],
      );
    assert.ok(await untilTrue(isSeen, WAIT_MS));
  };

  test('marks: a balance that falls below the mark causes one notice until it has risen again', async () => {
    const { username, token } = await makeClient(100);
    const marks = { lowBalance: 50, largeMovement: null, tellsParent: false };
    const set = await server.call('POST', '/user/notice-marks', token, marks);
    assert.deepEqual(set.body, marks);
    const move = (type: string, amount: number) =>
      server.transfer(admin, { receiverUsername: username, amount, type });
    const untilKinds = async (count: number): Promise<void> => {
      assert.ok(await untilTrue(async () => (await kindsOf(token)).length === count, WAIT_MS));
    };
    await move('WITHDRAWAL', 51);
    await untilKinds(1);
    assert.deepEqual(await newest(token), { kind: 'low-balance', facts: { balance: 49, mark: 50 } });
    await move('WITHDRAWAL', 9);
    await server.owner.query('select write_notices_of_marks()');
    assert.equal((await kindsOf(token)).length, 1);
    await move('DEPOSIT', 60);
    await untilNotLow(username);
    await move('WITHDRAWAL', 90);
    await untilKinds(2);
  });

  test('marks: an agent is told what to ask for, and where wanted the parent is told too', async () => {
    const superAdmin = await server.tokenOf('superadmin');
    const username = 'notice-agent';
    await server.call('POST', '/auth/super-admin/register-admin', superAdmin, {
      username,
      password: PASSWORD,
      balance: 100,
    });
    const token = await server.tokenOf(username, PASSWORD);
    const marks = { lowBalance: 50, largeMovement: null, tellsParent: true };
    assert.deepEqual((await server.call('POST', '/user/notice-marks', token, marks)).body, marks);
    await server.transfer(superAdmin, { receiverUsername: username, amount: 70, type: 'WITHDRAWAL' });
    assert.ok(await untilTrue(async () => (await kindsOf(token)).length === 1, WAIT_MS));
    assert.deepEqual(await newest(token), {
      kind: 'low-balance',
      facts: { balance: 30, mark: 50, missing: 20 },
    });
    assert.deepEqual(await newest(superAdmin), {
      kind: 'low-balance-below',
      facts: { balance: 30, mark: 50, username, userId: await server.idOf(username) },
    });
  });

  test('marks: a parent keeps the latest unread notice of an account whose balance falls again', async () => {
    const { username, token } = await makeClient(100);
    const ofParent = async () => {
      const { rows } = await server.owner.query<{ balance: number; isRead: boolean }>(
        `select (facts->'balance')::float8 as balance, read_at is not null as "isRead" from notices
          where kind = 'low-balance-below' and facts->>'username' = $1 order by id`,
        [username],
      );
      return rows.map(({ balance, isRead }) => `${balance}${isRead ? ' read' : ''}`);
    };
    const move = async (type: string, amount: number): Promise<void> => {
      await server.transfer(admin, { receiverUsername: username, amount, type });
      await server.owner.query('select write_notices_of_marks()');
    };
    const untilWritten = (expected: string[]) =>
      untilTrue(async () => (await ofParent()).join() === expected.join(), WAIT_MS);
    await server.call('POST', '/user/notice-marks', token, {
      lowBalance: 50,
      largeMovement: null,
      tellsParent: true,
    });
    await move('WITHDRAWAL', 60);
    assert.ok(await untilWritten(['40']));
    await move('DEPOSIT', 60);
    await untilNotLow(username);
    await move('WITHDRAWAL', 70);
    assert.ok(await untilWritten(['30']), String(await ofParent()));
    await server.owner.query('update notices set read_at = now()');
    await move('DEPOSIT', 60);
    await untilNotLow(username);
    await move('WITHDRAWAL', 70);
    assert.ok(await untilWritten(['30 read', '20']), String(await ofParent()));
  });

  test('marks: a capo has no parent who could be told', async () => {
    const capo = await server.tokenOf('capo');
    const body = { lowBalance: 50, largeMovement: null, tellsParent: true };
    const answer = await server.call('POST', '/user/notice-marks', capo, body);
    assert.equal(answer.status, 400);
    assert.match(answer.body.errors[0]!, /^Aucun agent n'est au-dessus de vous/);
    const read = await server.call('GET', '/user/notice-marks', capo);
    assert.deepEqual(read.body, { lowBalance: null, largeMovement: null, tellsParent: false });
  });

  test('marks: a movement of at least the mark causes a notice for each, a smaller one none', async () => {
    const { username, token } = await makeClient(100);
    await server.call('POST', '/user/notice-marks', token, { lowBalance: null, largeMovement: 500 });
    for (const amount of [499, 500, 700])
      await server.transfer(admin, { receiverUsername: username, amount });
    const amounts = async () => (await read(token)).data.map(({ facts }) => facts.amount);
    assert.ok(await untilTrue(async () => (await amounts()).length === 2, WAIT_MS));
    assert.deepEqual(await amounts(), [700, 500]);
    const { facts } = (await read(token)).data[0]!;
    assert.deepEqual([facts.movement, facts.with], ['DEPOSIT', 'admin']);
    const none = { lowBalance: null, largeMovement: null, tellsParent: false };
    assert.deepEqual((await server.call('POST', '/user/notice-marks', token, none)).body, none);
    const left = 'select count(*)::int from notice_marks where large_movement is not null';
    assert.equal(await readValue(server.owner, left), 0);
  });

  for (const mark of [0, -5, 1.5, 9_000_000_001])
    test(`marks: the amount ${mark} is refused with a sentence`, async () => {
      const body = { lowBalance: mark, largeMovement: null };
      const answer = await server.call('POST', '/user/notice-marks', admin, body);
      assert.equal(answer.status, 400);
      assert.match(answer.body.errors[0]!, /montant/i);
    });

  test('forget expired: notices are deleted half a year after their last change', async () => {
    const { id, token } = await makeClient();
    await write(id, 2);
    await server.owner.query(
      `update notices set changed_at = now() - interval '181 days'
        where (user_id, id) = (select user_id, max(id) from notices where user_id = $1 group by 1)`,
      [id],
    );
    await forgetExpired(server.pool);
    assert.equal((await kindsOf(token)).length, 1);
  });
});
