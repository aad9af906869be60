import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { program } from '@palier/base/process/program';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { subtreeHash } from '@palier/server/remotes';
import { unsignedStore } from '@palier/test-support/unsigned-store';
import { serveStaticFiles } from '@palier/server/web/static-files';
import { buildVersion } from '../build-version';
import { runRelease } from '../command';
import { setOrigin } from '../change-remote';
import { activate, startCanary } from '../registry-changes';
import { checkShell } from '../check-shell';
import { federationRuntime } from '@palier/build/bundler/federation-runtime.mjs';
import { offerOfShell } from '@palier/build/front/needs';
import type { Registry, VersionDescription } from '@palier/shared/contracts/releases';
import { addRevision, readRegistry, readSubtreeSalt } from '../store';
import { routesOf, writeMinimalShell } from '../testing/minimal-shell';
import { provideTestStore } from '../testing/test-store';
import { releasedVersion, writeFolder } from '../version-files';
import { addVersion, readVersion } from '../versions';
import { createCommandRunner } from '../service/run-release-command';
import type { BrowserLimits } from './limit-browser';
import { passReleaseGate } from './release-gate';
import { openShell } from './shell-source';
import { startTestSite } from './test-site';

/** A screen that makes twelve requests after its mount, then runs `end`. */
const late = (end: string): string =>
  routesOf(
    '/lottery',
    `async mount() {
      for (let part = 0; part < 12; part += 1) {
        await (await fetch('/remotes.json')).text();
        await new Promise((done) => setTimeout(done, 100));
      }
      ${end};
    }`,
  );

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

let live: FastifyInstance;
let address: string;
/** Another origin that serves the store. */
let elsewhere: string;
/** The content security policy that the live shell's server sends. */
let livePolicy: string | undefined;

type Screens = VersionDescription['screens'];
const screensAt = (...paths: readonly string[]): Screens => paths.map((path) => ({ path, title: path }));

async function publish(
  name: string,
  version: string,
  content: string,
  { uses = {}, screens = screensAt(`/${name}`) }: { uses?: object; screens?: Screens } = {},
): Promise<void> {
  const dist = await temporaryFolder();
  await writeFile(join(dist, 'remoteEntry.js'), content);
  await writeFile(join(dist, 'picture.png'), PICTURE);
  const description = {
    name,
    entry: 'remoteEntry.js',
    preload: [],
    styles: [],
    uses,
    runtime: federationRuntime(),
    screens,
  };
  await writeFile(join(dist, 'description.json'), JSON.stringify(description));
  const built = await buildVersion(name, version, dist, { isChecked: true, bill: null });
  await addVersion(at.store, built.description, built.files);
  await writeFolder(built.files, join(copy, name, version));
}

async function registryWithActive(registry: Registry, name: string, version: string): Promise<Registry> {
  return activate(registry, name, version, releasedVersion(await readVersion(at.store, name, version)));
}

interface Circumstances {
  readonly shell?: string;
  readonly screenLimitMs?: number;
  readonly limits?: BrowserLimits;
  /** Changes the registry that has the version as the active one. */
  readonly prepare?: (registry: Registry) => Promise<Registry>;
}

/** Tests a version in the live shell at its address, like `activate --shell https://…`. */
async function pass(
  name: string,
  version: string,
  {
    shell = address,
    screenLimitMs,
    limits,
    prepare = (registry) => Promise.resolve(registry),
  }: Circumstances = {},
): Promise<void> {
  const description = await readVersion(at.store, name, version);
  const registry = await prepare(await registryWithActive(await readRegistry(at.store), name, version));
  await passReleaseGate({ store: at.store, description, registry, shell, screenLimitMs, limits });
}

/** What servers serve, on both origins. */
let copy: string;

