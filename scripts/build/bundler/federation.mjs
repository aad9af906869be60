import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { sharedSingletons } from './shared-singletons.mjs';

const require = createRequire(import.meta.url);

/**
 * The shell names no remote here: it registers the remotes of remotes.json at run time. Published remotes use
 * the shell's runtime.
 */
export function hostPlugin() {
  return new ModuleFederationPlugin({
    name: 'shell',
    shareStrategy: 'loaded-first',
    shared: sharedSingletons({ eager: true }),
    dts: false,
    manifest: false,
    experiments: {
      provideExternalRuntime: true,
      optimization: { target: 'web', disableSnapshot: true },
    },
  });
}

/**
 * A container that exposes `./routes` alone. A published remote uses the singletons and the federation
 * runtime of the host; a standalone remote contains singletons and a runtime of its own.
 * @param {{name: string, production: boolean, standalone: boolean}} options
 */
export function remotePlugin({ name, production, standalone }) {
  return new ModuleFederationPlugin({
    name,
    library: { type: 'var', name },
    filename: production ? 'remoteEntry.[contenthash:8].js' : 'remoteEntry.js',
    exposes: { './routes': { import: './src/routes.tsx', name: 'routes' } },
    shareStrategy: 'loaded-first',
    shared: sharedSingletons({ fallback: standalone }),
    dts: false,
    manifest: false,
    experiments: {
      ...(standalone ? {} : { externalRuntime: true }),
      // A remote loads no other remote.
      optimization: { target: 'web', disableSnapshot: true, disableRemote: !standalone },
    },
  });
}

/**
 * Without these aliases, `provideExternalRuntime` adds a second, CommonJS copy of the runtime to the shell.
 */
export function esmRuntimeAliases() {
  const esm = (name, file) => join(dirname(require.resolve(name)), file);
  return {
    '@module-federation/runtime-core$': esm('@module-federation/runtime-core', 'index.js'),
    '@module-federation/sdk$': esm('@module-federation/sdk', 'index.js'),
    '@module-federation/error-codes$': esm('@module-federation/error-codes', 'index.mjs'),
  };
}
