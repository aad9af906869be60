import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createJestConfig } from '@palier/build/jest';

const require = createRequire(import.meta.url);
const axios = join(dirname(require.resolve('axios/package.json')), 'lib');
const { transform, moduleNameMapper, ...config } = createJestConfig({ dir: import.meta.dirname });
/** Axios as browsers get it: a call that needs its adapter for Node fails here. */
export default {
  ...config,
  transform: {
    '/axios/lib/adapters/http\\.js$': '@palier/build/jest/left-out.mjs',
    '/axios/': '@palier/build/jest/compile.mjs',
    ...transform,
  },
  moduleNameMapper: {
    ...moduleNameMapper,
    '^axios$': join(axios, '../index.js'),
    '^\\./node/index\\.js$': join(axios, 'platform/browser/index.js'),
  },
};
