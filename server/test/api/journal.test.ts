import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Journal, OwnSessions } from '@palier/shared/contracts';
import { forgetExpired } from '../../src/maintenance/forget-expired';
import { costOf, holdOpen, interceptStatements, readColumn, readRow, readValue } from '../database';
import { untilLockWaits } from '@palier/test-support/wait-until';
import { useTestServer } from './start-test-server';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/18.0 Mobile/15E148 Safari/604.1';

const server = useTestServer({}, async () => {
  admin = await server.tokenOf('admin');
});
let admin: string;

const get = async <Body>(path: string, token: string): Promise<Body> => {
  const { status, body } = await server.call('GET', path, token);
  assert.equal(status, 200, path);
  return body as unknown as Body;
};
const journalOf = (id: number, query = ''): Promise<Journal> =>
  get(`/user/sub-account/${id}/journal${query}`, admin);
const newest = async (id: number, count: number): Promise<unknown[]> =>
  (await journalOf(id)).data
    .slice(0, count)
    .map(({ kind, actorUsername, sessionCount, reason }) =>
      [kind, actorUsername, sessionCount, reason].filter((value) => value !== null),
    );

let names = 0;
async function makeChild(): Promise<{ id: number; username: string }> {
  const username = `journal-${(names += 1)}`;
  const made = await server.call('POST', '/auth/admin/register-client', admin, {
    username,
    password: 'Matmata77',
    balance: 0,
  });
  assert.equal(made.status, 200);
  return { id: await server.idOf(username), username };
}
const signIn = async (username: string, userAgent = FIREFOX) => {
  const credentials = { username, password: 'Matmata77' };
  const headers = { 'user-agent': userAgent };
  return (await server.call('POST', '/auth/login', undefined, credentials, headers)).body;
};

