import { createRequire } from 'node:module';
import { runNode } from '@palier/base/process/run';

const require = createRequire(import.meta.url);

/** Runs lerna to its end, shows its output, and returns its exit code. It leaves no process behind. */
export async function runLerna(args: readonly string[]): Promise<number> {
  const { code } = await runNode([require.resolve('lerna/cli'), ...args], {
    live: true,
    env: { NX_DAEMON: 'false' },
  });
  return code;
}
