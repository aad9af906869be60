import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import CssMinimizerPlugin from 'css-minimizer-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** @param {{name: string, production: boolean}} options */
function cssRule({ name, production }) {
  const modules = {
    auto: /\.module\.css$/,
    localIdentName: `${name}__[local]__[hash:base64:5]`,
    namedExport: false,
    exportLocalsConvention: 'as-is',
  };
  const output = production ? MiniCssExtractPlugin.loader : require.resolve('style-loader');
  return {
    test: /\.css$/,
    sideEffects: true,
    use: [output, { loader: require.resolve('css-loader'), options: { modules } }],
  };
}

/** @param {string} dir */
function typescriptRule(dir) {
  return {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    loader: require.resolve('ts-loader'),
    options: {
      transpileOnly: true,
      configFile: join(dir, 'tsconfig.json'),
      compilerOptions: { noEmit: false, module: 'ESNext', sourceMap: true },
    },
  };
}

/**
 * What the shell and the remotes have in common.
 * @param {{name: string, dir: string, production: boolean, standalone: boolean, buildId: string}} options
 * @returns {import('webpack').Configuration}
 */
export function baseConfig({ name, dir, production, standalone, buildId }) {
  const hash = production ? '.[contenthash:8]' : '';
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
      clean: true,
      crossOriginLoading: 'anonymous',
    },
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
    module: {
      rules: [
        typescriptRule(dir),
        cssRule({ name, production }),
        { test: /\.(svg|png|webp|avif|woff2|mp3)$/, type: 'asset/resource' },
      ],
    },
    plugins: production
      ? [new MiniCssExtractPlugin({ filename: `[name]${hash}.css`, chunkFilename: `[name]${hash}.css` })]
      : [],
    optimization: {
      minimize: production,
      // webpack's own HTML minimizer would drop the comment the server looks for.
      minimizeOptions: { html: false },
      minimizer: ['...', new CssMinimizerPlugin()],
      chunkIds: production ? 'deterministic' : 'named',
      splitChunks: { chunks: 'async' },
    },
    performance: { hints: false },
    cache: {
      type: 'filesystem',
      cacheDirectory: join(ROOT, '.cache/webpack'),
      name: [name, production ? 'production' : 'development', ...(standalone ? ['standalone'] : [])].join(
        '-',
      ),
      buildDependencies: { config: [fileURLToPath(import.meta.url)] },
    },
    infrastructureLogging: { level: 'warn' },
    stats: 'errors-warnings',
  };
}