describe('journal', () => {
  test('journal: each entry of an account has its actor, and the newest comes first', async () => {
    const { id, username } = await makeChild();
    await server.call('POST', '/auth/logout', (await signIn(username)).accessToken);
    await signIn(username);
    await server.call('POST', `/auth/change-sub-account-password/${id}`, admin, {
      oldPassword: 'x',
      newPassword: 'Matmata77',
    });
    await signIn(username);
    await signIn(username);
    await server.call('POST', `/user/update-status/${id}`, admin, { active: false });
    await server.call('POST', `/user/update-status/${id}`, admin, { active: true });
    assert.deepEqual(await newest(id, 20), [
      ['activated', 'admin'],
      ['sessions-ended', 'admin', 2, 'deactivated'],
      ['deactivated', 'admin'],
      ['signed-in', username],
      ['signed-in', username],
      ['sessions-ended', 'admin', 1, 'password-changed'],
      ['password-changed', 'admin'],
      ['signed-in', username],
      ['signed-out', username],
      ['signed-in', username],
      ['account-created', 'admin'],
    ]);
  });

  test('journal: an unchanged status and a refused sign-in or password change are not recorded', async () => {
    const { id, username } = await makeChild();
    await server.call('POST', `/user/update-status/${id}`, admin, { active: true });
    await server.call('POST', '/auth/login', undefined, { username, password: 'Faux1234' });
    assert.deepEqual(await newest(id, 5), [['account-created', 'admin']]);
    assert.equal((await journalOf(id)).lastSignInAt, null);
    const { accessToken } = await signIn(username);
    const change = (oldPassword: string) =>
      server.call('POST', '/auth/change-password', accessToken, { oldPassword, newPassword: 'Autre1234' });
    assert.equal((await change('Faux1234')).status, 400);
    assert.equal((await change('Matmata77')).status, 200);
    assert.deepEqual(await newest(id, 2), [
      ['password-changed', username],
      ['signed-in', username],
    ]);
  });

  test('journal: 16 concurrent status changes are recorded once each and alternate', async () => {
    const { id } = await makeChild();
    await Promise.all(
      Array.from({ length: 16 }, () => server.call('POST', `/user/update-status/${id}`, admin)),
    );
    const kinds = (await journalOf(id)).data.map(({ kind }) => kind);
    assert.equal(kinds.length, 17);
    for (const [index, kind] of kinds.slice(0, -1).entries())
      assert.equal(kind, index % 2 === 0 ? 'activated' : 'deactivated');
  });

  test('journal: a replayed refresh token ends the session, and the entry has no actor', async () => {
    const { id, username } = await makeChild();
    const { refreshToken } = await signIn(username);
    const refresh = () => server.call('POST', '/auth/refresh-token', undefined, { refreshToken });
    assert.equal((await refresh()).status, 200);
    await server.owner.query("update refresh_tokens set used_at = used_at - interval '1 hour'");
    assert.equal((await refresh()).status, 401);
    assert.deepEqual((await newest(id, 1))[0], ['sessions-ended', 1, 'refresh-replayed']);
  });

  test('journal: a refused registration leaves no account and no entry', async (context) => {
    const last = () =>
      readRow(
        server.owner,
        'select (select max(id) from journal_entries) as entry, (select max(id) from users) as id',
      );
    const before = await last();
    const register = async (username: string, balance: number, password = 'Matmata77') => {
      const account = { username, password, balance };
      return (await server.call('POST', '/auth/admin/register-client', admin, account)).status;
    };
    assert.equal(await register('journal-refused', 0, 'Court1'), 400);
    assert.equal(await register('journal-refused', 100_000_000), 400);
    // As if the money had been spent, or the name taken, since the first check.
    interceptStatements(context, server.pool, 'registration-fault', () => Promise.resolve({ rows: [] }));
    assert.equal(await register('journal-refused', 100_000_000), 400);
    assert.equal(await register('client', 0), 409);
    assert.deepEqual(await last(), before);
  });

  test('journal: a change is not made if its entry cannot be written', async () => {
    const { id } = await makeChild();
    await server.owner.query('alter table journal_entries rename to journal_entries_away');
    try {
      const { status } = await server.call('POST', `/user/update-status/${id}`, admin, { active: false });
      assert.equal(status, 500);
    } finally {
      await server.owner.query('alter table journal_entries_away rename to journal_entries');
    }
    assert.equal(await readValue(server.owner, 'select active from users where id = $1', [id]), true);
  });

  test('journal: each entry comes once when pages are read while entries are written', async () => {
    const { id } = await makeChild();
    for (let turn = 0; turn < 12; turn += 1) await server.call('POST', `/user/update-status/${id}`, admin);
    const all = (await journalOf(id, '?size=100')).data.map((act) => act.id);
    const seen: number[] = [];
    let before = '';
    for (;;) {
      const part = await journalOf(id, `?size=5${before}`);
      seen.push(...part.data.map((act) => act.id));
      if (part.next === null) break;
      before = `&before=${part.next}`;
      await server.call('POST', `/user/update-status/${id}`, admin);
    }
    assert.deepEqual(seen, all);
    assert.equal(all.length, 13);
    const { length } = (await journalOf(id, '?size=100')).data;
    assert.equal((await journalOf(id, `?size=${length}`)).next, null, 'a full last page has a next one');
  });

  test('journal: a size or position that is malformed, unknown or out of range is refused', async () => {
    for (const query of ['size=0', 'size=101', 'size=-1', 'before=0', 'before=x', 'before=1e3', 'page=1'])
      assert.equal((await server.call('GET', `/user/journal?${query}`, admin)).status, 400, query);
  });

  test('journal: the owner sees devices, the parent does not, and no row has an address', async () => {
    const { id, username } = await makeChild();
    const { accessToken } = await signIn(username, IPHONE);
    const [own] = (await get<Journal>('/user/journal', accessToken)).data;
    assert.deepEqual([own?.kind, own?.browser, own?.system], ['signed-in', 'Safari', 'iOS']);
    const [seen] = (await journalOf(id)).data;
    assert.deepEqual([seen?.kind, seen?.browser, seen?.system], ['signed-in', null, null]);
    for (const line of await readColumn<string>(server.owner, 'select a::text from journal_entries a'))
      assert.doesNotMatch(line, /127\.0\.0|Mozilla|argon2/);
  });

  test('journal: the last sign-in that is shown is that of another session', async () => {
    const { username } = await makeChild();
    const first = await signIn(username);
    assert.equal((await get<Journal>('/user/journal', first.accessToken)).lastSignInAt, null);
    const second = await signIn(username);
    const { data, lastSignInAt } = await get<Journal>('/user/journal', second.accessToken);
    assert.equal(lastSignInAt, data[1]?.date);
    assert.equal((await get<Journal>('/user/journal', first.accessToken)).lastSignInAt, data[0]?.date);
  });

  test('journal: every account has an entry of its creation with date and parent', async () => {
    const { recorded, all } = await readRow<{ recorded: number; all: number }>(
      server.owner,
      `select count(*) filter (where a.created_at = u.created_at
                                 and a.actor_id is not distinct from u.parent_id)::int as recorded,
              count(*)::int as all
         from users u left join journal_entries a on a.user_id = u.id and a.kind = 'account-created'`,
    );
    assert.equal(recorded, all);
  });
});

