import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readSourceCommit } from '@palier/releases/source-commit';
import { bundleFront } from '@palier/build/front/bundle-front';
import { readManifest } from './workspaces.mjs';
import { ROOT } from './paths';

/** Replaces scripts/build/front/build-front.ts in the kit: always builds. */
export async function buildFront(): Promise<{ dist: string }> {
  const { name, version } = readManifest() as { name: string; version: string };
  const commit = await readSourceCommit(ROOT);
  const id = createHash('sha256').update(`${name} ${version} ${commit}`).digest('hex').slice(0, 8);
  await bundleFront(name, ROOT, id);
  return { dist: join(ROOT, 'dist') };
}
