import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect } from '@playwright/test';
import { buildVersion } from '@palier/releases/build-version';
import { publishBuilds } from '@palier/releases/publish-builds';
import { listBuilds } from '@palier/releases/build-all';
import { activate, startCanary } from '@palier/releases/registry-changes';
import { addRevision, readRegistry, readSubtreeSalt } from '@palier/releases/store';
import { releasedVersion } from '@palier/releases/version-files';
import { addVersion, readVersion } from '@palier/releases/versions';
import { createPool, type Pool } from '@palier/server/database';
import type { Registry } from '@palier/shared/contracts/releases';
import { copyEdited, isEntry } from '@palier/test-support/edited-build';
import { copyShell, releaseShell } from '@palier/test-support/shell-release';
import { createTestDatabase, type TestDatabase } from '@palier/test-support/test-database';
import { untilReady } from '@palier/base/process/ready';
import { runNode } from '@palier/base/process/run';
import { startService } from '@palier/base/process/service';
import { providerKeys } from '@palier/stack/provider-keys';
import { subtreeHash } from '@palier/server/remotes';
import { REMOTES } from './remotes';
import { test as base } from './test';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FIXTURE = path.join(ROOT, 'tests/e2e/fixtures/fault-remote');
const DATA_DIR = process.env.E2E_DATA_DIR ?? '';
const require = createRequire(path.join(ROOT, 'scripts/build/package.json'));

/** The copy of the release store that the server of the release journeys serves. */
export const STORE = path.join(DATA_DIR, 'release-journeys/store');

/** The shell that the server of the release journeys serves. */
const SHELL = path.join(DATA_DIR, 'release-journeys/shell');

/** The database of the release journeys, with accounts and a release store of its own. */
let database: TestDatabase;
/** The owner's connections. */
let store: Pool;
const ORIGIN = `http://localhost:${process.env.E2E_RELEASES_PORT}`;

/** A folder below the data folder, which is deleted after the run. */
async function newFolder(name: string): Promise<string> {
  await mkdir(path.dirname(STORE), { recursive: true });
  return mkdtemp(path.join(path.dirname(STORE), `${name}-`));
}

/** The separate origin from which the remote `name` can be served. */
export const originOf = (name: string): string => `http://${name}.localhost:${process.env.E2E_REMOTES_PORT}`;

interface ReleaseFixtures {
  /** The registry with which the server started; the registry is restored after every test. */
  initial: Registry;
}

/** Tests on a second product, whose release store no other journey uses. */
export const test = base.extend<{ restore: undefined }, ReleaseFixtures>({
  api: [
    async ({ playwright }, provide) => {
      const context = await playwright.request.newContext({ baseURL: ORIGIN });
      await provide(context);
      await context.dispose();
    },
    { scope: 'worker' },
  ],
  initial: [
    // Playwright reads from this pattern which fixtures the function needs.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      await rm(STORE, { recursive: true, force: true });
      await mkdir(path.dirname(STORE), { recursive: true });
      database = await createTestDatabase('demo');
      store = createPool(database.url, { asOwner: true });
      await publishBuilds(database.releasesUrl, await listBuilds());
      await copyShell(SHELL);
      const server = await startService({
        title: 'The server of the release journeys',
        args: ['--enable-source-maps', path.join(ROOT, 'server/dist/main.mjs')],
        env: {
          ...(await providerKeys(DATA_DIR)),
          PROVIDER_URL: `http://127.0.0.1:${process.env.E2E_PROVIDER_PORT}/gold_api`,
          ALLOWED_FRAME_ORIGINS: `http://localhost:${process.env.E2E_PROVIDER_PORT}`,
          PORT: process.env.E2E_RELEASES_PORT ?? '',
          DATABASE_URL: database.applicationUrl,
          DATA_DIR: database.folder,
          REMOTES_ROOT: STORE,
          STATIC_ROOT: SHELL,
          REMOTE_ORIGINS: REMOTES.map(({ name }) => originOf(name)).join(','),
          LOG_LEVEL: 'warn',
        },
        logFile: path.join(DATA_DIR, 'logs/release-journeys.log'),
      });
      await untilReady(server, `${ORIGIN}/readyz`, 600_000);
      await provide(await readRegistry(store));
      await server.stop();
      await store.end();
      await database.drop();
    },
    { scope: 'worker', auto: true, timeout: 0 },
  ],
  restore: [
    async ({ initial }, provide) => {
      await provide(undefined);
      await restore(initial);
    },
    { auto: true },
  ],
});

export const readStoredRegistry = (): Promise<Registry> => readRegistry(store);

/** Puts a registry in force, and waits until the server serves it. */
async function change(action: string, registry: Registry): Promise<void> {
  await addRevision(store, `journey: ${action}`, registry);
  await untilServed();
}

/** Waits until the server serves the registry that is in force. */
async function untilServed(): Promise<void> {
  const { revision } = await readStoredRegistry();
  await expect
    .poll(async () => ((await (await fetch(`${ORIGIN}/remotes.json`)).json()) as Registry).revision)
    .toBe(revision);
}

