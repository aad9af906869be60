import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(createRequire(import.meta.url).resolve('@palier/shared/package.json'));
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`));

/**
 * Files of axios that never run in Palier, left out of production builds: with them the first load exceeds
 * its limit of 150 500 bytes (decision 0015).
 */
export const UNUSED_OF_AXIOS = [
  'adapters/fetch.js', // 3.8 kB; axios prefers XMLHttpRequest, which every browser has
  'helpers/HttpStatusCode.js', // 0.6 kB; a table of names
  'helpers/progressEventReducer.js', // 0.4 kB; progress of uploads and downloads, which no call asks for
  'cancel/CancelToken.js', // 0.3 kB; deprecated, calls are cancelled by a signal
  'helpers/formDataToJSON.js', // 0.5 kB; for FormData, which Palier does not send
  'core/setFormDataHeaders.js', // 0.2 kB; likewise
  'helpers/toURLEncodedForm.js', // 0.2 kB; for forms, which Palier does not send either
  'helpers/toFormData.js', // 1.0 kB; likewise, and for parameters that are not URLSearchParams
  'helpers/AxiosURLSearchParams.js', // 0.3 kB; for such parameters
  'helpers/cookies.js', // 1.0 kB; for an XSRF cookie: `withXSRFToken` is false in shared/src/http
  'helpers/isURLSameOrigin.js', // 0.1 kB; likewise
];

/** Refuses cyclic parameters (0.3 kB); `shared/src/http` sends URLSearchParams, which have no cycle. */
const CYCLE_CHECK_OF_AXIOS = 'lib/core/assertParamsAcyclic.js';

/** Reads lists page by page (0.4 kB); `shared/src/query` exports no hook for it. */
const UNUSED_OF_QUERY_CORE = 'build/modern/infiniteQueryBehavior.js';

/**
 * Aliases: unused files of axios and of the query cache are empty, or do nothing; react-router is its
 * production build, because bundlers get the development build.
 */
export const libraryPatches = () => ({
  ...Object.fromEntries(UNUSED_OF_AXIOS.map((file) => [join(folderOf('axios'), 'lib', file), false])),
  [join(folderOf('axios'), CYCLE_CHECK_OF_AXIOS)]: join(import.meta.dirname, 'no-operation.mjs'),
  [join(folderOf('@tanstack/query-core'), UNUSED_OF_QUERY_CORE)]: false,
  'react-router$': join(folderOf('react-router'), 'dist/production/index.mjs'),
  'react-router/dom$': join(folderOf('react-router'), 'dist/production/dom-export.mjs'),
});
