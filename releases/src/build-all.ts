import { timeSince } from '@palier/base/command';
import { FRONT_PACKAGES, releaseRoot, REMOTES } from '@palier/base/paths';
import { mapLimited } from '@palier/base/map-limited';
import { prune } from './prune';
import { publishDevelopmentVersion } from './publish-build';
import { readRegistry } from './store';
import { folderOfRemote } from '@palier/base/workspaces.mjs';
import { buildFront } from '@palier/build/front/build-front';
import { buildShell } from '@palier/build/front/build-shell';

const BUILDS_AT_ONCE = 2;
/** Earlier builds that stay after a build: an open tab may still ask for their chunks. */
const PRUNE_LIMITS = { keep: Number.POSITIVE_INFINITY, days: 1 };

async function buildRemote(name: string): Promise<string | null> {
  const { dist, hash, took } = await buildFront(folderOfRemote(name));
  const version = await publishDevelopmentVersion(name, dist, hash);
  return took === null ? null : `built mfe-${name} → ${version} (${took})`;
}

async function build(folder: string): Promise<string | null> {
  const remote = REMOTES.find((name) => folderOfRemote(name) === folder);
  if (remote !== undefined) return buildRemote(remote);
  const { took } = await buildShell();
  return took === null ? null : `built ${folder} (${took})`;
}

/** Builds the shell and the remotes that changed, and publishes the remotes to the local release store. */
export async function buildAll(): Promise<void> {
  const startedAt = performance.now();
  let built = 0;
  await mapLimited(FRONT_PACKAGES, BUILDS_AT_ONCE, async (folder) => {
    const line = await build(folder);
    if (line === null) return;
    built += 1;
    console.log(`  ${line}`);
  });
  const root = releaseRoot();
  await prune(root, await readRegistry(root), REMOTES, PRUNE_LIMITS);
  console.log(
    built === 0
      ? 'Build: nothing changed.'
      : `Build: ${built} of ${FRONT_PACKAGES.length} packages in ${timeSince(startedAt)}.`,
  );
}
