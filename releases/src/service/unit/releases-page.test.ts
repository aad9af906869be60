import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createReportWriter } from '@palier/server/remotes';
import { readWithdrawal } from '../../admission';
import { readReports } from '../../canary-state';
import { startCanary } from '../../registry-changes';
import { addRevision, readRegistry, readRevisions } from '../../store';
import { runReleaseCommand, useReleaseService } from '../../testing/test-service';
import { activateInStore, forge, released, writeVersion } from '../../testing/test-store';
import { BILL_FILE } from '../../version-files';
import type { RunReleaseCommand } from '../run-release-command';
import { listAudit } from '../token.repository';
import { createCanaryWatch, CANARY_WATCH } from '../withdraw-canaries';

describe('canaries and the page /releases', () => {
  /** A store whose active version 1.1.0 follows 1.0.0, with the canary 1.2.0. */
  const at = useReleaseService(async ({ store, owner }) => {
    await owner.query('delete from remote_reports');
    await writeVersion(store, 'reports', '1.2.0');
    const bill = { [BILL_FILE]: '{"components":[{},{}]}' };
    await writeVersion(store, 'reports', '1.1.0', { commit: '0123456789', files: bill });
    for (const version of ['1.0.0', '1.1.0']) await activateInStore(store, 'reports', version);
    const canary = { version: '1.2.0', percent: 5 };
    await addRevision(store, 'canary', startCanary(await readRegistry(store), 'reports', canary, released));
  });
  const readReleased = async () => (await readRegistry(at.store)).remotes.reports;

  /** Reports of this many users, the first `failed` of them in `networks` networks about a failure. */
  async function report(version: string, users: number, failed: number, networks = failed): Promise<void> {
    const write = createReportWriter(at.owner, 'a secret');
    for (let user = 0; user < users; user += 1)
      await write(
        { userId: user, network: `10.0.0.${user < failed ? user % networks : user}` },
        { remote: 'reports', version, ...(user < failed ? { stage: 'render' } : {}) },
      );
  }
  const createWatch = (runCommand: RunReleaseCommand) => createCanaryWatch({ store: at.store, runCommand });
  const watch = () => createWatch(runReleaseCommand)();

  test('A canary that fails three of 20 users ends, and the audit says why', async () => {
    await at.owner.query(
      `insert into remote_reports (remote, version, voter, network, at, failed_at)
         select 'reports', '1.1.0', hash, hash, before, before
           from generate_series(1, 400) n,
                lateral (select substr(sha256(n::text::bytea), 1, 16) as hash,
                  now() - interval '25 hours' as before) as row`,
    );
    await report('1.1.0', 380, 0);
    await report('1.2.0', 20, 3);
    await watch();
    assert.deepEqual([(await readReleased())?.canary, (await readReleased())?.active], [null, '1.1.0']);
    const [done, started] = await listAudit(at.store, 2);
    assert.deepEqual(
      [done?.outcome, started?.outcome, done?.token, done?.action, done?.version],
      ['done', 'started', CANARY_WATCH, 'withdraw', '1.2.0'],
    );
    assert.match(
      done?.detail ?? '',
      /^3 of 20 sessions failed, in 3 networks; of the active 1\.1\.0: 0 of 380/,
    );
    assert.equal((await readRevisions(at.store, 1))[0]?.by, CANARY_WATCH);
    assert.match((await readWithdrawal(at.store, 'reports', '1.2.0')) ?? '', /^3 of 20 sessions failed/);
    const { active } = await readReports(at.store, 'reports', (await readReleased())!);
    assert.deepEqual([active.sessions, active.failed], [380, 0], 'without a canary: of the last day');
  });

  test('A canary that fails like the active version, or in one network, stays', async () => {
    await report('1.1.0', 200, 10);
    await report('1.2.0', 60, 3);
    await watch();
    await at.owner.query('delete from remote_reports');
    await report('1.1.0', 200, 0);
    await report('1.2.0', 60, 40, 1);
    await watch();
    await at.owner.query('delete from remote_reports');
    await report('1.1.0', 200, 0);
    await report('1.2.0', 60, 40);
    await at.owner.query("update remote_reports set failed_at = failed_at - interval '1 hour'");
    await forge(at.owner, "update release_revisions set at = at - interval '2 hours' where revision = 1");
    await watch();
    assert.equal((await readReleased())?.canary?.version, '1.2.0');
  });

  test('A worse canary ends although one network blames the active version', async () => {
    await report('1.1.0', 600, 300, 1);
    await report('1.2.0', 60, 24);
    await watch();
    assert.equal((await readReleased())?.canary, null);
  });

  test('A newer canary stays, and the audit has a failed withdrawal once', async () => {
    await report('1.1.0', 380, 0);
    await report('1.2.0', 20, 3);
    const commands: (readonly string[])[] = [];
    const failing = createWatch((words) => {
      commands.push(words);
      return Promise.resolve({ outcome: 'failed', text: 'no' });
    });
    const before = (await listAudit(at.store, 1000)).length;
    await failing();
    await failing();
    for (const words of commands)
      assert.match(words.join(' '), /^canary reports 1\.2\.0 --off --withdrawn=3 of 20 sessions failed/);
    assert.equal(commands.length, 2);
    assert.equal((await listAudit(at.store, 1000)).length, before + 2);
    const { outcome, text } = await runReleaseCommand(['canary', 'reports', '1.1.9', '--off'], CANARY_WATCH);
    assert.deepEqual([outcome, (await readReleased())?.canary?.version], ['refused', '1.2.0'], text);
  });

  interface Sent {
    readonly cookie?: string;
    readonly form?: Record<string, string>;
    readonly headers?: Record<string, string>;
  }
  const call = async (path: string, { cookie, form, headers }: Sent = {}) => {
    const all: Record<string, string> = {
      'sec-fetch-site': 'same-origin',
      cookie: cookie ?? '',
      'content-type': form === undefined ? '' : 'application/x-www-form-urlencoded',
      ...headers,
    };
    const answer = await at.service.inject({
      method: form === undefined ? 'GET' : 'POST',
      url: `/releases${path}`,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
      ...(form === undefined ? {} : { payload: new URLSearchParams(form).toString() }),
    });
    return { status: answer.statusCode, text: answer.body, headers: answer.headers };
  };
  const signIn = async (token: string): Promise<string> => {
    const { status, headers } = await call('/sign-in', { form: { token: ` ${token}\n` } });
    assert.equal(status, 303);
    const cookie = String(headers['set-cookie']);
    assert.match(cookie, /; Path=\/releases; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    return cookie.split(';')[0] ?? '';
  };
  const ROLL_BACK = { form: { version: '1.1.0' } };

  test('The page shows versions, figures and the audit to a token, with foreign text escaped', async () => {
    await report('1.2.0', 25, 1);
    await at.owner.query(
      "select record_remote_failure('reports', '1.2.0', 'render', '<script>alert(1)</script>')",
    );
    const token = await at.newToken('reader', ['read']);
    const cookie = await signIn(token);
    const overTls = await call('/sign-in', { form: { token }, headers: { 'x-forwarded-proto': 'https' } });
    assert.match(
      String(overTls.headers['set-cookie']),
      /^__Host-palier_releases=\S+; Path=\/; .*; SameSite=Strict; Secure$/,
    );
    const { status, text, headers } = await call('', { cookie });
    assert.equal(status, 200);
    for (const part of [
      'commit 0123456789 · 2 paquets (SBOM)',
      '1.0.0',
      '1.2.0, 5 % des utilisateurs',
      '1 (4 %)',
      'Pas moins bon',
    ])
      assert.ok(text.includes(part), part);
    assert.ok(text.includes('&lt;script&gt;alert(1)') && !text.includes('<script'));
    assert.ok(!text.includes('/rollback') && !text.includes('/end-canary'), 'no button without the right');
    assert.match(
      String(headers['content-security-policy']),
      /default-src 'none'; style-src 'self'; form-action 'self'/,
    );
    assert.equal(headers['cache-control'], 'no-store, no-transform');
    assert.ok(text.indexOf('id="reports"') < text.indexOf('id="casino"'), 'a remote with a canary first');
    const signedOut = await call('/sign-out', { cookie, form: {} });
    assert.match(String(signedOut.headers['set-cookie']), /^palier_releases=; Path=\/releases; Max-Age=0;/);
  });

  test('The page shows nothing without a token, or to one that is unknown or may not read', async () => {
    const [none, unknown] = [await call(''), await call('', { cookie: 'palier_releases=palier_unknown' })];
    assert.deepEqual([none.status, unknown.status], [200, 401]);
    assert.equal((await call('/sign-in', { form: { token: 'palier_unknown' } })).status, 401);
    const cookie = await signIn(await at.newToken('changer', ['rollback']));
    for (const { text } of [none, unknown, await call('', { cookie })]) assert.ok(!text.includes('1.1.0'));
    const bearer = { authorization: `Bearer ${cookie.split('=')[1]}` };
    assert.equal((await call('/reports/rollback', { ...ROLL_BACK, headers: bearer })).status, 200);
    assert.equal((await at.service.inject({ url: '/v1/status', headers: { cookie } })).statusCode, 401);
    assert.equal((await readReleased())?.active, '1.1.0');
  });

  test('A form of another page, or a token without the right, changes nothing', async () => {
    const cookie = await signIn(await at.newToken('team', ['read', 'rollback', 'canary']));
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': '', origin: 'https://attacker.example' },
      { 'sec-fetch-site': '' },
    ])
      for (const path of ['/reports/rollback', '/reports/end-canary', '/sign-in'])
        assert.equal((await call(path, { cookie, ...ROLL_BACK, headers })).status, 403);
    const old = { 'sec-fetch-site': '', origin: 'http://releases:3003', host: 'releases:3003' };
    assert.equal((await call('/sign-in', { form: { token: 'unknown' }, headers: old })).status, 401);
    for (const token of [
      await at.newToken('foreign', ['read', 'rollback', 'canary'], ['casino']),
      await at.newToken('publisher', ['read', 'publish']),
    ]) {
      const other = await signIn(token);
      assert.equal((await call('/reports/rollback', { cookie: other, ...ROLL_BACK })).status, 403);
      const end = { cookie: other, form: { version: '1.2.0' } };
      assert.equal((await call('/reports/end-canary', end)).status, 403);
    }
    const { active, canary } = (await readReleased())!;
    assert.deepEqual([active, canary?.version], ['1.1.0', '1.2.0']);
  });

  test('The page says that calls are too many, or a form is invalid, without reading anything', async () => {
    const cookie = await signIn(await at.newToken('reader', ['read']));
    const invalid = await call('/reports/rollback', { cookie, form: { version: '../1.0.0' } });
    assert.deepEqual([invalid.status, invalid.text.includes('pas valable')], [400, true]);
    let last = invalid;
    for (let time = 0; time < 120; time += 1) last = await call('/style.css');
    const { status, text } = await call('', { cookie });
    assert.deepEqual([last.status, status], [429, 429]);
    assert.ok(text.includes('Trop d’appels') && !text.includes('1.1.0'));
  });

  test('The page ends a canary and rolls back, and the same form again changes nothing', async () => {
    const cookie = await signIn(await at.newToken('team', ['read', 'rollback', 'canary']));
    const page = (await call('', { cookie })).text;
    assert.ok(page.includes('/releases/reports/rollback') && page.includes('/releases/reports/end-canary'));
    assert.equal((await call('/reports/end-canary', { cookie, form: { version: '1.1.9' } })).status, 409);
    assert.equal((await call('/reports/end-canary', { cookie, form: { version: '1.2.0' } })).status, 303);
    assert.equal((await readReleased())?.canary, null);
    const [first, second] = await Promise.all([
      call('/reports/rollback', { cookie, ...ROLL_BACK }),
      call('/reports/rollback', { cookie, ...ROLL_BACK }),
    ]);
    assert.deepEqual([first.status, second.status].sort(), [303, 409]);
    assert.match(
      `${first.text}${second.text}`,
      /reports 1\.1\.0 is not active|The registry changed meanwhile/,
    );
    assert.equal((await readReleased())?.active, '1.0.0');
    assert.match((await call('', { cookie })).text, /rollback reports 1\.1\.0/);
  });
});
