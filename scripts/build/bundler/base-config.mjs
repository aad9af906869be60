import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack from 'webpack';
import { markComponents, refreshAliases, refreshPlugin } from './fast-refresh.mjs';
import { libraryPatches, socketEventsPlugin } from './library-patches.mjs';

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ONE_OVERLAY = fileURLToPath(new URL('./one-overlay.mjs', import.meta.url));

/**
 * The oldest browsers we serve (README): a property that one of them knows by another name is written twice.
 */
export const OLDEST_BROWSERS = ['chrome100', 'firefox100', 'safari15.4'];

/**
 * The time limit of one try to load a chunk (section 7 of docs/design.md). webpack's own limit is two
 * minutes.
 */
const CHUNK_LIMIT_MS = 5_000;

/**
 * @typedef {{name: string, dir: string, production: boolean, standalone: boolean, mock?: boolean, buildId:
 * string}} BaseOptions
 */

/** @param {boolean} production */
const hashIn = (production) => (production ? '.[contenthash:8]' : '');

/**
 * MiniCssExtractPlugin copies the text of this function into the page, so the function must not use names
 * from outside. Without the timer, a stylesheet that hangs would keep its import waiting for ever.
 * @param {HTMLLinkElement} link
 */
function insertStyle(link) {
  document.head.append(link);
  setTimeout(() => link.sheet || link.onerror?.({ type: 'timeout' }), 5000);
}

/** @param {{name: string, production: boolean}} options */
function cssRule({ name, production }) {
  const modules = {
    auto: /\.module\.css$/,
    // The hash is that of the file alone: equal beginnings compress well. Of its content nothing is in the
    // name, so that a release changes few names.
    localIdentName: production ? `${name}_[hash:base64:4]-[local]` : `${name}__[local]__[hash:base64:5]`,
    hashStrategy: 'minimal-subset',
    namedExport: false,
    exportLocalsConvention: 'as-is',
  };
  return {
    test: /\.css$/,
    sideEffects: true,
    // Files in development too: a live page, whose content security policy allows no inline style, may load a
    // dev server's build.
    use: [MiniCssExtractPlugin.loader, { loader: require.resolve('css-loader'), options: { modules } }],
  };
}

/**
 * Replaces the overlay module of the dev server's client by one-overlay.mjs, which all dev servers of a page
 * share.
 */
const overlayPlugin = () =>
  new webpack.NormalModuleReplacementPlugin(/^\.\/overlay\.js$/, (resource) => {
    if (/webpack-dev-server[\\/]client$/.test(resource.context)) resource.request = ONE_OVERLAY;
  });

/**
 * ts-loader compiles file by file and checks no types: `npm run verify` does.
 * @param {string} dir the package's folder
 * @param {boolean} refresh components and their hooks are marked, for updates of an open page
 */
const typescriptRule = (dir, refresh) => ({
  test: /\.tsx?$/,
  exclude: /node_modules/,
  loader: require.resolve('ts-loader'),
  options: {
    configFile: join(dir, 'tsconfig.json'),
    transpileOnly: true,
    onlyCompileBundledFiles: true,
    // With CommonJS modules, federation would make broken bundles.
    compilerOptions: { noEmit: false, sourceMap: true, module: 'ESNext' },
    ...(refresh ? { getCustomTransformers: markComponents } : {}),
  },
});

/**
 * The cache of a development build: on disk, except in CI, which starts each dev server once; `true` is
 * webpack's cache in memory.
 * @param {string} dir the package's folder
 * @param {Readonly<Record<string, boolean>>} options the options that change the build
 */
function buildCache(dir, options) {
  if (process.env.CI !== undefined) return true;
  const chosen = Object.keys(options).filter((option) => options[option]);
  // The folder's path, because a cache that was copied with its checkout contains the paths of the original
  // checkout.
  const place = createHash('sha256').update(dir).digest('hex').slice(0, 8);
  return {
    type: 'filesystem',
    cacheDirectory: join(ROOT, '.cache/webpack'),
    name: [relative(ROOT, dir).replaceAll(/[\\/]/g, '-'), place, ...chosen].join('-'),
    buildDependencies: { config: [fileURLToPath(new URL('.', import.meta.url))] },
  };
}

