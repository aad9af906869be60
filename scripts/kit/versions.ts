import type { KitVersions } from './new-remote/new-outside';
import { readManifest } from '@palier/base/workspaces.mjs';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
const manifestOf = (folder: string): Manifest => readManifest(folder) as Manifest;

/**
 * Both packages of the kit have the version of shared: a minor version keeps published remotes compatible.
 */
export const kitVersion = (): string => manifestOf('shared').version;

/** The versions for the manifest of a remote outside this repository. */
export function kitVersions(): KitVersions {
  const { dependencies } = manifestOf('mfe-reports');
  return { kit: `^${kitVersion()}`, dependencies: { ...dependencies, '@palier/shared': `^${kitVersion()}` } };
}

/** Tools that the kit takes from this repository's manifests, which name the versions. */
const TOOLS = new Set([
  '@swc/core',
  '@module-federation/enhanced',
  '@mswjs/interceptors',
  '@types/jest',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'acorn',
  'esbuild',
  'html-webpack-plugin',
  'identity-obj-proxy',
  'jest',
  'jest-environment-jsdom',
  'jest-fixed-jsdom',
  'mini-css-extract-plugin',
  'minimizer-webpack-plugin',
  'msw',
  'oxfmt',
  'oxlint',
  'react-refresh',
  'react-refresh-typescript',
  'semver',
  'ts-loader',
  'typescript',
  'webpack',
  'webpack-cli',
  'webpack-dev-server',
  'zod',
]);
const FAMILIES_OF_TOOLS = ['@pmmmwh/', '@testing-library/', 'css-'];

const isTool = (name: string): boolean =>
  TOOLS.has(name) || FAMILIES_OF_TOOLS.some((start) => name.startsWith(start));

/** The dependencies of @palier/remote-kit. */
export function toolVersions(): Record<string, string> {
  const all = ['.', 'shared', 'standalone', 'scripts/base', 'scripts/build', 'releases'].flatMap((folder) => {
    const { dependencies, devDependencies } = manifestOf(folder);
    return Object.entries({ ...dependencies, ...devDependencies });
  });
  const found = all.filter(([name]) => isTool(name)).sort(([a], [b]) => a.localeCompare(b, 'en'));
  const { typescript } = manifestOf('scripts/types').devDependencies ?? {};
  return { ...Object.fromEntries(found), 'typescript-native': `npm:typescript@${typescript}` };
}
