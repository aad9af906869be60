import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from '../../scripts/src/process/run';
import { activate } from '../../scripts/src/releases/changes';
import type { Registry } from '../../scripts/src/releases/registry';
import { changeRegistry, readRegistry } from '../../scripts/src/releases/store';
import { addVersion, readVersion, releasedVersion } from '../../scripts/src/releases/versions';

const FIXTURE = fileURLToPath(new URL('../fixtures/fault-remote', import.meta.url));
const require = createRequire(path.join(FIXTURE, '../../../scripts/package.json'));

/** The release store of the server under test. */
export const storeRoot = (): string => process.env.E2E_REMOTES_ROOT ?? '';

/** Builds the fault remote under `name`; `rewrite` changes its entry afterwards. Answers the folder of the build. */
export async function buildFaultRemote(
  name: string,
  rewrite: (entry: string) => string = (entry) => entry,
): Promise<string> {
  const dist = await mkdtemp(path.join(tmpdir(), `palier-fault-${name}-`));
  const { code, output } = await runNode(
    [require.resolve('webpack/bin/webpack.js'), '--mode', 'production', '--output-path', dist],
    {
      cwd: FIXTURE,
      env: { FAULT_REMOTE: name, PALIER_BUILD_ID: 'fault', NODE_ENV: 'production', STANDALONE: '0' },
    },
  );
  if (code !== 0) throw new Error(output);
  const entry = (await readdir(dist)).find((file) => /^remoteEntry.*\.js$/.test(file)) ?? '';
  const text = await readFile(path.join(dist, entry), 'utf8');
  await writeFile(path.join(dist, entry), rewrite(text));
  return dist;
}

/** Publishes a build and makes it active past the gate, which would refuse it. Answers the registry before. */
export async function forceActive(
  name: string,
  version: string,
  dist: string,
  { keepsPrevious = true } = {},
): Promise<Registry> {
  const root = storeRoot();
  await addVersion(root, name, version, dist);
  const released = releasedVersion(await readVersion(root, name, version));
  const before = await readRegistry(root);
  await changeRegistry(root, before, `journey: ${name} ${version}`, (registry) => {
    const after = activate(registry, name, version, released);
    const remote = after.remotes[name];
    if (remote === undefined || keepsPrevious) return after;
    const versions = { [version]: released };
    return { ...after, remotes: { ...after.remotes, [name]: { ...remote, previous: null, versions } } };
  });
  return before;
}

/** Puts the remotes of an earlier registry back. */
export async function putBack(earlier: Registry): Promise<void> {
  await changeRegistry(storeRoot(), await readRegistry(storeRoot()), 'journey: put back', (now) => ({
    ...now,
    remotes: earlier.remotes,
  }));
}
