import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolders } from '@palier/base/workspaces.mjs';
import { TEST_TIMEOUT_MS } from './index.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FRONT = packageFolders().filter((folder) => existsSync(join(ROOT, folder, 'jest.config.mjs')));

/** All front packages in one run. A failure is printed where it happens, and not again in the summary. */
export default {
  rootDir: ROOT,
  projects: FRONT.map((folder) => join(ROOT, folder)),
  testTimeout: TEST_TIMEOUT_MS,
  // By default Jest leaves one core idle, which is half of a machine with two cores.
  maxWorkers: '100%',
  reporters: ['default', ['summary', { summaryThreshold: Number.MAX_SAFE_INTEGER }]],
};
