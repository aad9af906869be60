import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CommandError } from '../../command';
import { runNode } from '../../process/run';
import { readSourceCommit } from '@palier/releases/source-commit';
import { readManifest } from './workspaces.mjs';
import { ROOT } from './paths';

const require = createRequire(join(ROOT, 'package.json'));

/** Replaces scripts/src/build/build-front.ts in the kit: always builds. */
export async function buildFront(): Promise<{ dist: string }> {
  const { name, version } = readManifest() as { name: string; version: string };
  const commit = await readSourceCommit(ROOT);
  const id = createHash('sha256').update(`${name} ${version} ${commit}`).digest('hex').slice(0, 8);
  const { code, output } = await runNode(
    [require.resolve('webpack/bin/webpack.js'), '--mode', 'production'],
    { env: { PALIER_BUILD_ID: id, NODE_ENV: 'production', STANDALONE: '0' } },
  );
  if (code === 0) return { dist: join(ROOT, 'dist') };
  throw new CommandError(
    `${name} does not build:\n${output.trim()}`,
    'Mend the file named above, then try again.',
  );
}
