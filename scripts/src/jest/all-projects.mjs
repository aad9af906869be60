import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolders } from '../workspaces.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FRONT = packageFolders().filter((folder) => existsSync(join(ROOT, folder, 'jest.config.mjs')));

/** All front packages in one run; a failure is told where it happens and not a second time in the summary. */
export default {
  rootDir: ROOT,
  projects: FRONT.map((folder) => join(ROOT, folder)),
  // By default one core is left idle: of two, that is half.
  maxWorkers: '100%',
  reporters: ['default', ['summary', { summaryThreshold: Number.MAX_SAFE_INTEGER }]],
};
