import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import refreshTypescript from 'react-refresh-typescript';

const require = createRequire(import.meta.url);
const REACT_REFRESH = require.resolve('react-refresh');
const ONE_RUNTIME = fileURLToPath(new URL('./refresh-runtime.cjs', import.meta.url));

export const refreshPlugin = () =>
  new ReactRefreshPlugin({ overlay: false, exclude: [/node_modules/, ONE_RUNTIME] });

/** The transformers of ts-loader that mark components and their hooks. */
export const markComponents = () => ({ before: [refreshTypescript()] });

/**
 * Aliases that give all builds on a page one refresh runtime: its package name and the path that the plugin's
 * loader writes.
 */
export const refreshAliases = () => ({
  'react-refresh/runtime$': ONE_RUNTIME,
  [`${REACT_REFRESH}$`]: ONE_RUNTIME,
  'refresh-runtime-of-react$': join(dirname(REACT_REFRESH), 'cjs/react-refresh-runtime.development.js'),
});
