import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '../../../../server/src/config';
import { createShellPage } from '../../../../server/src/plugins/shell-page';
import { addVersion } from '../add-version';
import { activate } from '../changes';
import { offerOfShell } from '../needs';
import type { Registry } from '../registry';
import { changeRegistry, readRegistry } from '../store';
import { readVersion, releasedVersion } from '../versions';
import { passGate } from './gate';
import { startGateSite } from './gate-site';
import { openShell } from './shell-source';

const SCREENS = [
  { path: '/report', remote: 'reports' },
  { path: '/home', remote: 'casino' },
];
/** What the shell does with a page's remote, in a few lines; its own tests hold the rest. */
const SHELL = `
const { remotes } = JSON.parse(document.getElementById('palier-remotes').textContent);
const { remote } = ${JSON.stringify(SCREENS)}.find(({ path }) => path === location.pathname);
const region = document.createElement('div');
region.dataset.remote = remote;
document.body.append(region);
const { active, versions } = remotes[remote];
const loaded = import(versions[active].entry);
window.__FEDERATION__ = { __INSTANCES__: [{ loadRemote: () => loaded }] };
loaded.then(
  () => { region.dataset.state = 'ready'; },
  ({ message }) => { console.error('remotes: ' + message); region.dataset.state = 'failed'; },
);`;
const routesOf = (path: string): string => `export const routes = [{ path: '${path}' }];`;

let folder: string;
let store: string;
let live: FastifyInstance;
let address: string;

async function publish(name: string, version: string, content: string): Promise<void> {
  const dist = await mkdtemp(join(folder, 'build-'));
  await writeFile(join(dist, 'remoteEntry.js'), content);
  const description = { name, entry: 'remoteEntry.js', preload: [], styles: [] };
  await writeFile(join(dist, 'description.json'), JSON.stringify(description));
  await addVersion(store, name, version, dist);
}

async function withActive(registry: Registry, name: string, version: string): Promise<Registry> {
  return activate(registry, name, version, releasedVersion(await readVersion(store, name, version)));
}

/** Holds a version against the live shell at its address, as `activate --shell https://…` does. */
async function pass(name: string, version: string, shell = address): Promise<void> {
  const registry = await withActive(await readRegistry(store), name, version);
  await passGate({ root: store, description: await readVersion(store, name, version), registry, shell });
}

before(async () => {
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
  await publish('casino', '1.0.0', routesOf('/home'));
  await publish('agent', '1.0.0', routesOf('/admin'));
  const empty = await readRegistry(store);
  const first = await withActive(empty, 'reports', '1.0.0');
  const both = await withActive(first, 'casino', '1.0.0');
  // Not in this shell's table: a new remote, or one that was retired.
  const all = await withActive(both, 'agent', '1.0.0');
  await changeRegistry(store, empty, 'all', () => all);

  live = Fastify();
  const sendPage = createShellPage({
    STATIC_ROOT: shell,
    REMOTES_ROOT: store,
    ALLOWED_FRAME_ORIGINS: [],
  } as unknown as Config);
  for (const path of ['/index.html', '/report']) live.get(path, (request, reply) => sendPage(request, reply));
  for (const file of ['shell.js', 'shell.json']) live.get(`/${file}`, () => readFile(join(shell, file)));
  address = await live.listen({ port: 0, host: '127.0.0.1' });
});
after(async () => {
  await live.close();
  await rm(folder, { recursive: true });
});

test('When the live shell is at an address, then the page of the gate bears the candidate, not what is active there', async () => {
  const registry = await withActive(await readRegistry(store), 'reports', '3.0.0');
  const site = await startGateSite({ shell: await openShell(address), storeRoot: store, registry });
  try {
    const page = await (await fetch(`${site.origin}/report`)).text();
    assert.match(await (await fetch(`${address}/report`)).text(), /"active":"1\.0\.0"/);
    assert.match(page, /id="palier-remotes">\{.*reports\/3\.0\.0\/remoteEntry\.js/);
    assert.equal(page.split('palier-remotes').length, 2);
  } finally {
    await site.close();
  }
});

test('When the live shell is at an address, then a candidate that throws is refused and one that mounts passes', async () => {
  await assert.rejects(pass('reports', '2.0.0'), /its screen \/report does not mount: .*a broken candidate/);
  await pass('reports', '3.0.0');
});

test('When the shell has no screen for a remote, then that refuses this one as a candidate, and no other', async () => {
  await assert.rejects(pass('agent', '1.0.0'), /the shell's route table gives agent no screen/);
  await pass('casino', '1.0.0');
});

test('When the page has no place for the registry, then the gate says so instead of testing something else', async () => {
  const elsewhere = await mkdtemp(join(folder, 'elsewhere-'));
  await writeFile(join(elsewhere, 'index.html'), '<!doctype html><title>Another page</title>');
  await writeFile(join(elsewhere, 'shell.json'), JSON.stringify({ ...offerOfShell(), screens: SCREENS }));
  await assert.rejects(pass('reports', '3.0.0', elsewhere), /has no place for the registry/);
});
