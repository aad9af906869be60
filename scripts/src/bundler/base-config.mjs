import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack from 'webpack';
import { refreshAliases, refreshPlugin, refreshTransformers } from './fast-refresh.mjs';
import { libraryPatches } from './library-patches.mjs';

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Section 7 of docs/design.md: so long a try may take. */
const CHUNK_LIMIT_MS = 5_000;

/**
 * Runs in the page, as the text it is. For a style that hangs the plugin would wait for ever; for a script webpack does for two
 * minutes.
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
    localIdentName: production ? `${name}_[hash:base64:5]` : `${name}__[local]__[hash:base64:5]`,
    namedExport: false,
    exportLocalsConvention: 'as-is',
  };
  return {
    test: /\.css$/,
    sideEffects: true,
    // Files in development too: a dev server's build may stand in a live page, whose policy takes no inline style.
    use: [MiniCssExtractPlugin.loader, { loader: require.resolve('css-loader'), options: { modules } }],
  };
}

/** @param {{dir: string, refresh: boolean}} options */
function typescriptRule({ dir, refresh }) {
  return {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    loader: require.resolve('ts-loader'),
    options: {
      transpileOnly: true,
      configFile: join(dir, 'tsconfig.json'),
      compilerOptions: { noEmit: false, module: 'ESNext', sourceMap: true },
      ...(refresh ? { getCustomTransformers: refreshTransformers } : {}),
    },
  };
}

/**
 * What the shell and the remotes have in common.
 * @param {{name: string, dir: string, production: boolean, standalone: boolean, mock?: boolean, buildId: string}} options
 * @returns {import('webpack').Configuration}
 */
export function baseConfig({ name, dir, production, standalone, mock = false, buildId }) {
  // Under webpack-dev-server only: a development build without it has no channel for updates.
  const refresh = !production && process.env.WEBPACK_SERVE === 'true';
  const hash = production ? '.[contenthash:8]' : '';
  // Of the shell only the person can ask for a part again, so it waits longer.
  const isTimed = production && name !== 'shell';
  return {
    name,
    context: dir,
    mode: production ? 'production' : 'development',
    target: ['web', 'es2022'],
    // A map beside the file, not named in it: no eval (strict CSP), no source for strangers by default.
    devtool: production ? 'hidden-source-map' : 'cheap-module-source-map',
    output: {
      path: join(dir, standalone && production ? 'dist-standalone' : 'dist'),
      filename: `[name]${hash}.js`,
      chunkFilename: `[name]${hash}.js`,
      assetModuleFilename: '[name].[hash:8][ext]',
      // Two versions of one remote may live in a page (fallback to the previous one): their chunks must not meet.
      uniqueName: `palier-${name}-${buildId}`,
      // A dev server keeps its updates: a page that was asleep applies several at once.
      clean: production,
      crossOriginLoading: 'anonymous',
      ...(isTimed ? { chunkLoadTimeout: CHUNK_LIMIT_MS } : {}),
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      // rxjs keeps its classes as classes under this name; by default it is ES5 with tslib.
      conditionNames: ['es2015', '...'],
      alias: { ...(production ? libraryPatches() : {}), ...(refresh ? refreshAliases() : {}) },
    },
    module: {
      rules: [
        typescriptRule({ dir, refresh }),
        cssRule({ name, production }),
        { test: /\.(svg|png|webp|avif|woff2|mp3)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      new webpack.DefinePlugin({ 'process.env.MOCK': JSON.stringify(mock ? '1' : '') }),
      new MiniCssExtractPlugin({
        filename: `[name]${hash}.css`,
        chunkFilename: `[name]${hash}.css`,
        ...(isTimed ? { insert: insertStyle } : {}),
      }),
      ...(refresh ? [refreshPlugin()] : []),
    ],
    optimization: {
      minimize: production,
      // With a syntax error no update is made: the open page keeps its state and takes the next one.
      emitOnErrors: false,
      // webpack's own HTML minimizer would drop the comment the server looks for.
      minimizeOptions: { html: false, javascript: { ecma: 2020, compress: { passes: 2, ecma: 2020 } } },
      minimizer: ['...', new CssMinimizerPlugin()],
      chunkIds: production ? 'deterministic' : 'named',
      ...(production ? { moduleIds: 'size', mangleExports: 'size' } : {}),
      splitChunks: { chunks: 'async' },
    },
    performance: { hints: false },
    cache: {
      type: 'filesystem',
      cacheDirectory: join(ROOT, '.cache/webpack'),
      name: [
        relative(ROOT, dir).replaceAll(/[\\/]/g, '-'),
        // A cache that was copied with its checkout has the paths of the original.
        createHash('sha256').update(dir).digest('hex').slice(0, 8),
        production ? 'production' : 'development',
        ...(standalone ? ['standalone'] : []),
        ...(mock ? ['mock'] : []),
        ...(refresh ? ['refresh'] : []),
      ].join('-'),
      buildDependencies: { config: [fileURLToPath(new URL('.', import.meta.url))] },
    },
    infrastructureLogging: { level: 'warn' },
    stats: 'errors-warnings',
  };
}
