import { createRequire } from 'node:module';
import { join } from 'node:path';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { baseConfig } from './base-config.mjs';
import { AssetListPlugin, DescriptionPlugin, ScreensPlugin } from './description-plugin.mjs';
import { devServer } from './dev-server.mjs';
import { EagerModulesPlugin } from './eager-modules-plugin.mjs';
import { esmRuntimeAliases, hostPlugin, remotePlugin } from './federation.mjs';
import { FirstFramePlugin } from './first-frame-plugin.mjs';
import { IntegrityPlugin } from './integrity-plugin.mjs';
import { OfflineFilesPlugin } from './offline-files-plugin.mjs';
import { PROVIDED } from './shared-singletons.mjs';

const STANDALONE_HTML = createRequire(import.meta.url).resolve('@palier/standalone/index.html');

// Without a build id (webpack's own command) versions of one package share a chunk registry.
const buildId = () => process.env.PALIER_BUILD_ID ?? 'local';

/** @param {string} template */
const htmlPlugin = (template) =>
  new HtmlWebpackPlugin({
    template,
    scriptLoading: 'defer',
    // Its cache does not know the sources of the first frame.
    cache: false,
    // Not the remote's container, which other pages load.
    chunks: ['main'],
    // The page is also served at addresses of several segments, where relative addresses would fail.
    publicPath: '/',
    // The server writes the registry and the preload links where the shell's page says <!--remotes-->.
    minify: { collapseWhitespace: true, removeComments: false },
  });

/**
 * A module that imports the singletons and runs none: federation offers only libraries that the build
 * imports, and src/index.ts decides when each runs.
 */
const provideSingletons = () =>
  'data:text/javascript,export default ' +
  `[${PROVIDED.map((request) => `()=>import(/*webpackMode:"eager"*/'${request}')`).join(',')}]`;

/**
 * The shell's webpack configuration.
 * @param {{dir: string}} options `dir`: the package's folder.
 */
export function createShellConfig({ dir }) {
  return (_env = {}, { mode } = {}) => {
    const production = mode === 'production';
    const base = baseConfig({ name: 'shell', dir, production, standalone: false, buildId: 'shell' });
    return {
      ...base,
      // The singletons are in the first chunk: the shell starts without a second round trip.
      entry: { main: [provideSingletons(), './src/index.ts'] },
      // An open tab may ask for a chunk of the build before: the build command keeps those for some days.
      output: { ...base.output, publicPath: '/', clean: false },
      resolve: { ...base.resolve, alias: { ...base.resolve.alias, ...esmRuntimeAliases() } },
      plugins: [
        ...base.plugins,
        hostPlugin(),
        htmlPlugin(join(dir, 'src/index.html')),
        new FirstFramePlugin(dir),
        ...(production ? [new EagerModulesPlugin(), new OfflineFilesPlugin(), new AssetListPlugin()] : []),
      ],
      devServer: devServer('shell'),
    };
  };
}

/**
 * A remote's webpack configuration: the container alone in production and with STANDALONE=0; in development,
 * or with STANDALONE=1, also a standalone page. With MOCK=1 the standalone page answers its calls itself,
 * without a server.
 * @param {{name: string, dir: string}} options
 */
export function createRemoteConfig({ name, dir }) {
  return (_env = {}, { mode } = {}) => {
    const production = mode === 'production';
    const { STANDALONE = production ? '0' : '1' } = process.env;
    const standalone = STANDALONE === '1';
    const mock = standalone && process.env.MOCK === '1';
    const base = baseConfig({ name, dir, production, standalone, mock, buildId: buildId() });
    return {
      ...base,
      entry: standalone ? { main: './src/index.ts' } : {},
      output: { ...base.output, publicPath: 'auto' },
      plugins: [
        ...base.plugins,
        remotePlugin({ name, production, standalone }),
        ...(standalone ? [htmlPlugin(STANDALONE_HTML)] : []),
        ...(production ? [] : [new ScreensPlugin()]),
        ...(production && !standalone ? [new DescriptionPlugin({ name }), new IntegrityPlugin()] : []),
      ],
      ...(production ? {} : { devServer: devServer(name, { mock }) }),
    };
  };
}
