import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { baseConfig } from '@palier/build/bundler/base-config.mjs';
import { esmRuntimeAliases, hostPlugin, remotePlugin } from '@palier/build/bundler/federation.mjs';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const dir = import.meta.dirname;

/** The packages that the shell's libraries are taken from. */
const modules = [join(ROOT, 'shared/node_modules'), 'node_modules'];

/** @param {string} name */
const baseOf = (name) => {
  const base = baseConfig({ name, dir, production: true, standalone: false, buildId: 'floor' });
  return {
    ...base,
    output: { ...base.output, path: join(ROOT, '.cache/bench/floor', name) },
    resolve: { ...base.resolve, modules },
  };
};
const shell = baseOf('shell');
const remote = baseOf('casino');

/** The floor of a first visit: a shell and a remote that consist of the specified libraries alone. */
export default [
  {
    ...shell,
    entry: { main: './main.ts' },
    output: { ...shell.output, publicPath: '/' },
    resolve: { ...shell.resolve, alias: { ...shell.resolve.alias, ...esmRuntimeAliases() } },
    plugins: [...shell.plugins, hostPlugin()],
  },
  {
    ...remote,
    entry: {},
    output: { ...remote.output, publicPath: 'auto' },
    plugins: [...remote.plugins, remotePlugin({ name: 'casino', production: true, standalone: false })],
  },
];
