import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { baseConfig } from '@palier/build/bundler/base-config.mjs';
import { FirstFramePlugin } from '@palier/build/bundler/first-frame-plugin.mjs';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const base = baseConfig({
  name: 'monolith',
  dir: import.meta.dirname,
  production: true,
  standalone: false,
  buildId: 'monolith',
});

/** The reference of the front end's benchmarks: the product's base configuration without federation. */
export default {
  ...base,
  entry: { main: './main.tsx' },
  output: { ...base.output, publicPath: '/', path: join(ROOT, '.cache/bench/monolith') },
  plugins: [
    ...base.plugins,
    new HtmlWebpackPlugin({
      template: join(ROOT, 'shell/src/index.html'),
      scriptLoading: 'defer',
      minify: { collapseWhitespace: true },
    }),
    new FirstFramePlugin(join(ROOT, 'shell')),
  ],
};