describe('journal table', () => {
  for (const [about, actor, kind] of [
    ['client', 'capo', 'activated'],
    ['admin', 'client', 'password-changed'],
    ['client', 'admin', 'account-created'],
    ['client', 'admin', 'paid'],
  ] as const)
    test(`journal table: ${kind} about ${about} by ${actor} is refused`, async () => {
      await assert.rejects(
        server.pool.query(
          `select record_journal_entry((select id from users where username = $1),
                                       (select id from users where username = $2), $3)`,
          [about, actor, kind],
        ),
        /may not record|violates check/,
      );
    });

  test('journal table: only old sign-ins are deleted, and the checksum follows', async () => {
    const { id, username } = await makeChild();
    for (const days of [181, 179])
      await server.owner.query(
        `insert into journal_entries (user_id, actor_id, kind, created_at)
           select $1, $1, kind, now() - make_interval(days => $2)
             from unnest(array['signed-in', 'deactivated', 'signed-out']) kind`,
        [id, days],
      );
    await forgetExpired(server.pool);
    assert.deepEqual(await newest(id, 9), [
      ...['signed-out', 'deactivated', 'signed-in', 'deactivated'].map((kind) => [kind, username]),
      ['account-created', 'admin'],
    ]);
    const isSum = await readValue<boolean>(
      server.owner,
      `select checksum = (select bit_xor(journal_entry_hash(e)) from journal_entries e
                           where e.user_id = c.user_id)
         from journal_checksums c where user_id = $1`,
      [id],
    );
    assert.ok(isSum);
    for (const kind of ['signed-in', 'deactivated'])
      await assert.rejects(
        server.owner.query(
          `delete from journal_entries
              where user_id = $1 and id = (select min(id) from journal_entries
                                            where user_id = $1 and kind = $2)`,
          [id, kind],
        ),
        /append-only/,
      );
  });

  test('journal table: the first and the last page of 4 000 entries read only their own rows', async () => {
    const { id } = await makeChild();
    await server.owner.query(
      `insert into journal_entries (user_id, actor_id, kind) select $1, $1, 'signed-in'
        from generate_series(1, 4000)`,
      [id],
    );
    await server.owner.query('analyze journal_entries');
    const early = await readValue<bigint>(
      server.owner,
      'select id from journal_entries where user_id = $1 order by id offset 40 limit 1',
      [id],
    );
    for (const before of [early, '9223372036854775807']) {
      const { blocks } = await costOf(
        server.owner,
        `select * from journal_entries where user_id = ${id} and id < ${before} order by id desc limit 26`,
      );
      assert.ok(blocks < 12, `${blocks} blocks`);
    }
  });
});