const at = provideTestStore(async () => {
  const folder = await temporaryFolder();
  copy = join(folder, 'copy');
  const shell = await writeMinimalShell(folder);

  await publish('lottery', '1.0.0', routesOf('/lottery'));
  await publish('lottery', '2.0.0', "throw new Error('a broken candidate');");
  await publish('lottery', '3.0.0', `// The next.\n${routesOf('/lottery')}`);
  const decoded =
    "const picture = new Image(); picture.src = new URL('picture.png', import.meta.url); " +
    'await picture.decode()';
  await publish('lottery', '3.1.0', `${late(decoded)} routes.push({ path: '/lottery/next' });`, {
    uses: { '@palier/shared/ui': ['Page'] },
    screens: screensAt('/lottery', '/lottery/next'),
  });
  await publish('lottery', '4.0.0', late("throw new Error('a broken part')"));
  await publish('lottery', '4.0.1', late("console.error('ChunkLoadError: Loading chunk 16 failed.')"));
  const roles: Screens[number]['roles'] = ['ROLE_CLIENT'];
  const screens = [{ path: '/lottery', title: 'Loterie', roles }];
  await publish('lottery', '5.0.0', routesOf('/lottery'), { screens });
  await publish('lottery', '7.0.0', `${routesOf('/lottery')} window.isSpoilt = true;`);
  for (const [version, path] of [
    ['8.0.0', '/arcade'],
    ['8.0.1', '/History'],
    ['8.0.2', '/lottery/next'],
    ['8.0.3', '/login/next'],
  ] as const)
    await publish('lottery', version, routesOf('/lottery'), { screens: screensAt('/lottery', path) });
  await publish('lottery', '9.0.1', routesOf('/lottery'), {
    uses: { '@palier/shared/ui': ['Page', 'exitFullscreen'] },
  });
  await publish('lottery', '10.0.0', routesOf('/lottery', 'mount() { for (;;); }'), {
    uses: { '@palier/shared/ui': ['Page'] },
  });
  for (const [version, waste] of [
    ['10.1.0', 'const all = []; for (;;) all.push(Array(2 ** 20).fill(all.length))'],
    ['10.2.0', 'const all = []; for (;;) all.push(new Uint8Array(2 ** 24).fill(1))'],
    // The shell reads the paths before it mounts the screen, the release gate after that.
    ['10.3.0', "Object.defineProperty(routes[0], 'path', { get() { for (;;); } })"],
  ] as const)
    await publish('lottery', version, routesOf('/lottery', `mount() { ${waste}; }`));
  await publish('reports', '1.0.0', routesOf('/report'), { screens: screensAt('/report') });
  const touchy = "mount() { if (window.isSpoilt) throw new Error('spoilt by another'); }";
  await publish('arcade', '1.0.0', routesOf('/arcade', touchy));
  await publish('arcade', '2.0.0', routesOf('/arcade', "mount() { throw new Error('broken by itself'); }"));
  const empty = await readRegistry(at.store);
  const first = await registryWithActive(empty, 'lottery', '1.0.0');
  const both = await registryWithActive(first, 'arcade', '1.0.0');
  await addRevision(at.store, 'both', both);

  live = Fastify();
  live.addHook('onSend', async (_request, reply) => {
    if (livePolicy !== undefined) void reply.header('content-security-policy', livePolicy);
  });
  await serveStaticFiles(
    live,
    { STATIC_ROOT: shell, REMOTES_ROOT: copy, ALLOWED_FRAME_ORIGINS: [] },
    unsignedStore(copy),
  );
  address = await live.listen({ port: 0, host: '127.0.0.1' });
  elsewhere = address.replace('127.0.0.1', 'localhost');
});
after(async () => {
  await live.close();
});

test('The release gate refuses a candidate that throws and passes one that mounts', async () => {
  const release = (...args: string[]): Promise<string> => runRelease([...args, '--shell', address]);
  const before = await readRegistry(at.store);
  await assert.rejects(
    release('activate', 'lottery', '2.0.0'),
    /its screen \/lottery does not mount: .*a broken candidate/,
  );
  assert.deepEqual(await readRegistry(at.store), before);
  await release('canary', 'lottery', '3.0.0', '--subtree', 'SuperAdmin');
  const subtree = subtreeHash(await readSubtreeSalt(at.store), 'lottery', '3.0.0', 'superadmin');
  assert.deepEqual((await readRegistry(at.store)).remotes.lottery?.canary, { version: '3.0.0', subtree });
  const activated = await release('activate', 'lottery', '3.0.0');
  assert.match(
    activated,
    /before: 1\.0\.0\)\. Its canary 3\.0\.0 has ended\. Undo: .*rollback lottery --shell/,
  );
  assert.match(await release('rollback', 'lottery'), /lottery 1\.0\.0 is active again/);
  assert.deepEqual((await readRegistry(at.store)).remotes.lottery?.active, '1.0.0');
});

