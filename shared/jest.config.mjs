import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createJestConfig } from '@palier/build/jest';
import { UNUSED_OF_AXIOS } from '@palier/build/bundler/library-patches.mjs';

const require = createRequire(import.meta.url);
const axios = join(dirname(require.resolve('axios/package.json')), 'lib');
const { transform, moduleNameMapper, ...config } = createJestConfig({ dir: import.meta.dirname });
const leftOut = ['adapters/http.js', ...UNUSED_OF_AXIOS].join('|').replaceAll('.', '\\.');

/**
 * Axios as browsers get it: without the files that production builds leave out, so that a call that needs one
 * of them fails here.
 */
export default {
  ...config,
  transform: {
    [`/axios/lib/(${leftOut})$`]: '@palier/build/jest/left-out.mjs',
    '/axios/': '@palier/build/jest/compile.mjs',
    ...transform,
  },
  moduleNameMapper: {
    ...moduleNameMapper,
    '^axios$': join(axios, '../index.js'),
    '^\\./node/index\\.js$': join(axios, 'platform/browser/index.js'),
  },
};