describe('own sessions', () => {
  /** Proves in all sessions who their users are, as their pages do before they end others. */
  const proveAll = () => server.owner.query('update sessions set proved_at = clock_timestamp()');
  const sessionsOf = (token: string): Promise<OwnSessions> => get('/auth/sessions', token);
  const end = (id: string, token: string) => server.call('POST', `/auth/sessions/${id}/end`, token);
  const isAlive = async (token: string): Promise<boolean> =>
    (await server.call('GET', '/user/me', token)).status === 200;

  test('own sessions: each is listed with its device, the current one first, then the newest', async () => {
    const { username } = await makeChild();
    await signIn(username, FIREFOX);
    const here = await signIn(username, IPHONE);
    await signIn(username, 'curl/8.9.1');
    const { sessions, total } = await sessionsOf(here.accessToken);
    assert.deepEqual(
      sessions.map(({ browser, system, isCurrent }) => [browser, system, isCurrent]),
      [
        ['Safari', 'iOS', true],
        [null, null, false],
        ['Firefox', 'Windows', false],
      ],
    );
    assert.equal(total, 3);
    for (const { startedAt, lastUsedAt } of sessions) assert.equal(lastUsedAt, startedAt);
  });

  test('own sessions: a refresh updates the last use', async () => {
    const { username } = await makeChild();
    const { refreshToken } = await signIn(username);
    const { body } = await server.call('POST', '/auth/refresh-token', undefined, { refreshToken });
    const [session] = (await sessionsOf(body.accessToken)).sessions;
    assert.ok(session!.lastUsedAt > session!.startedAt);
  });

  test('own sessions: the tokens of an ended one fail at once, and the journal says so', async () => {
    const { id, username } = await makeChild();
    const [other, here] = [await signIn(username), await signIn(username)];
    const { sessions } = await sessionsOf(here.accessToken);
    assert.equal((await end(sessions[1]!.id, here.accessToken)).body.code, 'proof-required');
    await proveAll();
    assert.equal((await end(sessions[1]!.id, here.accessToken)).status, 200);
    assert.equal(await isAlive(other.accessToken), false);
    const { refreshToken } = other;
    assert.equal((await server.call('POST', '/auth/refresh-token', undefined, { refreshToken })).status, 401);
    assert.equal(await isAlive(here.accessToken), true);
    assert.deepEqual((await newest(id, 1))[0], ['sessions-ended', username, 1, 'ended-by-user']);
    const again = await end(sessions[1]!.id, here.accessToken);
    assert.deepEqual([again.status, again.body.code], [404, 'not-found']);
  });

  test('own sessions: ending all others leaves the current one and writes one journal entry', async () => {
    const { id, username } = await makeChild();
    const others = [await signIn(username), await signIn(username)];
    const here = await signIn(username);
    const expired = await readValue<string>(
      server.owner,
      'insert into sessions (user_id, expires_at) values ($1, now()) returning id',
      [id],
    );
    assert.equal((await sessionsOf(here.accessToken)).total, 3);
    const unproved = await server.call('POST', '/auth/sessions/end-others', here.accessToken);
    assert.deepEqual([unproved.status, unproved.body.code], [409, 'proof-required']);
    await proveAll();
    assert.equal((await end(expired, here.accessToken)).status, 404);
    const ended = await server.call('POST', '/auth/sessions/end-others', here.accessToken);
    assert.deepEqual(ended, { status: 200, body: { ended: 2 } });
    for (const { accessToken } of others) assert.equal(await isAlive(accessToken), false);
    assert.equal((await sessionsOf(here.accessToken)).total, 1);
    assert.deepEqual((await newest(id, 1))[0], ['sessions-ended', username, 2, 'ended-by-user']);
    const none = await server.call('POST', '/auth/sessions/end-others', here.accessToken);
    assert.deepEqual(none.body, { ended: 0 });
    assert.equal((await journalOf(id)).data.filter(({ kind }) => kind === 'sessions-ended').length, 1);
  });

  test('own sessions: ending the others locks no later session while it waits for one', async () => {
    const { id, username } = await makeChild();
    const { accessToken } = await signIn(username);
    const others = await readColumn<string>(
      server.owner,
      `with made as (insert into sessions (user_id, expires_at) select $1, now() + interval '1 day'
                     from generate_series(1, 4) returning id)
       select id from made order by id`,
      [id],
    );
    await proveAll();
    const release = await holdOpen(server.owner, 'select from sessions where id = $1 for update', [
      others[0],
    ]);
    const ended = server.call('POST', '/auth/sessions/end-others', accessToken);
    await untilLockWaits(server.owner);
    const areFree = await server.owner
      .query('select from sessions where id = any($1) for update nowait', [others.slice(1)])
      .then(() => true)
      .catch(() => false);
    await release();
    assert.deepEqual([areFree, (await ended).body], [true, { ended: 4 }]);
  });

  test('own sessions: none hangs if all end the others at once, and at most one is left', async () => {
    const { username } = await makeChild();
    const all: { accessToken: string }[] = [];
    for (let made = 0; made < 6; made += 1) all.push(await signIn(username));
    await proveAll();
    const answers = await Promise.all(
      all.map(({ accessToken }) => server.call('POST', '/auth/sessions/end-others', accessToken)),
    );
    for (const { status } of answers) assert.ok([200, 401].includes(status), String(status));
    const alive = await Promise.all(all.map(({ accessToken }) => isAlive(accessToken)));
    assert.ok(alive.filter(Boolean).length <= 1);
  });

  test('own sessions: above the limit, the current one is listed and all are counted', async () => {
    const { id, username } = await makeChild();
    const here = await signIn(username);
    await server.owner.query(
      `insert into sessions (user_id, expires_at) select $1, now() + interval '1 day'
          from generate_series(1, 80)`,
      [id],
    );
    const { sessions, total } = await sessionsOf(here.accessToken);
    assert.deepEqual([sessions.length, total, sessions[0]?.isCurrent], [50, 81, true]);
  });
});
