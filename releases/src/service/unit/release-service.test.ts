import assert from 'node:assert/strict';
import childProcess from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { before, describe, test } from 'node:test';
import { untilTrue } from '@palier/test-support/wait-until';
import { buildVersion } from '../../build-version';
import { changeTeamKeys } from '../../keys';
import { runRelease } from '../../command';
import { createSigningKey, signVersion } from '../../signing';
import { changeCurrentRegistry, readRegistry, readRevisions } from '../../store';
import { runUrgentCommand, useReleaseService } from '../../testing/test-service';
import { activateInStore, writeBuild, writeVersion } from '../../testing/test-store';
import { hashesOf } from '../../version-files';
import { listVersions, readFiles } from '../../versions';
import { BUNDLE_TYPE, createBundle } from '../bundle';
import { createGateTime } from '../gate-time';
import { createReleaseService } from '../release-service';
import { createCommandRunner, type CommandResult } from '../run-release-command';
import { gateMinutes } from '../serve';
import { callReleaseService } from '../service-client';
import { addAuditEntry, findValidToken, listAudit, mayDo, revokeToken } from '../token.repository';
import { addToken, describeTokens, endToken } from '../tokens';

interface BundleFile {
  readonly path: string;
  readonly content: string;
}
const lineOf = ({ path, content }: BundleFile, more = {}): string =>
  `${JSON.stringify({ path, base64: Buffer.from(content, 'latin1').toString('base64'), ...more })}\n`;
/** A bundle as a hostile sender may write it. */
const bundleOf = (files: readonly BundleFile[], rest = ''): Buffer =>
  Buffer.from(files.map((file) => lineOf(file)).join('') + rest);

/** The reason that a change without the gate's worker needs. */
const UNGATED = { ungated: 'a test' };

interface BuildOptions {
  readonly key?: string;
  readonly script?: string;
  readonly bill?: string;
  /** Further files of the build. */
  readonly files?: Readonly<Record<string, string | Buffer>>;
}

function* tenGigabytes(): Generator<Buffer> {
  const part = Buffer.alloc(2 ** 20);
  for (let count = 0; count < 10 * 2 ** 10; count += 1) yield part;
}

