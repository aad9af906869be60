import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runNode } from '@palier/scripts/process/run';
import { addVersion } from '@palier/releases/add-version';
import { activate } from '@palier/releases/registry-changes';
import type { Registry } from '@palier/releases/registry';
import { changeRegistry, readRegistry } from '@palier/releases/store';
import { readVersion, releasedVersion } from '@palier/releases/versions';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FIXTURE = path.join(ROOT, 'e2e/fixtures/fault-remote');
const require = createRequire(path.join(ROOT, 'scripts/package.json'));

/** The release store of the server under test. */
export const storeRoot = (): string => process.env.E2E_REMOTES_ROOT ?? '';

/** A new folder, thrown away with all that the journeys wrote. */
async function newFolder(name: string): Promise<string> {
  const within = path.join(process.env.E2E_DATA_DIR ?? '', 'journeys');
  await mkdir(within, { recursive: true });
  return mkdtemp(path.join(within, `${name}-`));
}

export const liveRegistry = (): Promise<Registry> => readRegistry(storeRoot());

async function bundle(cwd: string, dist: string, env: NodeJS.ProcessEnv, mode = 'production'): Promise<void> {
  const { code, output } = await runNode(
    [require.resolve('webpack/bin/webpack.js'), '--mode', mode, '--output-path', dist],
    { cwd, env: { NODE_ENV: mode, STANDALONE: '0', ...env } },
  );
  if (code !== 0) throw new Error(output);
}

interface FaultBuild {
  /** Built in; absent: as the tab's local storage says. */
  readonly fault?: 'load' | 'render' | 'effect';
  readonly mode?: 'production' | 'development';
}

/** Builds the fault remote under `name`. Answers the folder of the build. */
export async function buildFaultRemote(
  name: string,
  { fault, mode = 'production' }: FaultBuild = {},
): Promise<string> {
  const dist = await newFolder(`fault-${name}`);
  const env = { FAULT_REMOTE: name, FAULT: fault ?? '', PALIER_BUILD_ID: `fault${fault ?? ''}` };
  await bundle(FIXTURE, dist, env, mode);
  return dist;
}

/** A copy of a build in which `rewrite` has changed the container's entry. Answers its folder. */
export async function withEntry(dist: string, rewrite: (entry: string) => string): Promise<string> {
  const copy = await newFolder('rewritten');
  await cp(dist, copy, { recursive: true });
  const name = (await readdir(copy)).find((file) => /^remoteEntry.*\.js$/.test(file)) ?? '';
  const entry = await readFile(path.join(copy, name), 'utf8');
  await writeFile(path.join(copy, name), rewrite(entry));
  return copy;
}

/** Changes what a published version says of itself. */
export async function editDescription(
  name: string,
  version: string,
  edit: (text: string) => string,
): Promise<void> {
  const file = path.join(storeRoot(), name, version, 'description.json');
  const before = await readFile(file, 'utf8');
  const after = edit(before);
  if (after === before) throw new Error(`${file} has nothing to edit`);
  await writeFile(file, after);
}

/** Builds a copy of `mfe-<name>` in which `edit` has changed one file. Answers the folder of the build. */
export async function buildChangedRemote(
  name: string,
  file: string,
  edit: (text: string) => string,
): Promise<string> {
  // Inside the repository, so that packages resolve, and outside what Git sees.
  const workshop = path.join(ROOT, '.cache/release-journey');
  const folder = path.join(workshop, `mfe-${name}`);
  await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { recursive: true });
  await cp(path.join(ROOT, 'tsconfig.base.json'), path.join(workshop, 'tsconfig.base.json'));
  await cp(path.join(ROOT, `mfe-${name}`), folder, {
    recursive: true,
    filter: (source) => !/node_modules|dist/.test(path.relative(ROOT, source)),
  });
  const source = await readFile(path.join(folder, file), 'utf8');
  const changed = edit(source);
  if (changed === source) throw new Error(`${file} has nothing to edit`);
  await writeFile(path.join(folder, file), changed);
  const dist = await newFolder(`changed-${name}`);
  await bundle(folder, dist, { PALIER_BUILD_ID: 'changed' });
  await rm(workshop, { recursive: true, force: true });
  return dist;
}

/** Adds a build to the store; users see nothing of it. */
export const publish = (name: string, version: string, dist: string): Promise<boolean> =>
  addVersion(storeRoot(), name, version, dist);

/** Makes a published version active past the gate, which would refuse it. */
export async function forceActive(
  name: string,
  version: string,
  { keepsPrevious = true } = {},
): Promise<void> {
  const root = storeRoot();
  const released = releasedVersion(await readVersion(root, name, version));
  await changeRegistry(root, await readRegistry(root), `journey: ${name} ${version}`, (registry) => {
    const after = activate(registry, name, version, released);
    const remote = after.remotes[name];
    if (remote === undefined || keepsPrevious) return after;
    const versions = { [version]: released };
    return { ...after, remotes: { ...after.remotes, [name]: { ...remote, previous: null, versions } } };
  });
}

/** Puts the remotes and the allowed origins of an earlier registry back. */
export async function putBack({ remotes, overrideOrigins }: Registry): Promise<void> {
  await changeRegistry(storeRoot(), await liveRegistry(), 'journey: put back', (now) => ({
    ...now,
    remotes,
    overrideOrigins,
  }));
}

/** `npm run release -- …`, as an operator runs it. */
export async function release(...words: string[]): Promise<{ code: number; output: string; tookMs: number }> {
  const startedAt = performance.now();
  const { code, output } = await runNode(['--import', 'tsx', 'releases/src/main.ts', ...words], {
    env: { REMOTES_ROOT: storeRoot(), DATA_DIR: process.env.E2E_DATA_DIR },
  });
  return { code, output, tookMs: Math.round(performance.now() - startedAt) };
}
