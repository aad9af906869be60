import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * The oldest federation runtime with which the installed one was tried, as the shell's and as a remote's
 * (releases/src/gate/federation-versions.test.ts, decision 0086). All packages of module federation have one
 * version.
 */
export const OLDEST_RUNTIME = '2.8.2';

/**
 * The federation runtime of this build, and the oldest one that it works with. A published remote has no
 * runtime of its own: it extends the shell's by internal names, which minor versions have renamed.
 * @returns {{version: string, oldest: string}}
 */
export function federationRuntime() {
  // Its manifest is none of its exports.
  const [manifest] = require.resolve
    .paths('@module-federation/enhanced')
    .map((folder) => join(folder, '@module-federation/enhanced/package.json'))
    .filter(existsSync);
  return { version: JSON.parse(readFileSync(manifest, 'utf8')).version, oldest: OLDEST_RUNTIME };
}
