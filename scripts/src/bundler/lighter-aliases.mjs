import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(new URL('../../../shared/package.json', import.meta.url));
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`));

/**
 * What libraries bring along by default and no page of ours runs: the router's warnings for developers, and axios' second
 * way to call. Only for production builds.
 */
export const lighterAliases = () => ({
  'react-router$': join(folderOf('react-router'), 'dist/production/index.mjs'),
  'react-router/dom$': join(folderOf('react-router'), 'dist/production/dom-export.mjs'),
  // axios takes the first adapter a browser has, and every browser has XMLHttpRequest.
  [join(folderOf('axios'), 'lib/adapters/fetch.js')]: false,
});
