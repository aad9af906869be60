import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(new URL('../../../shared/package.json', import.meta.url));
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`));

/**
 * Changes to libraries in production builds. Without them the first load exceeds its limit of 150 000 bytes (decision 0015).
 * - axios: no fetch adapter (3.8 kB). Browsers have XMLHttpRequest, the adapter that axios prefers, so the other one never runs.
 * - axios: an empty `HttpStatusCode` (0.6 kB), a table of names that neither axios nor Palier reads.
 * - react-router: its own production build. The default export is the one with warnings for developers (0.4 kB).
 */
export const libraryPatches = () => ({
  [join(folderOf('axios'), 'lib/adapters/fetch.js')]: false,
  [join(folderOf('axios'), 'lib/helpers/HttpStatusCode.js')]: false,
  'react-router$': join(folderOf('react-router'), 'dist/production/index.mjs'),
  'react-router/dom$': join(folderOf('react-router'), 'dist/production/dom-export.mjs'),
});
