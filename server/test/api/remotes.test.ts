import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { forgetExpired } from '../../src/maintenance/forget-expired';
import { listRemoteFailures } from '../../src/remotes/failure.repository';
import { createReportWriter, summariseReports } from '../../src/remotes/report.repository';
import { releasedVersion } from '../released-version';
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
  const publish = (remote: object): Promise<void> => {
    const described = [VERSION, CANARY, '0.9.0'].map((name) => [name, releasedVersion('casino', name)]);
    const casino = {
      active: VERSION,
      previous: null,
      canary: null,
      versions: Object.fromEntries(described) as object,
      ...remote,
    };
    const registry = { revision: 1, overrideOrigins: [], remotes: { casino } };
    return writeFile(path.join(store, 'remotes.json'), JSON.stringify(registry));
  };
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
    await publish({});
    await server.owner.query('delete from remote_failures');
  });

  let callers = 0;
  const send = async (url: string, body: object, token?: string, remoteAddress?: string): Promise<number> => {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/v1/remotes/${url}`,
      payload: body,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
    });
    return answer.statusCode;
  };
  /** Each report has its own address, because reports are limited by address. */
  const report = (body: object, token?: string): Promise<number> => {
    callers += 1;
    return send('failures', body, token, `10.0.${callers >> 8}.${callers & 255}`);
  };
  const storedFailures = async (): Promise<unknown[]> =>
    (await listRemoteFailures(server.pool)).map((failure) => {
      const { remote, version, stage, reason, count } = failure;
      return [remote, version, stage, reason, count];
    });

  test('remote failure: a report of a published version is counted', async () => {
    for (let time = 0; time < 2; time += 1) assert.equal(await report(reported()), 204);
    const { body } = await server.app.inject('/metrics');
    assert.match(body, /^palier_remote_failures_total\{remote="casino",version="1\.0\.0"\} 2$/m);
    assert.deepEqual(await storedFailures(), [['casino', VERSION, 'render', 'Error: broken', 2]]);
  });

  test('remote failure: a NUL or half a character in a reason is replaced, and it is counted', async () => {
    assert.equal(await report(reported({ reason: 'Error: a\0b' })), 204);
    assert.equal(await report(reported({ reason: '' })), 204);
    assert.equal(await report(reported({ reason: '\ud83d' })), 204);
    const reasons = (await storedFailures()).map((row) => (row as unknown[])[3]);
    assert.deepEqual(reasons.sort(), ['', 'Error: a\ufffdb', '\ufffd']);
  });

  test('remote failure: a report of an unknown version is answered alike and not stored', async () => {
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

  test('remote failure: reasons above the limit count as one, and old ones are deleted', async () => {
    const tokens = [await server.tokenOf('admin'), await server.tokenOf('client')];
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
      `update remote_failures set last_at = now() - case reason when 'Error: 7' then 31
          else 29 end * interval '1 day'`,
    );
    await report(reported({ reason: 'Error: 1' }));
    const { 'render Error: 7': _gone, ...left } = all;
    assert.deepEqual(await counts(), { ...left, 'render Error: 1': 2 });
  });

  test('remote failure: a flood by strangers does not stop the reports of users', async (context) => {
    let now = performance.now();
    context.mock.method(performance, 'now', () => now);
    for (let number = 1; number <= 301; number += 1) await report(reported({ reason: `Error: ${number}` }));
    const counts = (await storedFailures()).map((row) => Number((row as unknown[])[4]));
    assert.ok(counts.reduce((sum, count) => sum + count) <= 150);
    const token = await server.tokenOf('superadmin');
    assert.equal(await report(reported({ reason: 'Error: of a user' }), token), 204);
    const stored = (await storedFailures()).map((row) => (row as unknown[])[3]);
    assert.deepEqual([stored[0], stored.length], ['Error: of a user', 12]);
    now += 60_000;
    await report(reported({ stage: 'load' }));
    assert.equal((await storedFailures()).length, 13);
  });

  test('remote failure: each user behind one address may report, up to 20 times a minute', async () => {
    const [first, second] = [await server.tokenOf('capo'), await server.tokenOf('admin')];
    const sent = Array.from({ length: 21 }, () => send('failures', reported(), first));
    assert.deepEqual([...new Set(await Promise.all(sent))].sort(), [204, 429]);
    assert.equal(await send('failures', reported(), second), 204);
  });

  const versionsOf = async (username: string): Promise<unknown> => {
    const token = await server.tokenOf(username);
    const { status, body } = await server.call('GET', '/remotes/canaries', token);
    assert.equal(status, 200);
    return (body as unknown as { versions: unknown }).versions;
  };

  test('canary: only the agent and the subtree for which it was published get it', async () => {
    await publish({ canary: { version: CANARY, subtree: hashOf('superadmin') } });
    assert.deepEqual(await versionsOf('capo'), {});
    for (const name of ['superadmin', 'admin', 'client'])
      assert.deepEqual(await versionsOf(name), { casino: CANARY });
    const { statusCode, body } = await server.app.inject('/remotes/.store/subtree.salt');
    assert.deepEqual([statusCode, body.includes(SALT)], [404, false]);
    const [salt, away] = ['subtree.salt', 'away'].map((name) => path.join(store, '.store', name)) as [
      string,
      string,
    ];
    await rename(salt, away);
    assert.deepEqual(await versionsOf('client'), {}, 'without the salt');
    await rename(away, salt);
  });

  test('canary: no user gets one if the registry is missing or unreadable', async () => {
    for (const text of ['', '{', '[]', '{"remotes":{"casino":3}}']) {
      await writeFile(path.join(store, 'remotes.json'), text);
      assert.deepEqual(await versionsOf('client'), {}, text);
    }
    await rm(path.join(store, 'remotes.json'));
    assert.deepEqual(await versionsOf('client'), {});
  });

  describe('reports of mounts', () => {
    const SINCE = '2000-01-01T00:00:00Z';
    const ACTIVE_AND_CANARY = { active: VERSION, canary: { version: CANARY, percent: 100 } };
    const mounted = { remote: 'casino', version: CANARY };
    const summary = (version: string) => summariseReports(server.pool, 'casino', version, SINCE);
    const readNetworks = async (): Promise<unknown[]> =>
      (await server.owner.query('select distinct network from remote_reports')).rows;
    let users = 0;
    /** A client of `admin` who has sent nothing yet, because the reports of a user are limited. */
    async function newUser(): Promise<string> {
      const [username, password] = [`reporter${(users += 1)}`, 'Matmata77'];
      const parent = await server.tokenOf('admin');
      const registration = { username, password, balance: 1 };
      const { status } = await server.call('POST', '/auth/admin/register-client', parent, registration);
      assert.equal(status, 200);
      return server.tokenOf(username, password);
    }
    beforeEach(async () => {
      await publish(ACTIVE_AND_CANARY);
      await server.owner.query('delete from remote_reports');
    });

    test('remote report: repeated mounts and a failure are one failed vote of one network', async () => {
      const token = await newUser();
      const networks: unknown[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        assert.equal(await send('reports', mounted, token, `10.1.0.${turn}`), 204);
        await send('failures', reported({ version: CANARY }), token, `10.1.1.${turn}`);
        networks.push(await readNetworks());
      }
      assert.deepEqual([networks[1], networks[2]], [networks[0], networks[0]]);
      const { sessions, failed, failedNetworks, crashed } = await summary(CANARY);
      assert.deepEqual([sessions, failed, failedNetworks, crashed], [1, 1, 1, 1]);
    });

    test('remote report: the rows of two versions that a user reports have no hash in common', async () => {
      const token = await newUser();
      for (const version of [VERSION, CANARY])
        await send('reports', { ...mounted, version }, token, '10.8.0.1');
      const { rows } = await server.owner.query(
        'select distinct unnest(array[voter, network]) from remote_reports',
      );
      assert.equal(rows.length, 4);
    });

    test('remote report: users of one household count as one network, also with IPv6', async () => {
      for (const stage of ['load', 'render', 'screen', 'handler']) {
        const token = await newUser();
        const address = `2001:db8:0:12${(users % 256).toString(16).padStart(2, '0')}::1`;
        await send('reports', mounted, token, address);
        const failure = reported({ version: CANARY, stage });
        assert.equal(await send('failures', failure, token, address), 204);
      }
      const { sessions, failed, failedNetworks, crashed } = await summary(CANARY);
      assert.deepEqual([sessions, failed, failedNetworks, crashed], [4, 3, 1, 1]);
      assert.equal((await readNetworks()).length, 1);
    });

    test('remote report: the votes of others count despite a flood of failures from a network', async () => {
      await publish({ active: VERSION, canary: null });
      for (let sender = 0; sender < 8; sender += 1) {
        const token = await newUser();
        for (let time = 0; time < 20; time += 1) await send('failures', reported(), token, '10.7.0.1');
      }
      await publish(ACTIVE_AND_CANARY);
      const token = await newUser();
      await send('failures', reported({ version: CANARY }), token, '10.7.0.2');
      assert.equal((await summary(CANARY)).failed, 1);
    });

    test('remote report: the first of too many reports in a minute are stored', async (context) => {
      context.mock.method(performance, 'now', () => 0);
      const write = createReportWriter(server.pool, 'a secret', 2);
      for (const userId of [1, 2, 3]) await write({ userId, network: '10.9.0.1' }, mounted);
      assert.equal((await summary(CANARY)).sessions, 2);
    });

    test('remote report: a network with more than 20 sessions counts as 20', async () => {
      await server.owner.query(
        `insert into remote_reports (remote, version, voter, network, failed_at)
           select 'casino', $1, substr(sha256(n::text::bytea), 1, 16),
                  substr(sha256((n <= 5)::text::bytea), 1, 16), case when n % 2 = 0 then now() end
             from generate_series(1, 105) n`,
        [CANARY],
      );
      const { sessions, weightedCounts } = await summary(CANARY);
      assert.deepEqual([sessions, weightedCounts], [105, { sessions: 25, failed: 12, failedNetworks: 2 }]);
    });

    test('remote report: the last LCP and the worst INP of a user are kept', async () => {
      const token = await newUser();
      for (const vitals of [{ lcpMs: 900, inpMs: 300 }, { lcpMs: 800, inpMs: 200 }, {}])
        await send('reports', { ...mounted, ...vitals }, token, '10.3.0.1');
      const { lcpMs, inpMs } = await summary(CANARY);
      assert.deepEqual([lcpMs, inpMs], [800, 300]);
    });

    test('remote report: one that does not count is answered alike and not stored', async () => {
      // The next users have the ids 1009 and 1010. Without a canary, one id in ten counts.
      await server.owner.query("select setval('users_id_seq', 1008)");
      const [other, token] = [await newUser(), await newUser()];
      await publish({ active: VERSION, canary: null });
      await send('reports', { remote: 'casino', version: VERSION }, other, '10.4.0.2');
      assert.deepEqual(await readNetworks(), []);
      for (const [remote, version, votes] of [
        [{ active: VERSION, canary: null }, VERSION, 1],
        [{ active: VERSION, canary: null }, CANARY, 0],
        [ACTIVE_AND_CANARY, '0.9.0', 0],
        [ACTIVE_AND_CANARY, '9.9.9', 0],
        [{ active: VERSION, canary: { version: CANARY, percent: 0 } }, CANARY, 0],
        [{ active: VERSION, canary: { version: CANARY, subtree: hashOf('stranger') } }, CANARY, 0],
        [{ active: VERSION, canary: { version: CANARY, subtree: hashOf('superadmin') } }, CANARY, 1],
        [ACTIVE_AND_CANARY, VERSION, 1],
      ] as const) {
        await server.owner.query('delete from remote_reports');
        await publish(remote);
        assert.equal(await send('reports', { remote: 'casino', version }, token, '10.4.0.1'), 204);
        await send('failures', reported({ version }), token, '10.4.0.1');
        const { rows } = await server.owner.query('select from remote_reports');
        assert.equal(rows.length, votes, JSON.stringify([remote, version]));
      }
    });

    test('remote report: an invalid one is refused, one without a session is no vote', async (context) => {
      const token = await newUser();
      for (const changes of [
        { lcpMs: -1 },
        { inpMs: 1.5 },
        { lcpMs: 600_001 },
        { version: '' },
        { stage: 'load' },
      ])
        assert.equal(await send('reports', { ...mounted, ...changes }, token, '10.5.0.1'), 400);
      assert.equal(await send('reports', mounted, 'none', '10.5.0.1'), 401);
      assert.equal(await report(reported({ version: CANARY })), 204);
      const hourLater = Date.now() + 3_600_000;
      context.mock.method(Date, 'now', () => hourLater);
      assert.equal(await send('failures', reported({ version: CANARY }), token, '10.5.0.1'), 204);
      assert.equal((await summary(CANARY)).sessions, 0);
    });

    test('remote report: only 20 reports of a user are read in a minute', async () => {
      const token = await newUser();
      const countMounts = async (): Promise<number> => {
        const { body } = await server.app.inject('/metrics');
        return Number(
          /^palier_remote_mounts_total\{remote="casino",version="1\.1\.0"\} (\d+)/m.exec(body)?.[1] ?? 0,
        );
      };
      const before = await countMounts();
      const statuses = new Set<number>();
      for (let time = 0; time < 21; time += 1)
        statuses.add(await send('reports', mounted, token, `10.6.0.${time}`));
      assert.deepEqual([...statuses], [204, 429]);
      assert.equal((await summary(CANARY)).sessions, 1);
      assert.ok((await countMounts()) > before);
    });

    test('remote report: a report is forgotten after a week', async () => {
      await server.owner.query(
        `insert into remote_reports (remote, version, voter, network, at)
           select 'casino', $1, substr(sha256(day::text::bytea), 1, 16), substr(sha256(''), 1, 16),
                  now() - day * interval '1 day'
             from unnest(array[6, 8]) day`,
        [CANARY],
      );
      await forgetExpired(server.pool, 10);
      assert.equal((await summary(CANARY)).sessions, 1);
    });
  });
});