/**
 * The shell keeps webpack's limit: a part of the shell is requested again only when the user does so.
 * @param {{name: string, production: boolean}} options
 */
const hasChunkLimit = ({ name, production }) => production && name !== 'shell';

/** @param {BaseOptions} options */
function outputOf({ name, dir, production, standalone, buildId }) {
  const hash = hashIn(production);
  return {
    path: join(dir, standalone && production ? 'dist-standalone' : 'dist'),
    filename: `[name]${hash}.js`,
    chunkFilename: `[name]${hash}.js`,
    assetModuleFilename: '[name].[hash:8][ext]',
    // A page may run two versions of one remote (fallback to the previous version): each needs a chunk
    // registry of its own.
    uniqueName: `palier-${name}-${buildId}`,
    // A dev server keeps its updates: a page that was asleep applies several updates at once.
    clean: production,
    crossOriginLoading: 'anonymous',
    ...(hasChunkLimit({ name, production }) ? { chunkLoadTimeout: CHUNK_LIMIT_MS } : {}),
  };
}

/** @param {BaseOptions} options */
const cssPlugin = ({ name, production }) =>
  new MiniCssExtractPlugin({
    filename: `[name]${hashIn(production)}.css`,
    chunkFilename: `[name]${hashIn(production)}.css`,
    ...(hasChunkLimit({ name, production }) ? { insert: insertStyle } : {}),
  });

/** @param {boolean} production */
const optimizationOf = (production) => ({
  minimize: production,
  // A build with a syntax error emits no update: the open page keeps its state and applies the next
  // update.
  emitOnErrors: false,
  // Not webpack's own: its HTML minimizer would remove the comment <!--remotes-->, which the server
  // replaces, and Terser needs twice the processor time of swc.
  minimizer: [
    new MinimizerPlugin({
      minify: MinimizerPlugin.swcMinify,
      minimizerOptions: { ecma: 2020, compress: { passes: 2, ecma: 2020 } },
    }),
    new MinimizerPlugin({
      test: /\.css$/,
      minify: MinimizerPlugin.esbuildMinifyCss,
      minimizerOptions: { target: OLDEST_BROWSERS },
    }),
  ],
  chunkIds: production ? 'deterministic' : 'named',
  ...(production ? { moduleIds: 'size', mangleExports: 'size' } : {}),
  splitChunks: { chunks: 'async' },
});

/**
 * The part of the webpack configuration that the shell and the remotes share.
 * @param {BaseOptions} options
 * @returns {import('webpack').Configuration}
 */
export function baseConfig(options) {
  const { name, dir, production, standalone, mock = false } = options;
  // Under webpack-dev-server only: a development build without a dev server has no channel for updates.
  const refresh = !production && process.env.WEBPACK_SERVE === 'true';
  return {
    name,
    context: dir,
    mode: production ? 'production' : 'development',
    target: ['web', 'es2022'],
    // Maps are separate files, because the content security policy forbids eval. In production no script
    // names its map. With columns also in development: breakpoints in several handlers of one line are told
    // apart.
    devtool: production ? 'hidden-source-map' : 'source-map',
    output: outputOf(options),
    resolve: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      // rxjs exports its ES2015 build under this condition; the default build of rxjs is ES5 with tslib.
      conditionNames: ['es2015', '...'],
      alias: { ...(production ? libraryPatches() : {}), ...(refresh ? refreshAliases() : {}) },
    },
    module: {
      rules: [
        typescriptRule(dir, refresh),
        cssRule({ name, production }),
        { test: /\.(svg|png|webp|avif|woff2|mp3)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new webpack.DefinePlugin({ 'process.env.MOCK': JSON.stringify(mock ? '1' : '') }),
      cssPlugin(options),
      socketEventsPlugin(),
      ...(refresh ? [refreshPlugin(), overlayPlugin()] : []),
    ],
    optimization: optimizationOf(production),
    performance: { hints: false },
    cache: !production && buildCache(dir, { standalone, mock, refresh }),
    infrastructureLogging: { level: 'warn' },
    stats: 'errors-warnings',
  };
}
