import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { federationRuntime } from '@palier/build/bundler/federation-runtime.mjs';
import type { ScreenDescription } from '@palier/shared/contracts/screens';
import { noteWithdrawal } from './admission';
import { buildVersion } from './build-version';
import { changeTeamKeys } from './keys';
import { BUNDLE_TYPE, createBundle } from './service/bundle';
import { createReleaseService } from './service/release-service';
import { createToken } from './service/token.repository';
import { createSigningKey, signVersion } from './signing';
import { activate } from './registry-changes';
import { addRevision, readRegistry } from './store';
import { routesOf, writeMinimalShell } from './testing/minimal-shell';
import { runReleaseCommand, runUrgentCommand } from './testing/test-service';
import { provideTestStore, writeVersion } from './testing/test-store';
import { releasedVersion } from './version-files';
import { readVersion } from './versions';

interface Hostile {
  /** What the screen does when it is mounted. */
  readonly script?: string;
  readonly screens?: readonly ScreenDescription[];
  readonly bill?: string;
  /** Further files of the version. */
  readonly files?: Readonly<Record<string, string>>;
  /** Changes the description before it is signed. */
  readonly changes?: object;
}

const QUESTS = { path: '/quests', title: 'Quêtes' };
/** The minimal shell has no script policy, so a screen can make one that accepts every address. */
const ANY_SCRIPT = "trustedTypes.createPolicy('default', { createScriptURL: (address) => address })";

