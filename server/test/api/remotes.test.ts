import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { listRemoteFailures } from '../../src/remotes/failure.repository';
import { startTestServer, type TestServer } from './start-test-server';

const VERSION = '1.0.0';
const CANARY = '1.1.0';
const reported = (changes: object = {}): object => ({
  remote: 'casino',
  version: VERSION,
  stage: 'render',
  reason: 'Error: broken',
  ...changes,
});
const SALT = 'a salt of this store';
const hashOf = (username: string): string =>
  createHmac('sha256', SALT).update(`casino ${CANARY} ${username}`).digest('hex').slice(0, 32);

describe('remote failures and canaries', () => {
  let server: TestServer;
  let store: string;
  const publish = (canary: object | null): Promise<void> =>
    writeFile(
      path.join(store, 'remotes.json'),
      JSON.stringify({ remotes: { casino: { canary, versions: { [VERSION]: {}, [CANARY]: {} } } } }),
    );
  before(async () => {
    store = await mkdtemp(path.join(tmpdir(), 'palier-store-'));
    await mkdir(path.join(store, '.store'));
    await writeFile(path.join(store, '.store/subtree.salt'), `${SALT}\n`);
    server = await startTestServer({ REMOTES_ROOT: store });
  });
  after(async () => {
    await server.stop();
    await rm(store, { recursive: true });
  });
  beforeEach(async () => {
    await publish(null);
    await server.owner.query('delete from remote_failures');
  });

  let callers = 0;
  /** Each report has its own address, because reports are limited by address. */
  const report = async (body: object, token?: string): Promise<number> => {
    callers += 1;
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v1/remotes/failures',
      remoteAddress: `10.0.${callers >> 8}.${callers & 255}`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      payload: body,
    });
    return answer.statusCode;
  };
  const storedFailures = async (): Promise<unknown[]> =>
    (await listRemoteFailures(server.pool)).map((failure) => {
      const { remote, version, stage, reason, count } = failure;
      return [remote, version, stage, reason, count];
    });

  test('remote failure: a published version is reported, it is counted', async () => {
    for (let time = 0; time < 2; time += 1) assert.equal(await report(reported()), 204);
    assert.deepEqual(await storedFailures(), [['casino', VERSION, 'render', 'Error: broken', 2]]);
  });

  test('remote failure: the reason is no valid database text, it is cleaned and counted', async () => {
    assert.equal(await report(reported({ reason: 'Error: a\0b' })), 204);
    assert.equal(await report(reported({ reason: '' })), 204);
    assert.equal(await report(reported({ reason: '\ud83d' })), 204);
    const reasons = (await storedFailures()).map((row) => (row as unknown[])[3]);
    assert.deepEqual(reasons.sort(), ['', 'Error: ab', '\ufffd']);
  });

  test('remote failure: an unknown remote or version, the answer is the same and nothing is stored', async () => {
    for (const changes of [
      { version: '9.9.9' },
      { version: 'constructor' },
      { remote: 'stranger' },
      { remote: '__proto__' },
    ])
      assert.equal(await report(reported(changes)), 204);
    assert.deepEqual(await storedFailures(), []);
  });

  test('remote failure: an invalid report is refused', async () => {
    for (const body of [
      reported({ stage: 'elsewhere' }),
      reported({ reason: 'x'.repeat(201) }),
      reported({ reason: 3 }),
      reported({ more: true }),
      {},
    ])
      assert.equal(await report(body), 400);
    assert.equal(await report(reported({ reason: 'x'.repeat(3_000) })), 413);
    assert.deepEqual(await storedFailures(), []);
  });

  test('remote failure: reasons above the limit count as one, and reasons unseen for a month are deleted', async () => {
    const tokens = await Promise.all(
      ['admin', 'client'].map(async (name) => (await server.login(name)).accessToken),
    );
    for (let number = 1; number <= 22; number += 1)
      await report(reported({ reason: `Error: ${number}` }), tokens[number % 2]);
    await report(reported({ reason: 'Error: 7' }));
    await report(reported({ stage: 'load', reason: 'Error: 22' }));
    const counts = async (): Promise<Record<string, unknown>> =>
      Object.fromEntries(
        (await storedFailures()).map((row) => {
          const [, , stage, reason, count] = row as unknown[];
          return [`${String(stage)} ${String(reason)}`, count];
        }),
      );
    const own = Array.from({ length: 20 }, (_, index) => [`render Error: ${index + 1}`, index === 6 ? 2 : 1]);
    const all = { ...Object.fromEntries(own), 'render (autres)': 2, 'load Error: 22': 1 };
    assert.deepEqual(await counts(), all);
    await server.owner.query(
      "update remote_failures set last_at = now() - case reason when 'Error: 7' then 31 else 29 end * interval '1 day'",
    );
    await report(reported({ reason: 'Error: 1' }));
    const { 'render Error: 7': _gone, ...left } = all;
    assert.deepEqual(await counts(), { ...left, 'render Error: 1': 2 });
  });

  test('remote failure: strangers send many, reports of a user are stored with their reasons', async () => {
    for (let number = 1; number <= 301; number += 1) await report(reported({ reason: `Error: ${number}` }));
    const { accessToken } = await server.login('superadmin');
    assert.equal(await report(reported({ reason: 'Error: of a user' }), accessToken), 204);
    const stored = (await storedFailures()).map((row) => (row as unknown[])[3]);
    assert.deepEqual([stored[0], stored.length], ['Error: of a user', 12]);
  });

  test('remote failure: users behind one address, each may report; one user may send 20 a minute', async () => {
    const send = (authorization: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/v1/remotes/failures',
        headers: { authorization },
        payload: reported(),
      });
    const [first, second] = await Promise.all(['capo', 'admin'].map((name) => server.login(name)));
    const statuses = await Promise.all(
      Array.from({ length: 21 }, async () => (await send(`Bearer ${first!.accessToken}`)).statusCode),
    );
    assert.deepEqual([...new Set(statuses)].sort(), [204, 429]);
    assert.equal((await send(`Bearer ${second!.accessToken}`)).statusCode, 204);
  });

  const versionsOf = async (username: string): Promise<unknown> => {
    const { accessToken } = await server.login(username);
    const { status, body } = await server.call('GET', '/remotes/canaries', accessToken);
    assert.equal(status, 200);
    return (body as unknown as { versions: unknown }).versions;
  };

  test('canary: for an agent’s subtree, the agent and its subtree get it and no other user', async () => {
    await publish({ version: CANARY, subtree: hashOf('superadmin') });
    const canaries = Object.fromEntries(
      await Promise.all(
        ['capo', 'superadmin', 'admin', 'client'].map(
          async (name) => [name, await versionsOf(name)] as const,
        ),
      ),
    );
    const expected = { casino: CANARY };
    assert.deepEqual(canaries, { capo: {}, superadmin: expected, admin: expected, client: expected });
    assert.equal((await server.call('GET', '/remotes/canaries')).status, 401);
    const { statusCode, body } = await server.app.inject('/remotes/.store/subtree.salt');
    assert.deepEqual([statusCode, body.includes(SALT)], [404, false]);
  });

  test('canary: the registry is missing or unreadable, there is none', async () => {
    for (const text of ['', '{', '[]', '{"remotes":{"casino":3}}']) {
      await writeFile(path.join(store, 'remotes.json'), text);
      assert.deepEqual(await versionsOf('client'), {}, text);
    }
    await rm(path.join(store, 'remotes.json'));
    assert.deepEqual(await versionsOf('client'), {});
  });
});