/** Restores the remotes and the allowed origins of an earlier registry. */
export async function restore({ remotes, overrideOrigins }: Registry): Promise<void> {
  await change('restore', { ...(await readStoredRegistry()), remotes, overrideOrigins });
}

const builds = new Map<string, Promise<string>>();

async function build(mode: 'production' | 'development'): Promise<string> {
  const dist = await newFolder('fault');
  const { code, output } = await runNode(
    [require.resolve('webpack/bin/webpack.js'), '--mode', mode, '--output-path', dist],
    { cwd: FIXTURE, env: { NODE_ENV: mode, STANDALONE: '0', PALIER_BUILD_ID: 'fault' } },
  );
  if (code !== 0) throw new Error(output);
  return dist;
}

/**
 * The folder of the fault remote, named `reports`, built once per mode. The local storage of a page chooses
 * the fault.
 */
export function faultRemote(mode: 'production' | 'development' = 'production'): Promise<string> {
  const known = builds.get(mode) ?? build(mode);
  builds.set(mode, known);
  return known;
}

/** Serves another build of the shell, with edited scripts and styles, until the function is called. */
export async function serveShell(edit: (text: string) => string): Promise<() => Promise<void>> {
  await releaseShell(SHELL, edit);
  return () => copyShell(SHELL);
}

/** A copy of a build in which scripts have changed. Returns its folder. */
export async function editScripts(
  dist: string,
  edit: (text: string, name: string) => string,
): Promise<string> {
  const copy = await newFolder('edited');
  await copyEdited(dist, copy, edit);
  return copy;
}

export const withEntry = (dist: string, edit: (entry: string) => string): Promise<string> =>
  editScripts(dist, (text, name) => (isEntry(name) ? edit(text) : text));

/** The product's own `reports` as another build, with another label on its button Afficher. */
export const relabelledReports = (label: string): Promise<string> =>
  editScripts(path.join(ROOT, 'mfe-reports/dist'), (text) =>
    text
      .replaceAll(/(["'`])Afficher\1/g, `$1${label}$1`)
      // A page that has loaded both builds tells their chunks apart by this name.
      .replaceAll(/palier_reports_\w+/g, 'palier_reports_relabelled'),
  );

/** Changes the description of a published version, as an attacker with the owner's login could. */
export async function editDescription(version: string, edit: (text: string) => string): Promise<void> {
  const place = "(remote, version, path) = ('reports', $1, 'description.json')";
  const { rows } = await store.query<{ content: Buffer }>(
    `select content from release_files where ${place}`,
    [version],
  );
  const before = rows[0]!.content.toString();
  const after = edit(before);
  if (after === before) throw new Error(`The description of ${version} has nothing to edit`);
  await store.query(`delete from release_files where ${place}`, [version]);
  await store.query(
    `insert into release_files (remote, version, path, content)
      values ('reports', $1, 'description.json', $2)`,
    [version, Buffer.from(after)],
  );
}

/**
 * Adds a build of `reports` to the store, unless the store has that version. Users do not get the version.
 */
export async function publish(version: string, dist: string, name = 'reports'): Promise<string> {
  const { description, files } = await buildVersion(name, version, dist);
  return addVersion(store, description, files);
}

/** Activates a published version of `reports` without the release gate, which would refuse the version. */
export async function forceActive(
  version: string,
  { keepsPrevious = true, name = 'reports' } = {},
): Promise<void> {
  const released = releasedVersion(await readVersion(store, name, version));
  const after = activate(await readStoredRegistry(), name, version, released);
  const alone = { ...after.remotes[name]!, previous: null, versions: { [version]: released } };
  const remotes = keepsPrevious ? after.remotes : { ...after.remotes, [name]: alone };
  await change(`${name} ${version}`, { ...after, remotes });
}

/** Offers a published version of `reports` to an agent and everyone below, without the release gate. */
export async function forceCanary(version: string, agent: string): Promise<void> {
  const released = releasedVersion(await readVersion(store, 'reports', version));
  const subtree = subtreeHash(await readSubtreeSalt(store), 'reports', version, agent);
  const after = startCanary(await readStoredRegistry(), 'reports', { version, subtree }, released);
  await change(`canary ${version}`, after);
}

/** Serves the active version of a remote from an origin of its own, without the release gate. */
export async function forceOrigin(name: string): Promise<void> {
  const registry = await readStoredRegistry();
  const remote = registry.remotes[name];
  if (remote === undefined) throw new Error(`no remote ${name}`);
  const active = releasedVersion(await readVersion(store, name, remote.active), originOf(name));
  const moved = { ...remote, origin: originOf(name), previous: null, versions: { [remote.active]: active } };
  const remotes = { ...registry.remotes, [name]: moved };
  await change(`origin of ${name}`, { ...registry, remotes });
}

/** `npm run release -- …`, and waits until the server serves the result. */
export async function release(...words: string[]): Promise<{ code: number; output: string }> {
  const result = await runNode(['scripts/bootstrap.mjs', 'release', ...words], {
    env: { RELEASES_DATABASE_URL: database.releasesUrl, DATA_DIR: database.folder },
  });
  await untilServed();
  return result;
}
