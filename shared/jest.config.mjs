import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createJestConfig } from '@palier/scripts/jest';
import { UNUSED_OF_AXIOS } from '@palier/scripts/bundler/library-patches';

const require = createRequire(import.meta.url);
const axios = join(dirname(require.resolve('axios/package.json')), 'lib');
const { transform, moduleNameMapper, ...config } = createJestConfig({ dir: import.meta.dirname });
const leftOut = ['adapters/http.js', ...UNUSED_OF_AXIOS].join('|').replaceAll('.', '\\.');

/** Axios as browsers get it: without the files that production builds leave out, so that a call that needs one of them fails here. */
export default {
  ...config,
  transform: {
    [`/axios/lib/(${leftOut})$`]: '@palier/scripts/jest/left-out',
    '/axios/': '@palier/scripts/jest/compile',
    ...transform,
  },
  moduleNameMapper: {
    ...moduleNameMapper,
    '^axios$': join(axios, '../index.js'),
    '^\\./node/index\\.js$': join(axios, 'platform/browser/index.js'),
  },
};