describe('release service', () => {
  let token: string;
  const teamKey = (): string => at.nameOf('team');
  const at = useReleaseService(async ({ store, place, newToken }) => {
    await changeTeamKeys(store, 'reports', 'add', await createSigningKey(join(place, teamKey())));
    token = await newToken('team', ['publish', 'activate', 'rollback', 'canary', 'override']);
  });
  before(() => createSigningKey(join(at.place, 'stranger')));
  const send = async (url: string, body?: object | Buffer | Readable, bearer = token) => {
    const isBundle = Buffer.isBuffer(body) || body instanceof Readable;
    const answer = await at.service.inject({
      method: isBundle ? 'PUT' : 'POST',
      url: `/v1/remotes/${url}`,
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': isBundle ? BUNDLE_TYPE : 'application/json',
      },
      payload: body ?? {},
    });
    return { status: answer.statusCode, text: answer.body };
  };
  /** The bundle of a version that this key signs. */
  async function build(
    version: string,
    { key = teamKey(), script, bill = '{"components":[]}', files: more = {} }: BuildOptions = {},
  ): Promise<Buffer> {
    const root = await mkdtemp(join(at.place, 'build-'));
    process.env.RELEASE_SIGNING_KEY_FILE = join(at.place, key);
    const dist = await writeBuild(root, 'reports');
    if (script !== undefined) await writeFile(join(dist, 'remoteEntry.js'), script);
    for (const [path, content] of Object.entries(more)) await writeFile(join(dist, path), content);
    const records = { isChecked: true, bill };
    const { files } = await buildVersion('reports', version, dist, records);
    delete process.env.RELEASE_SIGNING_KEY_FILE;
    return Buffer.concat([...createBundle(files)]);
  }
  /** A bundle whose team signed this many bytes without having compressed them. */
  async function buildOfNoise(noise: Readonly<Record<string, Buffer>>): Promise<Buffer> {
    const lines = (await build('1.0.0')).toString().trim().split('\n');
    const files = new Map<string, Buffer>(
      lines.map((line) => {
        const { path, base64 } = JSON.parse(line) as { path: string; base64: string };
        return [path, Buffer.from(base64, 'base64')] as const;
      }),
    );
    for (const [path, content] of Object.entries(noise)) files.set(path, content);
    const description = JSON.parse(files.get('description.json')!.toString()) as object;
    const text = JSON.stringify({ ...description, integrity: hashesOf(files) });
    files.set('description.json', Buffer.from(text));
    process.env.RELEASE_SIGNING_KEY_FILE = join(at.place, teamKey());
    files.set('signature.json', Buffer.from(JSON.stringify(signVersion(text))));
    delete process.env.RELEASE_SIGNING_KEY_FILE;
    return Buffer.concat([...createBundle(files)]);
  }
  const namesInStore = (): Promise<string[]> => listVersions(at.store, 'reports');

  test('Answers of any status ask proxies not to edit them, and have the headers of security', async () => {
    const headers = { authorization: `Bearer ${token}` };
    for (const url of [
      '/v1/status',
      '/v1/audit',
      '/v1/openapi.json',
      '/releases',
      '/releases/style.css',
      '/none',
    ]) {
      const answer = await at.service.inject({ url, headers });
      assert.match(String(answer.headers['cache-control']), /\bno-transform\b/, url);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff', url);
      assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/, url);
      assert.match(String(answer.headers['content-type']), /; charset=utf-8$/, url);
      assert.equal(answer.headers['strict-transport-security'], undefined, 'without TLS');
      const overTls = { ...headers, 'x-forwarded-proto': 'https' };
      const secure = await at.service.inject({ url, headers: overTls });
      assert.match(String(secure.headers['strict-transport-security']), /^max-age=31536000;/, url);
    }
  });

  test('A signed version becomes active, and the history names the token', async () => {
    assert.deepEqual(await send('reports/versions/1.0.0', await build('1.0.0')), {
      status: 200,
      text: '{"result":"reports 1.0.0 is published."}',
    });
    assert.ok((await readFiles(at.store, 'reports', '1.0.0')).has('remoteEntry.js.br'));
    const without = await send('reports/activate', { version: '1.0.0' });
    assert.equal(without.status, 409);
    assert.match(without.text, /its screens were not opened: its worker does not answer \(connect ENOENT/);
    assert.equal((await send('reports/activate', { version: '1.0.0', ...UNGATED })).status, 200);
    assert.equal((await readRegistry(at.store)).remotes.reports?.active, '1.0.0');
    const again = await send('reports/versions/1.0.0', await build('1.0.0'));
    assert.equal(again.status, 200, 'a repeated upload');
    const other = await build('1.0.0', { script: 'var other;' });
    assert.equal((await send('reports/versions/1.0.0', other)).status, 409);
    const [newest, , second] = await listAudit(at.store, 3);
    assert.deepEqual([newest?.outcome, second?.outcome, second?.token], ['refused', 'done', teamKey()]);
    assert.match((await readRevisions(at.store, 1))[0]?.by ?? '', /^team-/);
  });

  test('A token that is invalid, or of another remote or action, changes nothing', async () => {
    const bundle = await build('1.0.0');
    const expired = await at.newToken('expired', ['publish']);
    await at.owner.query('update release_tokens set expires_at = now() where name = $1', [
      at.nameOf('expired'),
    ]);
    const revoked = await at.newToken('revoked', ['publish']);
    assert.ok(await revokeToken(at.store, at.nameOf('revoked')));
    const foreign = await at.newToken('foreign', ['publish'], ['casino']);
    const reader = await at.newToken('reader', ['read', 'activate']);
    for (const [bearer, status] of [
      ['', 401],
      ['palier_unknown', 401],
      [expired, 401],
      [revoked, 401],
      [foreign, 403],
      [reader, 403],
    ] as const)
      assert.equal((await send('reports/versions/1.0.0', bundle, bearer)).status, status, bearer);
    assert.deepEqual(await listVersions(at.store, 'reports'), []);
    for (const action of ['retire', 'rollback'])
      assert.equal((await send(`casino/${action}`, {})).status, 403);
    const pruner = await at.newToken('pruner', ['prune']);
    for (const [method, path, bearer, status] of [
      ['POST', 'prune', pruner, 403],
      ['GET', 'audit', token, 403],
      ['GET', 'audit', reader, 200],
    ] as const) {
      const headers = { authorization: `Bearer ${bearer}` };
      const answer = await at.service.inject({ method, url: `/v1/${path}`, headers });
      assert.equal(answer.statusCode, status, path);
    }
    assert.ok(!JSON.stringify((await at.store.query('select * from release_tokens')).rows).includes(token));
  });

  test('A token is made, listed and revoked, and one with invalid rights is refused', async () => {
    const name = at.nameOf('command');
    const asked = { name, remotes: 'reports,*', actions: 'publish,read', days: 90 };
    for (const [changes, message] of [
      [{ actions: 'publish,delete' }, /"delete" is not an action/],
      [{ name: 'Team' }, /is not valid/],
      [{ remotes: 'reports,../x' }, /is not valid/],
    ] as const)
      await assert.rejects(addToken(at.store, { ...asked, ...changes }), message);
    const [secret = ''] = (await addToken(at.store, asked)).split('\n');
    await assert.rejects(addToken(at.store, asked), /There is a token/);
    const made = await findValidToken(at.store, secret);
    assert.ok(made !== null && mayDo(made, 'publish', 'casino') && !mayDo(made, 'prune', null));
    const stateOf = async () =>
      (await describeTokens(at.store)).split('\n').find((line) => line.startsWith(name));
    assert.match((await stateOf()) ?? '', / {2}reports,\* {2}publish,read {2}until /);
    assert.match(await endToken(at.store, name), /is revoked/);
    assert.match((await stateOf()) ?? '', / {2}revoked /);
    await assert.rejects(endToken(at.store, name), /no valid token/);
  });

  test('Each change runs its command with the options of the gate and is in the audit', async () => {
    const commands: unknown[] = [];
    let outcome: 'done' | 'failed' = 'done';
    let lost: unknown = 'nothing';
    const store = Object.assign(Object.create(at.store) as typeof at.store, {
      query: (text: string, values: unknown[] = []) =>
        values.includes(lost) ? Promise.reject(new Error('down')) : at.store.query(text, values),
    });
    at.service = await createReleaseService({
      store,
      gateOptions: ['--shell', 'live'],
      runCommand: (words) => {
        commands.push(words.join(' '));
        return Promise.resolve({
          outcome,
          text: 'a path of the service',
        });
      },
    });
    const canary = { version: '1.0.0', percent: 5 };
    for (const [action, body, words] of [
      ['activate', { version: '1.0.0' }, '1.0.0 --shell live'],
      ['canary', canary, '1.0.0 --percent 5 --shell live'],
      ['canary', { ...canary, despite: 'why' }, '1.0.0 --percent 5 --despite=why --shell live'],
      ['activate', { version: '1.0.0', ungated: '--off' }, '1.0.0 --ungated=--off --shell live'],
      ['canary', { version: '1.0.0', subtree: 'capo' }, '1.0.0 --subtree capo --shell live'],
      ['canary', { off: true }, '--off'],
      ['rollback', {}, '--shell live'],
    ] as const) {
      assert.equal((await send(`reports/${action}`, body)).status, 200);
      assert.equal(commands.pop(), `${action} reports ${words}`);
    }
    for (const despite of ['', 'a "quote"', '\u2800', `a${'\u0301'.repeat(118)}`, 'x'.repeat(401)])
      assert.equal((await send('reports/activate', { version: '1.0.0', despite })).status, 400, despite);
    const [end, start] = await listAudit(at.store, 2);
    assert.deepEqual([end?.outcome, start?.outcome, start?.address], ['done', 'started', '127.0.0.1']);
    for (const percent of [0, 2.5, 101])
      assert.equal((await send('reports/canary', { ...canary, percent })).status, 400);
    lost = 'done';
    assert.equal((await send('reports/rollback')).status, 200, 'the end is not in the audit');
    outcome = 'failed';
    const failed = await send('reports/rollback');
    assert.deepEqual(failed, {
      status: 500,
      text: '{"errors":["The service has failed; see its log."]}',
    });
    assert.equal((await listAudit(at.store, 1))[0]?.outcome, 'failed');
  });

  test('One activation, a rollback and two uploads run at the same time', async () => {
    let started = 0;
    let release = (): void => undefined;
    const released = new Promise<CommandResult>((resolve) => {
      release = () => resolve({ outcome: 'done', text: '' });
    });
    await at.service.close();
    at.service = await createReleaseService({
      store: at.store,
      gateOptions: [],
      runCommand: ([command]) => {
        if (command === 'rollback') return Promise.resolve({ outcome: 'done', text: '' });
        started += 1;
        return released;
      },
    });
    let reading = 0;
    async function* sendSlowly(): AsyncGenerator<string> {
      reading += 1;
      yield lineOf({ path: 'a.png', content: 'x' });
      await released;
      yield 'cut';
    }
    const answers = [
      ...[1, 2].map(() => send('reports/activate', { version: '1.0.0' })),
      ...[1, 2, 3].map(() => send('reports/versions/1.0.0', Readable.from(sendSlowly()))),
    ];
    const countStarted = async () =>
      (await listAudit(at.store, answers.length)).filter(({ outcome }) => outcome === 'started').length;
    try {
      assert.ok(await untilTrue(async () => (await countStarted()) === answers.length));
      assert.ok(await untilTrue(() => reading >= 2));
      assert.deepEqual([started, reading], [1, 2]);
      assert.equal((await send('reports/rollback')).status, 200, 'before the activations end');
    } finally {
      release();
      await Promise.all(answers);
    }
  });

  test('Rollback, retirement and the end of a canary start no process, and name their tokens', async () => {
    for (const version of ['1.0.0', '2.0.0']) await activateInStore(at.store, 'agent', version);
    await writeVersion(at.store, 'casino', '1.0.0');
    await activateInStore(at.store, 'casino', '1.0.0');
    const casino = await at.newToken('casino', ['retire'], ['casino']);
    const agent = await at.newToken('agent', ['rollback', 'canary'], ['agent']);
    const rollBack = () => send('agent/rollback', {}, agent);
    const started: string[] = [];
    await at.service.close();
    at.service = await createReleaseService({
      store: at.store,
      gateOptions: ['--shell', join(at.place, 'shell')],
      runCommand: (words) => {
        started.push(words.join(' '));
        return Promise.resolve({ outcome: 'failed', text: '' });
      },
      runUrgent: runUrgentCommand,
    });
    const first = await Promise.all([rollBack(), send('casino/retire', {}, casino)]);
    // Of two changes at once one may be refused; it is asked for again.
    if (first[0].status === 409) first[0] = await rollBack();
    assert.deepEqual([first[0].status, first[1].status], [200, 200], JSON.stringify(first));
    assert.match(first[0].text, /agent 1\.0\.0 is active again/);
    const { remotes } = await readRegistry(at.store);
    assert.deepEqual([remotes.agent?.active, remotes.casino], ['1.0.0', undefined]);
    const history = await readRevisions(at.store, 10);
    const actorOf = (action: string) => history.find((one) => one.action === action)?.by;
    assert.match(actorOf('rollback agent') ?? '', new RegExp(`^${at.nameOf('agent')}@`));
    assert.match(actorOf('retire casino') ?? '', new RegExp(`^${at.nameOf('casino')}@`));
    assert.equal((await send('agent/canary', { off: true }, agent)).status, 200);
    assert.equal((await rollBack()).status, 409, 'a refusal is a sentence, too');
    assert.deepEqual(started, []);
  });

  test('A text of the audit is cut to 500 characters, and its NUL shows as replaced', async () => {
    const entry = { token: 'team', address: '', action: 'publish', remote: null, version: null };
    for (const detail of ['earlier', `a\0${'b'.repeat(600)}`])
      await addAuditEntry(at.store, { ...entry, outcome: 'failed', detail });
    const [newest] = await listAudit(at.store, 1);
    assert.equal(newest?.detail, `a\ufffd${'b'.repeat(498)}`);
  });

  test('An upload that is unsigned, edited or incomplete is refused and leaves nothing', async () => {
    const good = await build('1.0.0');
    const files = good
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { path: string; base64: string })
      .map(({ path, base64 }) => ({ path, content: Buffer.from(base64, 'base64').toString('latin1') }));
    const picture = { path: 'a.png', content: 'x' };
    const without = (name: string) => files.filter(({ path }) => path !== name);
    const edited = (name: string, content: string) => [...without(name), { path: name, content }];
    const hostile: Record<string, Buffer> = {
      'another key': await build('1.0.0', { key: 'stranger' }),
      'no signature': bundleOf(without('signature.json')),
      'another bill of materials': bundleOf(edited('.source-maps/sbom.cdx.json', '{}')),
      'a bill of materials without components': await build('1.0.0', { bill: '{}' }),
      'no bill of materials': bundleOf(without('.source-maps/sbom.cdx.json')),
      'no description': bundleOf(without('description.json')),
      'an edited script': bundleOf(edited('remoteEntry.js', 'var stolen;')),
      'an edited description': bundleOf(
        edited(
          'description.json',
          files
            .find(({ path }) => path === 'description.json')!
            .content.replace('"isChecked": true', '"isChecked": false'),
        ),
      ),
      'a missing script': bundleOf(without('remoteEntry.js')),
      'another script': bundleOf([...files, { path: 'more.js', content: 'x' }]),
      'a signed page': await build('1.0.0', { files: { 'index.html': '<script>' } }),
      'a signed picture that can run scripts': await build('1.0.0', { files: { 'a.svg': '<svg>' } }),
      'a picture that nobody signed': bundleOf([...files, picture]),
      'another source map': bundleOf(edited('.source-maps/remoteEntry.js.map', '{"sources":[]}')),
      'a page': bundleOf([...files, { path: 'index.html', content: '<script>' }]),
      'a cut line': bundleOf(files, lineOf(picture).slice(0, -5)),
      'no JSON': bundleOf(files, 'x\n'),
      'no base64': bundleOf(files, '{"path":"a.png","base64":"%"}\n'),
      'base64 that ends within a byte': bundleOf(files, '{"path":"a.png","base64":"YWF"}\n'),
      'a picture that can run scripts': bundleOf([...files, { path: 'a.svg', content: '<svg>' }]),
      'a folder named like a script': bundleOf([...files, { ...picture, path: 'x.json/a.png' }]),
      'hidden files': bundleOf([...files, { ...picture, path: '.hidden/a.png' }]),
      'a deep path': bundleOf([...files, { ...picture, path: `${'d/'.repeat(9)}a.png` }]),
      'a long path': bundleOf([...files, { ...picture, path: `${'a'.repeat(200)}.png` }]),
      'a compressed script': bundleOf([...files, { path: 'remoteEntry.js.br', content: 'x' }]),
      'a link': bundleOf(files, lineOf(picture, { link: '/etc/passwd' })),
      'a device': bundleOf(files, lineOf(picture, { type: 'block' })),
      'a compressed bundle': gzipSync(bundleOf([{ path: 'a.png', content: 'x'.repeat(2 ** 26) }])),
      'an archive': Buffer.from('PK\u0003\u0004'),
    };
    for (const [name, bundle] of Object.entries(hostile)) {
      const { status, text } = await send('reports/versions/1.0.0', bundle);
      assert.equal(status, 422, `${name}: ${text}`);
      if (name === 'no description') assert.match(text, /has no description\.json/);
    }
    assert.equal((await send('reports/versions/2.0.0', good)).status, 422, 'another version than described');
    const { statusCode, headers } = await at.service.inject({
      method: 'PUT',
      url: '/v1/remotes/reports/versions/1.0.0',
      payload: {},
      headers: { authorization: `Bearer ${token}` },
    });
    assert.deepEqual([statusCode, headers.connection], [422, 'close'], 'no bundle');
    const casino = await at.newToken('casino', ['publish'], ['casino']);
    assert.match((await send('casino/versions/1.0.0', good, casino)).text, /casino has no key yet/);
    const endless = Buffer.alloc(30 * 2 ** 20, '[');
    assert.match((await send('reports/versions/1.0.0', endless)).text, /at most \d+ bytes/);
    assert.match(
      (await send('reports/versions/1.0.0', Buffer.alloc(2_001, '\n'))).text,
      /at most 2000 files/,
    );
    assert.deepEqual(await namesInStore(), []);
  });

  test('An upload with paths outside of the version, or names that differ by case, is refused', async () => {
    const outside = [
      '../a.js',
      '/etc/passwd',
      'a/../../b.js',
      '.source-maps/../../x',
      '.store/history/1.json',
    ];
    const malformed = ['..', 'a//b.js', 'a\\b.js', 'é.js', 'a\u0000.js', 'x.js.br', `${'d/'.repeat(9)}x.js`];
    for (const path of [...outside, ...malformed])
      assert.equal(
        (await send('reports/versions/1.0.0', bundleOf([{ path, content: 'x' }]))).status,
        422,
        path,
      );
    const twice = ['a.png', 'A.png'].map((path) => ({ path, content: 'x' }));
    assert.match((await send('reports/versions/1.0.0', bundleOf(twice))).text, /has A\.png twice/);
    assert.deepEqual(await namesInStore(), []);
  });

  test('A name of a remote or version with dots, slashes or other letters is refused', async () => {
    const bundle = await build('1.0.0');
    const remotes = ['..%2Freports', '.store', 'Reports'].map((name) => `${name}/versions/1.0.0`);
    const versions = [
      '..',
      '01.0.0',
      '1.0.0-..',
      '1.0',
      '1.0.0%2F..',
      '１.0.0',
      '1.0.0-é',
      `1.0.0-${'a'.repeat(80)}`,
    ];
    for (const url of [...remotes, ...versions.map((version) => `reports/versions/${version}`)]) {
      const { status } = await send(url, bundle);
      assert.ok(status === 400 || status === 404, `${url}: ${status}`);
    }
    assert.deepEqual(await namesInStore(), []);
  });

  for (const [title, sendRest] of [
    ['stops half-way', () => undefined],
    ['sends a byte now and then', (socket) => setInterval(() => socket.write('x'), 200)],
    ['sends 10 GB', (socket) => void Readable.from(tenGigabytes()).pipe(socket)],
  ] as readonly (readonly [title: string, sendRest: (socket: Socket) => NodeJS.Timeout | undefined | void])[])
    test(`An upload whose sender ${title} is cut off and leaves nothing`, async () => {
      const address = await at.service.listen({ host: '127.0.0.1', port: 0 });
      const bundle = await build('1.0.0');
      const socket = createConnection(Number(new URL(address).port), '127.0.0.1');
      const closed = new Promise((resolve) => socket.on('close', resolve));
      socket.on('error', () => undefined).resume();
      socket.write(
        `PUT /v1/remotes/reports/versions/1.0.0 HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n` +
          `content-type: ${BUNDLE_TYPE}\r\ncontent-length: ${10 * 2 ** 30}\r\n\r\n`,
      );
      socket.write(bundle.subarray(0, bundle.length - 100));
      const timer = sendRest(socket);
      await closed;
      clearInterval(timer ?? undefined);
      assert.ok(socket.bytesWritten < 2 ** 30, `${socket.bytesWritten} bytes`);
      assert.deepEqual(await namesInStore(), []);
    });

  test('One of two activations at once wins, and the origin stays', async () => {
    for (const version of ['1.0.0', '1.1.0'])
      assert.equal((await send(`reports/versions/${version}`, await build(version))).status, 200);
    const revision = (await readRegistry(at.store)).revision;
    const answers = await Promise.all(
      ['1.0.0', '1.1.0'].map((version) => send('reports/activate', { version, ...UNGATED })),
    );
    const { remotes, revision: last } = await readRegistry(at.store);
    const done = answers.filter(({ status }) => status === 200).length;
    assert.ok(
      answers.every(({ status }) => status === 200 || status === 409),
      JSON.stringify(answers),
    );
    assert.equal(last, revision + done);
    const { active = '' } = remotes.reports ?? {};
    assert.ok(['1.0.0', '1.1.0'].includes(active));

    const origin = 'https://reports.example';
    await changeCurrentRegistry(at.store, 'origin reports', (registry) => ({
      ...registry,
      remotes: { reports: { ...registry.remotes.reports!, origin } },
    }));
    for (const [action, body] of [
      ['canary', { version: active === '1.0.0' ? '1.1.0' : '1.0.0', percent: 5 }],
      ['activate', { version: active }],
    ] as const) {
      assert.equal((await send(`reports/${action}`, { ...body, ...UNGATED })).status, 200);
      const { versions } = (await readRegistry(at.store)).remotes.reports!;
      assert.ok(versions[body.version]?.entry.startsWith(origin), action);
    }
  });

  test('The command line sends a version and shows refusals as sentences', async (context) => {
    process.env.RELEASES_URL = await at.service.listen({ host: '127.0.0.1', port: 0 });
    process.env.RELEASE_TOKEN = token;
    const bundle = Readable.toWeb(Readable.from([await build('1.0.0')])) as ReadableStream;
    assert.match(await callReleaseService('PUT', 'remotes/reports/versions/1.0.0', bundle), /is published/);
    await assert.rejects(
      callReleaseService('POST', 'remotes/reports/activate', { version: '7.0.0' }),
      /7\.0\.0 is not published/,
    );
    await assert.rejects(callReleaseService('GET', 'status'), /may not read.*\nRELEASE_TOKEN/);
    await assert.rejects(runRelease(['prune', '--keep', '50']), /decides --keep itself/);
    for (const words of [
      ['rollback', 'reports', '--from', '1.0.0'],
      ['canary', 'reports', '1.0.0', '--off'],
    ])
      await assert.rejects(runRelease(words), /takes no version here/);
    process.env.RELEASE_TOKEN = '';
    await assert.rejects(callReleaseService('POST', 'remotes/reports/rollback', {}), /The token is missing/);
    const { mock } = context.mock.method(childProcess, 'spawn');
    syncBuiltinESMExports();
    const { text } = await createCommandRunner(['-p', 'process.env.RELEASES_URL'])([], 'team').finally(() => {
      mock.restore();
      syncBuiltinESMExports();
    });
    assert.deepEqual([text, mock.calls[0]?.arguments[2].timeout], ['undefined', 300_000]);
    delete process.env.RELEASES_URL;
  });

  test('A token without the right to override gives no reason and reads its own health', async () => {
    const plain = await at.newToken('plain', ['activate', 'canary']);
    for (const [action, body] of [
      ['activate', { version: '1.0.0', despite: 'why' }],
      ['canary', { version: '1.0.0', percent: 5, ungated: 'why' }],
    ] as const)
      assert.match(
        (await send(`reports/${action}`, body, plain)).text,
        /may not override the checks of reports/,
      );
    await writeVersion(at.store, 'reports', '1.0.0');
    const healthOf = async (remote: string) =>
      at.service.inject({
        url: `/v1/remotes/${remote}/versions/1.0.0/health`,
        headers: { authorization: `Bearer ${plain}` },
      });
    assert.equal((await healthOf('casino')).statusCode, 403);
    const health = await healthOf('reports');
    assert.equal(health.statusCode, 409);
    assert.match(health.body, /reports 1\.0\.0 is not ready for all users: it is not the canary/);
  });

  test('A remote whose team uploaded broken documents leaves the status and the page readable', async () => {
    const bill = { '.source-maps/sbom.cdx.json': '{}' };
    await writeVersion(at.store, 'reports', '1.0.0', { files: bill });
    await activateInStore(at.store, 'reports', '1.0.0');
    await writeVersion(at.store, 'casino', '1.0.0', { commit: '\u001b[2Jforged' });
    await activateInStore(at.store, 'casino', '1.0.0');
    const reader = await at.newToken('reader', ['read']);
    const status = await at.service.inject({
      url: '/v1/status',
      headers: { authorization: `Bearer ${reader}` },
    });
    assert.equal(status.statusCode, 200, status.body);
    assert.ok(!status.body.includes('forged') && !status.body.includes('\\u001b'));
    const page = await at.service.inject({
      url: '/releases',
      headers: { cookie: `palier_releases=${reader}` },
    });
    assert.equal(page.statusCode, 200);
    assert.ok(page.body.includes('id="reports"'));
  });

  test('A hundred refused calls leave the changes in the list of calls', async () => {
    const call = { token: 'team', address: '', action: 'publish', remote: null, version: null, detail: '' };
    await addAuditEntry(at.store, { ...call, outcome: 'done', detail: 'a change' });
    for (let count = 0; count < 104; count += 1)
      await addAuditEntry(at.store, { ...call, outcome: 'refused' });
    const entries = await listAudit(at.store, 40);
    assert.ok(entries.some(({ detail }) => detail === 'a change'));
    assert.equal(entries.filter(({ outcome }) => outcome === 'refused').length, 20);
  });

  test('A remote that has used its time of the release gate is refused until the hour is over', async () => {
    let now = Date.parse('2026-01-01T10:00:00Z');
    const minute = 60_000;
    const commands: string[] = [];
    await at.service.close();
    at.service = await createReleaseService({
      store: at.store,
      gateOptions: [],
      gateTime: createGateTime(20, () => now),
      runCommand: (words) => {
        commands.push(words.join(' '));
        now += words[0] === 'activate' ? 4 * minute : 0;
        return Promise.resolve({ outcome: 'done', text: 'done' });
      },
    });
    for (let count = 0; count < 5; count += 1)
      assert.equal((await send('reports/activate', { version: '1.0.0' })).status, 200);
    const refused = await send('reports/canary', { version: '1.0.0', percent: 5 });
    assert.deepEqual(refused, {
      status: 429,
      text: JSON.stringify({
        errors: [
          'reports has used its 20 minutes of the release gate in this hour. Nothing was changed. ' +
            'Try again in 44 minutes, at 2026-01-01T11:04:00.000Z.',
        ],
      }),
    });
    assert.equal((await listAudit(at.store, 1))[0]?.outcome, 'refused');
    const other = await at.newToken('other', ['activate'], ['casino']);
    assert.equal((await send('casino/activate', { version: '1.0.0' }, other)).status, 200, 'another team');
    assert.equal((await send('reports/rollback')).status, 200, 'a rollback passes no gate');
    assert.equal((await send('reports/canary', { off: true })).status, 200, 'nor does the end of a canary');
    assert.equal(commands.length, 8);
    now = Date.parse('2026-01-01T11:04:01Z');
    assert.equal((await send('reports/activate', { version: '1.0.0' })).status, 200);
  });

  test('A version with a picture, a font and a source map is published as its team signed it', async () => {
    const bundle = await build('1.0.0', { files: { 'a.png': 'a picture', 'a.woff2': 'a font' } });
    assert.equal((await send('reports/versions/1.0.0', bundle)).status, 200);
    const forged = bundle.toString().replace(Buffer.from('a font').toString('base64'), 'YSBmb2xk');
    assert.match((await send('reports/versions/1.0.0', Buffer.from(forged))).text, /a\.woff2 is not as/);
  });

  test('An upload of 19 MB of noise is refused before it costs seconds of a processor', async () => {
    const noise = Object.fromEntries(
      Array.from({ length: 38 }, (_one, index) => [`noise-${index}.js`, randomBytes(500 * 1024)]),
    );
    const bundle = await buildOfNoise(noise);
    const before = process.cpuUsage();
    const { status, text } = await send('reports/versions/1.0.0', bundle);
    const { user, system } = process.cpuUsage(before);
    assert.equal(status, 422);
    assert.match(text, /at most 4194304 bytes of scripts, styles and JSON/);
    assert.ok(user + system < 10e6, `${user + system} µs of processor time`);
    assert.deepEqual(await namesInStore(), []);
  });

  for (const [title, path, size, refusal] of [
    ['A file', 'a.png', 8 * 2 ** 20 + 1024, /A file of a version has at most 8388608 bytes/],
    ['A bill of materials', '.source-maps/sbom.cdx.json', 2 ** 21 + 1, /sbom\.cdx\.json has at most 2097152/],
    ['A description', 'description.json', 2 ** 19 + 1, /description\.json has at most 524288 bytes/],
    ['A signature', 'signature.json', 2 ** 12 + 1, /signature\.json has at most 4096 bytes/],
  ] as const)
    test(`${title} that would stop other calls while it is read is refused`, async () => {
      const good = (await build('1.0.0')).toString().trim().split('\n');
      const others = good.filter((line) => !line.includes(`"path":"${path}"`));
      const large = lineOf({ path, content: ' '.repeat(size) });
      const bundle = Buffer.from([...others, large].join('\n'));
      const { status, text } = await send('reports/versions/1.0.0', bundle);
      assert.deepEqual([status, refusal.test(text)], [422, true], text);
      assert.deepEqual(await namesInStore(), []);
    });

  test('A version of more files than one statement takes is stored byte for byte', async () => {
    const pictures = Object.fromEntries(
      Array.from({ length: 120 }, (_one, index) => [`${index}.png`, randomBytes(64)]),
    );
    const bundle = await build('1.0.0', { files: pictures });
    assert.equal((await send('reports/versions/1.0.0', bundle)).status, 200);
    const stored = await readFiles(at.store, 'reports', '1.0.0');
    for (const [path, content] of Object.entries(pictures)) assert.deepEqual(stored.get(path), content, path);
  });

  test('A refusal for a team names no folder, address or file of the service', async () => {
    process.env.RELEASE_SIGNING_KEY_FILE = '/srv/secrets/operator.pem';
    await at.service.close();
    const shell = '/srv/shells/live';
    at.service = await createReleaseService({
      store: at.store,
      gateOptions: ['--shell', shell],
      runCommand: () =>
        Promise.resolve({
          outcome: 'refused',
          text:
            `reports 1.0.0 does not pass: its screen /report/next does not mount. It was tested in the ` +
            `shell at ${shell}. RELEASE_SIGNING_KEY_FILE /srv/secrets/operator.pem cannot be read (open ` +
            `'/srv/secrets/operator.pem'), nor ${process.cwd()}/shell/dist/shell.json, /tmp/palier-1/node, ` +
            `/run/palier-gate.sock; connect ECONNREFUSED ${new URL(at.database.releasesUrl).host}.`,
        }),
    });
    const { status, text } = await send('reports/activate', { version: '1.0.0' });
    delete process.env.RELEASE_SIGNING_KEY_FILE;
    assert.equal(status, 409);
    assert.match(text, /its screen \/report\/next does not mount/);
    assert.match(text, /tested in the shell at \(a place of the service\)\. /, 'the sentence ends');
    for (const place of ['/srv', process.cwd(), '/tmp', '/run', new URL(at.database.releasesUrl).host])
      assert.ok(!text.includes(place), `${place} in ${text}`);
    assert.ok(!(await listAudit(at.store, 1))[0]?.detail.includes('/srv'), 'nor does the audit');
  });

  test('The minutes of the release gate are a whole number from 1 to 60', () => {
    assert.deepEqual([gateMinutes(), gateMinutes('5')], [20, 5]);
    for (const text of ['0', '61', '2.5', 'all'])
      assert.throws(() => gateMinutes(text), /RELEASES_GATE_MINUTES/);
  });

  test('A command that waits for the release gate is dropped when its caller has gone', async () => {
    const commands: string[] = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await at.service.close();
    at.service = await createReleaseService({
      store: at.store,
      gateOptions: [],
      runCommand: async (words) => {
        commands.push(words.join(' '));
        await released;
        return { outcome: 'done', text: '' };
      },
    });
    const address = await at.service.listen({ host: '127.0.0.1', port: 0 });
    const activate = (version: string, signal?: AbortSignal) =>
      fetch(`${address}/v1/remotes/reports/activate`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ version }),
        ...(signal === undefined ? {} : { signal }),
      });
    const first = activate('1.0.0');
    assert.ok(await untilTrue(() => commands.length === 1));
    const leaving = new AbortController();
    const second = activate('2.0.0', leaving.signal).catch(() => 'gone');
    const outcomesOf = async (version: string) =>
      (await listAudit(at.store, 20))
        .filter((entry) => entry.version === version)
        .map((entry) => entry.outcome);
    assert.ok(await untilTrue(async () => (await outcomesOf('2.0.0')).includes('started')));
    const third = activate('3.0.0');
    assert.ok(await untilTrue(async () => (await outcomesOf('3.0.0')).includes('started')));
    leaving.abort();
    assert.equal(await second, 'gone');
    const countConnections = () =>
      new Promise<number>((resolve) => at.service.server.getConnections((_error, count) => resolve(count)));
    assert.ok(await untilTrue(async () => (await countConnections()) === 2));
    release();
    assert.deepEqual([(await first).status, (await third).status], [200, 200]);
    assert.deepEqual(commands, ['activate reports 1.0.0', 'activate reports 3.0.0']);
    assert.deepEqual(await outcomesOf('2.0.0'), ['refused', 'started']);
  });

  test('The log of calls has no token that someone put into an address', async () => {
    let log = '';
    await at.service.close();
    at.service = await createReleaseService({
      store: at.store,
      gateOptions: [],
      runCommand: () => Promise.resolve({ outcome: 'done', text: '' }),
      log: new Writable({
        write(content: Buffer, _encoding, done) {
          log += content.toString();
          done();
        },
      }),
    });
    for (const url of [
      `/releases?token=${token}`,
      `/v1/status?token=${token}`,
      `/v1/none?a=1&token=${token}`,
    ])
      await at.service.inject({ url, headers: { authorization: `Bearer ${token}` } });
    assert.match(log, /"url":"\/releases"/);
    assert.ok(!log.includes(token), log);
  });

  test('A remote with sixty versions takes no further one', async () => {
    for (let minor = 0; minor < 60; minor += 1) await writeVersion(at.store, 'reports', `0.${minor}.0`);
    const { status, text } = await send('reports/versions/1.0.0', await build('1.0.0'));
    assert.equal(status, 422);
    assert.match(text, /reports has 60 versions/);
  });

  test('The document of the service describes its calls with their token', async () => {
    const document = (await at.service.inject({ url: '/v1/openapi.json' })).json<{ paths: object }>();
    assert.ok(Object.keys(document.paths).includes('/v1/remotes/{remote}/versions/{version}'));
  });

  test('The document of the service is closed in production unless it is opened', async (t) => {
    const { NODE_ENV } = process.env;
    t.after(() => {
      delete process.env.API_DOCS;
      if (NODE_ENV === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = NODE_ENV;
    });
    process.env.NODE_ENV = 'production';
    for (const [API_DOCS, status] of [
      ['', 404],
      ['true', 200],
    ] as const) {
      process.env.API_DOCS = API_DOCS;
      await at.service.close();
      at.service = await createReleaseService({
        store: at.store,
        gateOptions: [],
        runCommand: () => Promise.resolve({ outcome: 'done', text: '' }),
      });
      assert.equal((await at.service.inject({ url: '/v1/openapi.json' })).statusCode, status);
    }
  });
});