test('The release gate passes a candidate that mounts in parts and has one more screen', () =>
  pass('lottery', '3.1.0'));

for (const [title, version, fault] of [
  [
    'an imported name is missing in the shell’s copy of a library',
    '9.0.1',
    /it uses exitFullscreen of @palier\/shared\/ui, which the shell's copy does not have/,
  ],
  ['a screen freezes the page', '10.0.0', /its screen \/lottery does not mount: no screen within 2 s/],
  ['it breaks another remote of the page', '7.0.0', /with it, arcade breaks: .*spoilt by another/],
  ['it has the path of another remote', '8.0.0', /lottery: \/arcade belongs to arcade/],
  ['it has a specified path of an absent remote', '8.0.1', /lottery: \/History belongs to reports/],
  ['it exposes no route for a screen', '8.0.2', /it exposes no route for its screen \/lottery\/next/],
  ['it has a path of the shell', '8.0.3', /lottery: \/login\/next belongs to the shell/],
  ['the last part of a screen throws', '4.0.0', /its screen \/lottery does not mount: .*a broken part/],
  ['the last part of a screen is missing', '4.0.1', /its screen \/lottery does not mount: ChunkLoadError/],
] as const)
  test(`The release gate refuses a candidate when ${title}`, () =>
    assert.rejects(pass('lottery', version, version === '10.0.0' ? { screenLimitMs: 2_000 } : {}), fault));

for (const [version, limitMs, waste, fault] of [
  ['10.1.0', 240_000, 'fills the heap', /does not mount: uncaught crash of the page|more than 2000 MB/],
  ['10.2.0', 240_000, 'fills the memory with buffers', /uncaught crash of the page|more than 2000 MB/],
  ['10.3.0', 5_000, 'answers nothing after its mount', /its screens take more than 5 s/],
] as const)
  test(`The release gate refuses a screen that ${waste}, and tests the next version`, async () => {
    // A slow machine needs longer than the usual limit of a screen to fill the memory.
    const screenLimitMs = 240_000;
    const limits = { limitMs, limitMb: 2_000 };
    await assert.rejects(pass('lottery', version, { screenLimitMs, limits }), fault);
    await pass('lottery', '3.0.0');
  });

