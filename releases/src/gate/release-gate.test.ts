import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { subtreeHash } from '@palier/server/remotes/subtree-hash';
import { unsignedStore } from '@palier/server/testing/unsigned-store';
import { serveStaticFiles } from '@palier/server/web/static-files';
import { addVersion } from '../add-version';
import { runRelease } from '../command';
import { setOrigin } from '../origins';
import { activate, startCanary } from '../registry-changes';
import { checkShell } from '../check-shell';
import { offerOfShell } from '../needs';
import type { Registry } from '../registry';
import { changeRegistry, readRegistry, readSubtreeSalt } from '../store';
import { readVersion, releasedVersion } from '../versions';
import { holdBrowser } from './browser-check';
import { passReleaseGate } from './release-gate';
import { startTestSite } from './test-site';
import { openShell } from './shell-source';

const SCREENS = [
  { path: '/report', remote: 'reports' },
  { path: '/home', remote: 'casino' },
];
/** A minimal shell: it loads the remote of a path, marks its region and redirects other roles to /home. */
const SHELL = `
const { remotes } = JSON.parse(document.getElementById('palier-remotes').textContent);
const role = sessionStorage.getItem('token').slice('gate.'.length);
let region = document.createElement('div');
const show = () => {
  region.remove();
  region = document.createElement('div');
  const { remote } = ${JSON.stringify(SCREENS)}.find(({ path }) => path === location.pathname);
  region.dataset.remote = remote;
  document.body.append(region);
  const { active, canary, versions } = remotes[remote];
  const loaded = import(versions[canary?.version ?? active].entry);
  const shareScopeMap = { default: { '@palier/shared/ui': { '1.0.0': { get: async () => () => ({ Page: 1 }) } } } };
  window.__FEDERATION__ = { __INSTANCES__: [{ loadRemote: () => loaded, shareScopeMap }] };
  const fail = ({ message }) => { console.error('remotes: ' + message); region.dataset.state = 'failed'; };
  loaded.then(({ routes }) => {
    const { roles = [role], mount = () => undefined } = routes.find(({ path }) => path === location.pathname);
    if (!roles.includes(role)) return history.replaceState(null, '', '/home'), region.remove();
    region.dataset.state = 'ready';
    return mount();
  }).catch(fail);
};
addEventListener('popstate', show);
show();`;
const routesOf = (path: string, more = ''): string => `export const routes = [{ path: '${path}', ${more} }];`;
/** A screen that makes twelve requests after its mount, then runs `end`. */
const late = (end: string): string =>
  routesOf(
    '/report',
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

let folder: string;
let store: string;
let live: FastifyInstance;
let address: string;
/** Another origin that serves the store. */
let elsewhere: string;
/** The content security policy that the live shell's server sends. */
let livePolicy: string | undefined;
let releaseBrowser: () => Promise<void>;

async function publish(name: string, version: string, content: string, uses = {}): Promise<void> {
  const dist = await mkdtemp(join(folder, 'build-'));
  await writeFile(join(dist, 'remoteEntry.js'), content);
  await writeFile(join(dist, 'picture.png'), PICTURE);
  const description = { name, entry: 'remoteEntry.js', preload: [], styles: [], uses };
  await writeFile(join(dist, 'description.json'), JSON.stringify(description));
  await addVersion(store, name, version, dist);
}

async function registryWithActive(registry: Registry, name: string, version: string): Promise<Registry> {
  return activate(registry, name, version, releasedVersion(await readVersion(store, name, version)));
}

interface Circumstances {
  readonly shell?: string;
  readonly screenLimitMs?: number;
  /** Changes the registry that has the version as the active one. */
  readonly prepare?: (registry: Registry) => Promise<Registry>;
}

/** Tests a version in the live shell at its address, like `activate --shell https://…`. */
async function pass(
  name: string,
  version: string,
  { shell = address, screenLimitMs, prepare = (registry) => Promise.resolve(registry) }: Circumstances = {},
): Promise<void> {
  const description = await readVersion(store, name, version);
  const registry = await prepare(await registryWithActive(await readRegistry(store), name, version));
  await passReleaseGate({ root: store, description, registry, shell, screenLimitMs });
}

/** A folder with the live shell's files and other screens. */
async function shellWith(screens: typeof SCREENS): Promise<string> {
  const place = await mkdtemp(join(folder, 'shell-'));
  await cp(join(folder, 'shell'), place, { recursive: true });
  await writeFile(join(place, 'shell.json'), JSON.stringify({ ...offerOfShell(), screens }));
  return place;
}

before(async () => {
  releaseBrowser = await holdBrowser();
  folder = await mkdtemp(join(tmpdir(), 'palier-gate-'));
  store = join(folder, 'store');
  const shell = join(folder, 'shell');
  await mkdir(shell);
  await writeFile(
    join(shell, 'index.html'),
    `<!doctype html><head><!--remotes ${JSON.stringify(SCREENS)}--></head><body><script src="/shell.js"></script></body>`,
  );
  await writeFile(join(shell, 'shell.js'), SHELL);
  await writeFile(join(shell, 'shell.json'), JSON.stringify({ ...offerOfShell(), screens: SCREENS }));

  await publish('reports', '1.0.0', routesOf('/report'));
  await publish('reports', '2.0.0', "throw new Error('a broken candidate');");
  await publish('reports', '3.0.0', `// The next.\n${routesOf('/report')}`);
  const decoded =
    "const picture = new Image(); picture.src = new URL('picture.png', import.meta.url); await picture.decode()";
  await publish('reports', '3.1.0', `${late(decoded)} routes.push({ path: '/report/next' });`, {
    '@palier/shared/ui': ['Page'],
  });
  await publish('reports', '4.0.0', late("throw new Error('a broken part')"));
  await publish('reports', '4.0.1', late("console.error('ChunkLoadError: Loading chunk 16 failed.')"));
  await publish('reports', '5.0.0', routesOf('/report', "roles: ['ROLE_CLIENT']"));
  await publish('reports', '5.0.1', routesOf('/report', 'roles: []'));
  await publish('reports', '7.0.0', `${routesOf('/report')} window.isSpoilt = true;`);
  await publish('reports', '8.0.1', `${routesOf('/report')} routes.push({ path: '/home' });`);
  await publish('reports', '8.0.2', routesOf('/reports'));
  await publish('reports', '9.0.1', routesOf('/report'), { '@palier/shared/ui': ['Page', 'exitFullscreen'] });
  await publish('reports', '10.0.0', routesOf('/report', 'mount() { for (;;); }'), {
    '@palier/shared/ui': ['Page'],
  });
  const touchy = "mount() { if (window.isSpoilt) throw new Error('spoilt by another'); }";
  await publish('casino', '1.0.0', routesOf('/home', touchy));
  await publish('casino', '2.0.0', routesOf('/home', "mount() { throw new Error('broken by itself'); }"));
  await publish('agent', '1.0.0', routesOf('/admin'));
  const empty = await readRegistry(store);
  const first = await registryWithActive(empty, 'reports', '1.0.0');
  const both = await registryWithActive(first, 'casino', '1.0.0');
  // A remote without a screen in this shell.
  const all = await registryWithActive(both, 'agent', '1.0.0');
  await changeRegistry(store, empty, 'all', () => all);

  live = Fastify();
  live.addHook('onSend', async (_request, reply) => {
    if (livePolicy !== undefined) void reply.header('content-security-policy', livePolicy);
  });
  await serveStaticFiles(
    live,
    { STATIC_ROOT: shell, REMOTES_ROOT: store, ALLOWED_FRAME_ORIGINS: [] },
    unsignedStore(store),
  );
  address = await live.listen({ port: 0, host: '127.0.0.1' });
  elsewhere = address.replace('127.0.0.1', 'store.localhost');
});
after(async () => {
  await releaseBrowser();
  await live.close();
  await rm(folder, { recursive: true });
});

test('test site: the page has the registry with the candidate, not the live one', async () => {
  const registry = await registryWithActive(await readRegistry(store), 'reports', '3.0.0');
  const site = await startTestSite({ shell: await openShell(address), storeRoot: store, registry });
  try {
    const page = await (await fetch(`${site.origin}/report`)).text();
    assert.match(await (await fetch(`${address}/report`)).text(), /"active":"1\.0\.0"/);
    assert.match(page, /id="palier-remotes">\{.*reports\/3\.0\.0\/remoteEntry\.js/);
    assert.equal(page.split('palier-remotes').length, 2);
  } finally {
    await site.close();
  }
});

test('release gate: activate and canary refuse a candidate that throws and pass one that mounts', async () => {
  process.env.REMOTES_ROOT = store;
  const release = (...args: string[]): Promise<string> => runRelease([...args, '--shell', address]);
  const before = await readRegistry(store);
  const fault = /its screen \/report does not mount: .*a broken candidate/;
  await assert.rejects(release('activate', 'reports', '2.0.0'), fault);
  await assert.rejects(release('canary', 'reports', '2.0.0', '--percent', '5'), fault);
  assert.deepEqual(await readRegistry(store), before);
  await release('canary', 'reports', '3.0.0', '--subtree', 'superadmin');
  const subtree = subtreeHash(await readSubtreeSalt(store), 'reports', '3.0.0', 'superadmin');
  assert.deepEqual((await readRegistry(store)).remotes.reports?.canary, { version: '3.0.0', subtree });
  const activated = await release('activate', 'reports', '3.0.0');
  assert.match(
    activated,
    /before: 1\.0\.0\)\. Its canary 3\.0\.0 has ended\. Undo: .*rollback reports --shell/,
  );
  assert.match(await release('rollback', 'reports'), /reports 1\.0\.0 is active again/);
  assert.deepEqual((await readRegistry(store)).remotes.reports?.active, '1.0.0');
});

test('release gate: a candidate that mounts in parts, with a picture, an imported name and an additional screen passes', () =>
  pass('reports', '3.1.0'));

test('release gate: the shell has no screen of a remote, this refuses that remote only', async () => {
  await assert.rejects(
    pass('agent', '1.0.0'),
    /the shell's route table has no screen of agent; .*--shell\.\n.*tested in the shell at http:\/\/127\.0\.0\.1:\d+\./,
  );
  await pass('casino', '1.0.0');
});

for (const [title, version, fault] of [
  [
    'an imported name is missing in the shell’s copy of a library',
    '9.0.1',
    /it uses exitFullscreen of @palier\/shared\/ui, which the shell's copy does not have/,
  ],
  ['a screen freezes the page', '10.0.0', /its screen \/report does not mount: no screen within 2 s/],
  ['it breaks another remote of the page', '7.0.0', /with it, casino breaks: .*spoilt by another/],
  ['it has the path of another remote', '8.0.1', /it claims \/home, which the shell gives to casino/],
  ['a screen is missing', '8.0.2', /does not mount/],
  ['the last part of a screen throws', '4.0.0', /its screen \/report does not mount: .*a broken part/],
  ['the last part of a screen is missing', '4.0.1', /its screen \/report does not mount: ChunkLoadError/],
] as const)
  test(`release gate: ${title}, the candidate is refused`, () =>
    assert.rejects(pass('reports', version, version === '10.0.0' ? { screenLimitMs: 2_000 } : {}), fault));

test('release gate: another remote that also fails without the candidate does not block it', () =>
  pass('reports', '3.0.0', { prepare: (registry) => registryWithActive(registry, 'casino', '2.0.0') }));

test('release gate: a page without a place for the registry is refused', async () => {
  const shell = await mkdtemp(join(folder, 'elsewhere-'));
  await writeFile(join(shell, 'index.html'), '<!doctype html><title>Another page</title>');
  await writeFile(join(shell, 'shell.json'), JSON.stringify({ ...offerOfShell(), screens: SCREENS }));
  await assert.rejects(pass('reports', '3.0.0', { shell }), /has no place for the registry/);
});

test('release gate: the screens of clients are tested as a client', async () => {
  await pass('reports', '5.0.0');
  await assert.rejects(pass('reports', '5.0.1'), /its screen \/report redirects ROLE_ADMIN to \/home/);
});

test('release gate: another remote has a canary, the candidate is tested beside its active version', async () => {
  const released = releasedVersion(await readVersion(store, 'reports', '2.0.0'));
  const canary = { version: '2.0.0', percent: 100 };
  await pass('casino', '1.0.0', {
    prepare: (registry) => Promise.resolve(startCanary(registry, 'reports', canary, released)),
  });
});

test('release gate: a remote on another origin can load pictures from it', async () => {
  const released = releasedVersion(await readVersion(store, 'reports', '3.1.0'), elsewhere);
  await pass('reports', '3.1.0', {
    prepare: (registry) => {
      const { remotes } = activate(registry, 'reports', '3.1.0', released);
      const reports = { ...remotes.reports!, origin: elsewhere };
      return Promise.resolve({ ...registry, remotes: { ...remotes, reports } });
    },
  });
});

test('check: each remote that would not run in the new shell is named', async () => {
  process.env.REMOTES_ROOT = store;
  const expected = ['✓ reports 1.0.0', '✓ casino 1.0.0', '- agent has no screen in this shell'];
  assert.deepEqual((await checkShell(address)).split('\n'), expected);

  const before = await readRegistry(store);
  const released = releasedVersion(await readVersion(store, 'casino', '2.0.0'));
  await changeRegistry(store, before, 'canary', (registry) =>
    startCanary(registry, 'casino', { version: '2.0.0', percent: 5 }, released),
  );
  const next = await shellWith([
    ...SCREENS,
    { path: '/report/day', remote: 'reports' },
    { path: '/tournaments', remote: 'tournaments' },
  ]);
  await assert.rejects(checkShell(next), ({ message }: Error) => {
    assert.match(message, /✗ tournaments has a screen in this shell, and no active version/);
    assert.match(message, /✗ reports 1\.0\.0: it has no screen for \/report\/day/);
    assert.match(message, /✓ casino 1\.0\.0\n✗ casino 2\.0\.0: .*broken by itself/);
    return true;
  });
});

test('origin: a remote moves only after it passed the release gate from there, under the live content security policy', async () => {
  process.env.REMOTES_ROOT = store;
  const before = await readRegistry(store);
  await assert.rejects(setOrigin('reports', 'http://127.0.0.1:9', address), /\/report does not mount/);

  try {
    livePolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";
    await assert.rejects(setOrigin('reports', elsewhere, address), /Content Security Policy/);
    assert.deepEqual(await readRegistry(store), before);
    livePolicy = `default-src 'none'; script-src 'self' ${elsewhere}; connect-src 'self'`;
    await setOrigin('reports', elsewhere, address);
    assert.equal((await readRegistry(store)).remotes.reports?.origin, elsewhere);
  } finally {
    livePolicy = undefined;
  }
});

test('check: the new shell gives a path to another remote, the active version may still have it', async () => {
  process.env.REMOTES_ROOT = store;
  const before = await readRegistry(store);
  const reports = await registryWithActive({ ...before, remotes: {} }, 'reports', '8.0.1');
  const both = await registryWithActive(reports, 'casino', '1.0.0');
  await changeRegistry(store, before, 'both', () => both);
  assert.equal(await checkShell(address), '✓ reports 8.0.1\n✓ casino 1.0.0');
});
