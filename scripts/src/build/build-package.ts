import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Fault, seconds } from '../fault';
import { CACHE, releaseRoot, ROOT } from '../paths';
import { runNode } from '../process/run';
import { publish } from '../releases/publish';
import { readRegistry } from '../releases/registry';
import { compressFolder } from './compress';
import { sourceHash } from './source-hash';

const require = createRequire(import.meta.url);
const isRemote = (name: string): boolean => name.startsWith('mfe-');
const markerOf = (name: string): string => join(CACHE, 'builds', `${name}.hash`);
const read = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null);

/** Whether what an earlier build left is still there and still what the registry offers. */
async function isUpToDate(name: string, hash: string): Promise<boolean> {
  if ((await read(markerOf(name))) !== hash) return false;
  if (!isRemote(name)) return (await read(join(ROOT, name, 'dist/index.html'))) !== null;
  const remote = (await readRegistry(releaseRoot())).remotes[name.slice('mfe-'.length)];
  if (remote?.active.endsWith(hash.slice(0, 8)) !== true) return false;
  const entry = remote.versions[remote.active]?.entry.replace('/remotes/', '');
  return entry !== undefined && (await read(join(releaseRoot(), entry))) !== null;
}

/** Builds one front package if its sources changed; returns the line to show, or null when nothing was to do. */
export async function buildPackage(name: string): Promise<string | null> {
  const hash = await sourceHash(name);
  if (await isUpToDate(name, hash)) return null;
  const startedAt = performance.now();
  const buildId = hash.slice(0, 8);
  const { code, output } = await runNode(
    [require.resolve('webpack/bin/webpack.js'), '--mode', 'production'],
    {
      cwd: join(ROOT, name),
      env: { PALIER_BUILD_ID: buildId, NODE_ENV: 'production', STANDALONE: '0' },
    },
  );
  if (code !== 0)
    throw new Fault(
      `${name} does not build:\n${output.trim()}`,
      'Mend the file named above, then try again.',
    );
  const dist = join(ROOT, name, 'dist');
  const version = isRemote(name) ? ` → ${await publish(dist, buildId)}` : '';
  if (!isRemote(name)) await compressFolder(dist);
  await mkdir(join(CACHE, 'builds'), { recursive: true });
  await writeFile(markerOf(name), hash);
  return `built ${name}${version} (${seconds(startedAt)})`;
}
