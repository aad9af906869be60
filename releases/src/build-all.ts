import { timeSince } from '@palier/base/command';
import { FRONT_PACKAGES, REMOTES } from '@palier/base/paths';
import { mapLimited } from '@palier/base/map-limited';
import { folderOfRemote } from '@palier/base/workspaces.mjs';
import { compressFolder } from '@palier/build/front/compress';
import { buildFront, readFront, type FrontBuild } from '@palier/build/front/build-front';
import { buildShell } from '@palier/build/front/build-shell';

const BUILDS_AT_ONCE = 2;

/** A built remote, as `publishBuilds` adds it to the store. */
export interface RemoteBuild {
  readonly name: string;
  readonly dist: string;
  /** The hash of its sources. */
  readonly hash: string;
}

/** The last builds of the remotes, as they are. */
export async function listBuilds(): Promise<RemoteBuild[]> {
  const builds: RemoteBuild[] = [];
  for (const name of REMOTES) {
    const build = await readFront(folderOfRemote(name));
    if (build !== null) builds.push({ name, ...build });
  }
  return builds;
}

/** Builds a front package, if it changed since its last build. */
export const buildPackage = (folder: string): Promise<FrontBuild> =>
  folder === 'shell' ? buildShell() : buildFront(folder, compressFolder);

/** Builds the shell and the remotes that changed. Returns the builds of all remotes. */
export async function buildAll(): Promise<RemoteBuild[]> {
  const startedAt = performance.now();
  const builds: RemoteBuild[] = [];
  let built = 0;
  await mapLimited(FRONT_PACKAGES, BUILDS_AT_ONCE, async (folder) => {
    const name = REMOTES.find((remote) => folderOfRemote(remote) === folder);
    const { took, ...build } = await buildPackage(folder);
    if (name !== undefined) builds.push({ name, ...build });
    if (took === null) return;
    built += 1;
    console.log(`  built ${folder} (${took})`);
  });
  console.log(
    built === 0
      ? 'Build: nothing changed.'
      : `Build: ${built} of ${FRONT_PACKAGES.length} packages in ${timeSince(startedAt)}.`,
  );
  return builds;
}