test('The release gate lets no window, form or navigation reach another site', async () => {
  const calls: string[] = [];
  const listener = createServer((request, response) => {
    calls.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const outside = `http://127.0.0.1:${port}/`;
  const form = `const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: '${outside}form', target: '_blank' });
    document.body.append(form); form.submit()`;
  try {
    let patch = 0;
    for (const [script, fault] of [
      [`window.open('${outside}window')`, /it asks for http:\/\/127\.0\.0\.1:\d+\/window|it opens a window/],
      [form, /it asks for http:\/\/127\.0\.0\.1:\d+\/form|it opens a window/],
      [`location.href = '${outside}page'`, /it asks for http:\/\/127\.0\.0\.1:\d+\/page/],
      ["window.open('about:blank')", /it opens a window by itself/],
    ] as const) {
      const version = `11.0.${(patch += 1)}`;
      await publish('lottery', version, routesOf('/lottery', `mount() { ${script}; }`));
      await assert.rejects(pass('lottery', version), fault);
    }
    assert.deepEqual(calls, []);
  } finally {
    listener.close();
  }
});

test('The release gate serves the files of active versions alone, without source maps', async () => {
  const site = await startTestSite({
    shell: await openShell(address),
    store: at.store,
    registry: await registryWithActive(await readRegistry(at.store), 'lottery', '3.0.0'),
  });
  const statusOf = async (path: string): Promise<number> => (await fetch(site.origin + path)).status;
  try {
    assert.equal(await statusOf('/remotes/lottery/3.0.0/remoteEntry.js'), 200);
    for (const path of [
      '2.0.0/remoteEntry.js',
      '3.0.0/.source-maps/sbom.cdx.json',
      '3.0.0/../2.0.0/remoteEntry.js',
    ])
      assert.equal(await statusOf(`/remotes/lottery/${path}`), 404, path);
  } finally {
    await site.close();
  }
});

test('The command ends with a sentence about a screen that fills the memory with buffers', async () => {
  const run = createCommandRunner(program('releases/src/main.ts'));
  const { outcome, text } = await run(['activate', 'lottery', '10.2.0', '--shell', address], 'team');
  assert.equal(outcome, 'refused', text);
  // On a slow machine the limit of a screen is reached before that of the memory.
  assert.match(text, /more than 2000 MB of memory|uncaught crash of the page|no screen within 15 s/);
});

test('A sentence says that all processes of the browser together exceed the memory limit', () =>
  assert.rejects(
    pass('lottery', '3.0.0', { limits: { limitMs: 120_000, limitMb: 50 } }),
    /it uses more than 50 MB of memory/,
  ));

test('Another remote that also fails without the candidate does not block it', () =>
  pass('lottery', '3.0.0', { prepare: (registry) => registryWithActive(registry, 'arcade', '2.0.0') }));

describe('beside other active remotes', () => {
  /** It answers, and counts what reaches it. */
  let listener: Server;
  let outside: string;
  let calls = 0;
  before(async () => {
    listener = createServer((_request, response) => {
      calls += 1;
      response.end();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    outside = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`;
  });
  after(() => {
    listener.close();
    assert.equal(calls, 0, 'nothing leaves in any visit');
  });

  /** The screen of a remote: it says that it was opened, then runs `script`. */
  const screenOf = (name: string, script: string): string =>
    routesOf(`/${name}`, `mount() { window.${name} = true; ${script}; }`);
  const call = (): string => `fetch('${outside}', { mode: 'no-cors' }).catch(() => 0)`;
  let patch = 0;

  /** Tests lottery with this script before arcade, which is harmless, and others. */
  async function passBeside(lottery: string, others: Record<string, string>): Promise<void> {
    const version = `12.0.${(patch += 1)}`;
    const scripts = { lottery, arcade: '', ...others };
    for (const [name, script] of Object.entries(scripts))
      await publish(name, version, screenOf(name, script));
    await pass('lottery', version, {
      screenLimitMs: 5_000,
      async prepare(registry) {
        for (const name of Object.keys(scripts)) registry = await registryWithActive(registry, name, version);
        return registry;
      },
    });
  }

  /** Another address each time. */
  const callInAllWays = (): string => `
    new RTCPeerConnection();
    window.open('about:blank');
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preconnect', href: 'http://' + crypto.randomUUID() + '.example' });
    document.head.append(link);
    ${call()};
    location.href = '${outside}' + crypto.randomUUID()`;
  for (const [title, others] of [
    ['calls out in many ways', () => ({ bingo: callInAllWays() })],
    ['calls out only beside a third one', () => ({ bingo: '', chess: `if (window.bingo) ${call()}` })],
    ['freezes the page after a while', () => ({ bingo: 'setTimeout(() => { for (;;); }, 600)', chess: '' })],
  ] as const)
    test(`Another remote that ${title}, also without the candidate, does not block it`, () =>
      passBeside('', others()));

  const REFUSED = /asks for http:|Content Security Policy/;
  const onOthers = (): string => `addEventListener('popstate', () => ${call()})`;
  for (const [title, lottery, others] of [
    ['calls out once another remote is opened', onOthers, () => ({})],
    ['calls out once another remote is opened, as one does itself', onOthers, () => ({ bingo: call() })],
    ['calls out where another remote does so too', call, () => ({ bingo: call() })],
    ['makes another remote call out', () => '', () => ({ bingo: `if (window.lottery) ${call()}` })],
  ] as const)
    test(`A candidate that ${title} is refused`, () =>
      assert.rejects(passBeside(lottery(), others()), REFUSED));
});

test('The release gate refuses a page without a place for the registry', async () => {
  const shell = await temporaryFolder();
  await writeFile(join(shell, 'index.html'), '<!doctype html><title>Another page</title>');
  await writeFile(join(shell, 'shell.json'), JSON.stringify(offerOfShell()));
  await assert.rejects(pass('lottery', '3.0.0', { shell }), /has no place for the registry/);
});

test('The release gate opens the screens of clients as a client', () => pass('lottery', '5.0.0'));

test('The release gate refuses a screen with other roles than the specified ones', () =>
  assert.rejects(pass('reports', '1.0.0'), /reports 1\.0\.0 .*: its screen \/report has other roles/));

test('The candidate is tested beside the active versions of other remotes', async () => {
  const released = releasedVersion(await readVersion(at.store, 'lottery', '2.0.0'));
  const canary = { version: '2.0.0', percent: 100 };
  await pass('arcade', '1.0.0', {
    prepare: (registry) => Promise.resolve(startCanary(registry, 'lottery', canary, released)),
  });
});

test('A remote on another origin loads its pictures from there in the release gate', async () => {
  const released = releasedVersion(await readVersion(at.store, 'lottery', '3.1.0'), elsewhere);
  await pass('lottery', '3.1.0', {
    prepare: (registry) => {
      const { remotes } = activate(registry, 'lottery', '3.1.0', released);
      const lottery = { ...remotes.lottery!, origin: elsewhere };
      return Promise.resolve({ ...registry, remotes: { ...remotes, lottery } });
    },
  });
});

test('The check names each remote that would not run in the new shell or is absent', async () => {
  const released = releasedVersion(await readVersion(at.store, 'arcade', '2.0.0'));
  const canary = { version: '2.0.0', percent: 5 };
  await addRevision(
    at.store,
    'canary',
    startCanary(await readRegistry(at.store), 'arcade', canary, released),
  );
  await assert.rejects(checkShell(at.store, address), ({ message }: Error) => {
    for (const name of ['casino', 'agent', 'reports'])
      assert.match(message, new RegExp(`✗ ${name} has specified screens, and no active version`));
    assert.match(message, /✓ lottery 1\.0\.0\n✓ arcade 1\.0\.0\n✗ arcade 2\.0\.0: .*broken by itself/);
    return true;
  });
});

test('A remote moves to another origin once it passes the release gate from there, and back', async () => {
  const released = releasedVersion(await readVersion(at.store, 'lottery', '3.0.0'));
  const canary = { version: '3.0.0', percent: 5 };
  await addRevision(
    at.store,
    'canary',
    startCanary(await readRegistry(at.store), 'lottery', canary, released),
  );
  const before = await readRegistry(at.store);
  await assert.rejects(
    setOrigin(at.store, 'lottery', 'http://127.0.0.1:9', { shell: address }),
    /\/lottery does not mount/,
  );

  try {
    livePolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";
    await assert.rejects(
      setOrigin(at.store, 'lottery', elsewhere, { shell: address }),
      /Content Security Policy/,
    );
    assert.deepEqual(await readRegistry(at.store), before);
    livePolicy = `default-src 'none'; script-src 'self' ${elsewhere}; connect-src 'self'`;
    await setOrigin(at.store, 'lottery', elsewhere, { shell: address });
    const { origin, versions } = (await readRegistry(at.store)).remotes.lottery!;
    assert.equal(origin, elsewhere);
    for (const version of ['1.0.0', '3.0.0']) assert.ok(versions[version]?.entry.startsWith(elsewhere));
    await runRelease(['origin', 'lottery', 'none', '--shell', address]);
    assert.deepEqual((await readRegistry(at.store)).remotes, before.remotes);
  } finally {
    livePolicy = undefined;
  }
});
