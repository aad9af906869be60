import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(new URL('../../../shared/package.json', import.meta.url));
const folderOf = (name, from = require) => dirname(from.resolve(`${name}/package.json`));
const casino = createRequire(new URL('../../../mfe-casino/package.json', import.meta.url));
const SOCKJS_EVENTS = fileURLToPath(new URL('./sockjs-events.cjs', import.meta.url));
const LEFT_OUT = fileURLToPath(new URL('./left-out.mjs', import.meta.url));

/** Of axios: forms, upload progress, cookies and its own cancelling. Our calls are JSON, with a bearer and a signal. */
const UNUSED_OF_AXIOS = [
  'cancel/CancelToken.js',
  'core/setFormDataHeaders.js',
  'helpers/AxiosURLSearchParams.js',
  'helpers/HttpStatusCode.js',
  'helpers/cookies.js',
  'helpers/formDataToJSON.js',
  'helpers/progressEventReducer.js',
  'helpers/toFormData.js',
  'helpers/toURLEncodedForm.js',
];

/**
 * What libraries bring along by default and no page of ours runs: the router's warnings for developers, axios' second way
 * to call, a listener that keeps pages from being kept, and parts that throw when they are called after all. Only for production builds.
 */
export const lighterAliases = () => ({
  'react-router$': join(folderOf('react-router'), 'dist/production/index.mjs'),
  'react-router/dom$': join(folderOf('react-router'), 'dist/production/dom-export.mjs'),
  // axios takes the first adapter a browser has, and every browser has XMLHttpRequest.
  [join(folderOf('axios'), 'lib/adapters/fetch.js')]: false,
  [join(folderOf('sockjs-client', casino), 'lib/utils/event.js')]: SOCKJS_EVENTS,
  ...leftOut(join(folderOf('axios'), 'lib'), UNUSED_OF_AXIOS),
});

const leftOut = (folder, files) => Object.fromEntries(files.map((file) => [join(folder, file), LEFT_OUT]));
