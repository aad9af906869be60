import { createRequire } from 'node:module';
import { CommandError } from '@palier/base/command';
import { runNode } from '@palier/base/process/run';

const require = createRequire(import.meta.url);

/**
 * Makes the production build of the front package in the folder `cwd`. Throws a CommandError when it fails.
 */
export async function bundleFront(name: string, cwd: string, buildId: string): Promise<void> {
  const webpack = require.resolve('webpack/bin/webpack.js');
  const { code, output } = await runNode([webpack, '--mode', 'production'], {
    cwd,
    env: { PALIER_BUILD_ID: buildId, NODE_ENV: 'production', STANDALONE: '0' },
  });
  if (code === 0) return;
  throw new CommandError(
    `${name} does not build:\n${output.trim()}`,
    'Mend the file named above, then try again.',
  );
}