describe('attacks of a team with a token and a key of its own', () => {
  let folder: string;
  let service: FastifyInstance;
  let address: string;
  let token: string;
  /** The token of the team of arcade, which has two versions. */
  let otherToken: string;
  /** A listener of the machine, which counts what reaches it. */
  let listener: Server;
  let outside: string;
  let connections = 0;

  const at = provideTestStore(async ({ store }) => {
    folder = await temporaryFolder();
    const shell = await writeMinimalShell(folder);
    const screens = [{ path: '/arcade', title: 'Arcade', menu: { text: 'Arcade', icon: 'home' as const } }];
    for (const version of ['1.0.0', '1.1.0']) {
      const files = { 'e.js': `// ${version}\n${routesOf('/arcade')}` };
      await writeVersion(store, 'arcade', version, { screens, files });
      const released = releasedVersion(await readVersion(store, 'arcade', version));
      await addRevision(store, 'arcade', activate(await readRegistry(store), 'arcade', version, released));
    }
    await changeTeamKeys(store, 'quests', 'add', await createSigningKey(join(folder, 'team.pem')));
    const actions = ['publish', 'activate', 'canary', 'rollback'] as const;
    const made = { actions, days: 1, by: 'operator' };
    token = (await createToken(store, { ...made, name: 'quests', remotes: ['quests'] })) ?? '';
    otherToken =
      (await createToken(store, {
        ...made,
        actions: ['rollback', 'read'],
        name: 'arcade',
        remotes: ['arcade'],
      })) ?? '';
    service = await createReleaseService({
      store,
      runCommand: runReleaseCommand,
      runUrgent: runUrgentCommand,
      gateOptions: ['--shell', shell],
    });
    address = await service.listen({ host: '127.0.0.1', port: 0 });
  });
  before(async () => {
    listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    listener.listen(0);
    await once(listener, 'listening');
    outside = `http://127.0.0.1:${(listener.address() as { port: number }).port}`;
  });
  after(async () => {
    listener.close();
    await service.close();
  });

  const call = async (method: string, path: string, body: object | Buffer = {}, bearer = token) => {
    const isBundle = Buffer.isBuffer(body);
    const answer = await fetch(`${address}/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(method === 'GET' ? {} : { 'content-type': isBundle ? BUNDLE_TYPE : 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: isBundle ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };

  /** Builds, signs and uploads a version as the kit does. */
  async function publish(version: string, hostile: Hostile) {
    const {
      script = '',
      screens = [QUESTS],
      bill = '{"components":[]}',
      files: more = {},
      changes,
    } = hostile;
    const dist = join(await temporaryFolder(), 'dist');
    await mkdir(dist);
    await writeFile(join(dist, 'remoteEntry.js'), routesOf('/quests', `async mount() { ${script}; }`));
    for (const [file, text] of Object.entries(more)) await writeFile(join(dist, file), text);
    const description = {
      name: 'quests',
      entry: 'remoteEntry.js',
      preload: [],
      styles: [],
      uses: {},
      runtime: federationRuntime(),
      screens,
    };
    await writeFile(join(dist, 'description.json'), JSON.stringify(description));
    process.env.RELEASE_SIGNING_KEY_FILE = join(folder, 'team.pem');
    try {
      const built = await buildVersion('quests', version, dist, { isChecked: true, bill });
      const files = new Map(built.files);
      if (changes !== undefined) {
        const text = JSON.stringify({ ...built.description, ...changes });
        files.set('description.json', Buffer.from(text));
        files.set('signature.json', Buffer.from(JSON.stringify(signVersion(text))));
      }
      const bundle = Buffer.concat([...createBundle(files)]);
      return await call('PUT', `remotes/quests/versions/${version}`, bundle);
    } finally {
      delete process.env.RELEASE_SIGNING_KEY_FILE;
    }
  }
  const activateVersion = (version: string) => call('POST', 'remotes/quests/activate', { version });

  const SCREENS: readonly (readonly [title: string, script: () => string, refusal: RegExp])[] = [
    ['opens a window', () => `window.open('${outside}/window')`, /asks for http:\S+\/window|opens a window/],
    [
      'sends a form',
      () =>
        `const form = document.createElement('form');
         Object.assign(form, { method: 'post', action: '${outside}/form', target: '_blank' });
         document.body.append(form); form.submit()`,
      /asks for http:\S+\/form|opens a window/,
    ],
    ['leaves for another site', () => `location.href = '${outside}/page'`, /asks for http:\S+\/page/],
    [
      'fetches from the machine',
      () => `await fetch('${outside}/fetch', { mode: 'no-cors' })`,
      /does not mount|asks for/,
    ],
    [
      'opens a socket and sends a beacon',
      () => `navigator.sendBeacon('${outside}/beacon'); new WebSocket('${outside.replace('http', 'ws')}')`,
      /does not mount|asks for/,
    ],
    [
      'asks for a name or a connection in advance',
      () =>
        `for (const rel of ['dns-prefetch', 'icon PreConnect']) {
           const link = document.createElement('link');
           document.head.append(link);
           link.href = '${outside}/'; link.rel = rel; link.remove();
         }`,
      /it connects in advance to http:/,
    ],
    [
      'takes WebRTC from a frame whose console it has silenced',
      () =>
        `const frame = document.createElement('iframe');
         document.body.append(frame);
         const { console, RTCPeerConnection } = frame.contentWindow;
         console.error = () => undefined;
         new RTCPeerConnection.prototype.constructor({}).createDataChannel('a')`,
      /it uses WebRTC/,
    ],
    [
      'fetches in a worker',
      () =>
        `${ANY_SCRIPT}; const call = "fetch('${outside}/worker', { mode: 'no-cors' }).catch(() => 0)";
         new Worker(URL.createObjectURL(new Blob([call])))`,
      /the Content Security Policy refuses what it asks for: http:\S+\/worker/,
    ],
    [
      'installs a service worker that fetches',
      () =>
        `${ANY_SCRIPT}; const [, version] = /quests\\/([^/]+)/.exec(import.meta.url);
         await navigator.serviceWorker.register('/remotes/quests/' + version + '/calling.js')`,
      /it asks for http:\S+\/service-worker/,
    ],
    [
      'hides a refused call behind many errors and a long address',
      () =>
        `for (let count = 0; count < 200; count += 1) console.error(count);
         await fetch('${outside}/' + 'a'.repeat(400), { mode: 'no-cors' }).catch(() => undefined)`,
      /does not mount: \S+ to 'http:/,
    ],
  ];
  for (const [index, [title, script, refusal]] of SCREENS.entries())
    test(`A screen that ${title} is refused, and the machine gets no connection`, async () => {
      const version = `0.1.${index}`;
      const calling = `fetch('${outside}/service-worker', { mode: 'no-cors' })`;
      const files = { 'calling.js': calling };
      assert.equal((await publish(version, { script: script(), files })).status, 200);
      const { status, text } = await activateVersion(version);
      assert.equal(status, 409, text);
      assert.match(text, refusal);
      assert.equal(connections, 0);
    });

  test('A screen reads no file of the store, of another team or of a dot folder', async () => {
    const paths = [
      '/.store/history/1.json',
      '/remotes/.store/salt',
      '/remotes/arcade/1.0.0/e.js',
      '/remotes/arcade/1.1.0/.source-maps/sbom.cdx.json',
      '/remotes/quests/0.2.0/.source-maps/sbom.cdx.json',
      '/remotes/quests/0.2.0/../../arcade/1.0.0/e.js',
      '/remotes/%2e%2e/%2e%2e/etc/passwd',
      '/shell.js/../../../etc/passwd.txt',
    ];
    const script = `for (const path of ${JSON.stringify(paths)}) {
      const answer = await fetch(path);
      const isPage = (answer.headers.get('content-type') ?? '').startsWith('text/html');
      if (answer.ok && !isPage) throw new Error('has read ' + path);
    }`;
    assert.equal((await publish('0.2.0', { script })).status, 200);
    const { status, text } = await activateVersion('0.2.0');
    assert.equal(status, 200, text);
    assert.equal((await readRegistry(at.store)).remotes.quests?.active, '0.2.0');
  });

  const menu = { text: 'Paramètres', icon: 'sliders' as const, order: 200 };
  for (const [title, version, screens, refusal] of [
    [
      'takes the path of another remote',
      '0.3.0',
      [QUESTS, { path: '/arcade', title: 'x' }],
      /belongs to arcade/,
    ],
    ['has a second entry Paramètres', '0.3.1', [{ ...QUESTS, menu }], /the text of a specified one/],
    [
      'has the menu text of another team',
      '0.3.2',
      [{ ...QUESTS, menu: { ...menu, text: 'arcade' } }],
      /\/quests and \/arcade have the same text/,
    ],
    [
      'looks like the sign-in',
      '0.3.3',
      [QUESTS, { path: '/signin', title: 'x' }],
      /\/signin belongs to the shell/,
    ],
  ] as const)
    test(`A version that ${title} is refused`, async () => {
      assert.equal((await publish(version, { screens })).status, 200);
      const { status, text } = await activateVersion(version);
      assert.deepEqual([status, refusal.test(text)], [409, true], text);
    });

  for (const [title, hostile, refusal] of [
    ['a bill of materials of {}', { bill: '{}' }, /lists no components/],
    [
      'terminal codes as its commit',
      { changes: { commit: '\u001b[2J\u001b[31m' } },
      /commit is not a commit/,
    ],
    [
      'terminal codes as the contract that it needs',
      {
        changes: {
          needs: { contract: '\u001b[2J', shared: {}, events: {}, runtime: federationRuntime() },
        },
      },
      /needs\.contract has an unprintable character/,
    ],
    [
      'terminal codes as the name of a library',
      { changes: { uses: { '\u001b[31mreact': ['use'] } } },
      /does not describe it: uses\. \[31mreact Invalid/,
    ],
    [
      'terminal codes as the name of a file',
      { changes: { integrity: { '\u001b[2J.js': 'sha384-x' } } },
      /does not describe it: integrity\. \[2J\.js Invalid/,
    ],
    ['a version as its number that is none', { changes: { version: '01.0.0' } }, /version is not a version/],
  ] as const)
    test(`An upload that has ${title} is refused`, async () => {
      const { status, text } = await publish('0.4.0', hostile);
      assert.deepEqual([status, refusal.test(text)], [422, true], text);
    });

  test('A version whose canary was withdrawn needs a reason, which the team may not give', async () => {
    assert.equal((await publish('0.5.0', {})).status, 200);
    await noteWithdrawal(at.store, 'quests', '0.5.0', '3 of 20 sessions failed');
    const { status, text } = await activateVersion('0.5.0');
    assert.deepEqual([status, /its canary was withdrawn: 3 of 20/.test(text)], [409, true], text);
    const body = { version: '0.5.0', despite: 'we know better' };
    assert.equal((await call('POST', 'remotes/quests/activate', body)).status, 403);
  });

  test('A check that takes minutes keeps no other team waiting', async (context: TestContext) => {
    assert.equal((await publish('0.6.0', { script: 'for (;;);' })).status, 200);
    let isOver = false;
    const checks = [1, 2, 3].map(() => activateVersion('0.6.0').finally(() => (isOver = true)));
    for (const [method, path] of [
      ['GET', 'status'],
      ['GET', 'audit'],
      ['POST', 'remotes/arcade/rollback'],
    ] as const) {
      const startedAt = performance.now();
      const { status, text } = await call(method, path, {}, otherToken);
      assert.equal(status, 200, text);
      context.diagnostic(`${method} ${path}: ${Math.round(performance.now() - startedAt)} ms`);
      assert.equal(isOver, false, 'answered before the check ends');
    }
    assert.equal((await readRegistry(at.store)).remotes.arcade?.active, '1.0.0');
    for (const { status } of await Promise.all(checks)) assert.equal(status, 409);
    assert.equal(connections, 0);
  });
});
