import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bundleLibraries } from './libraries.mjs';

const require = createRequire(import.meta.url);

/** Published as ES modules only, which Jest on Node 20 cannot `require`: compiled like our own sources. */
const ESM_PACKAGES = ['@palier', 'axios'];

/** Generous, because a busy machine is slow: a test must fail only for something that never happens. */
export const TEST_TIMEOUT_MS = 60_000;

/**
 * The Jest configuration of every front package.
 * @param {{dir: string}} options `dir`: the package's folder.
 * @returns {import('jest').Config}
 */
export function createJestConfig({ dir }) {
  return {
    displayName: dir.split(/[\\/]/).at(-1),
    rootDir: dir,
    roots: ['<rootDir>/src'],
    testEnvironment: require.resolve('jest-fixed-jsdom'),
    testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
    // Storage needs an origin.
    testEnvironmentOptions: { url: 'http://localhost:3000/' },
    transform: { '\\.(ts|tsx|js|mjs)$': fileURLToPath(new URL('./compile.mjs', import.meta.url)) },
    transformIgnorePatterns: [`/node_modules/(?!(${ESM_PACKAGES.join('|')})/)`],
    // js before mjs: a package that ships both is taken as CommonJS, which Jest can require on Node 20.
    moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json'],
    moduleNameMapper: {
      ...bundleLibraries(dir),
      '\\.css$': require.resolve('identity-obj-proxy'),
      '\\.(svg|png|webp|avif)$': require.resolve('identity-obj-proxy'),
    },
    setupFilesAfterEnv: [fileURLToPath(new URL('./setup.ts', import.meta.url))],
    restoreMocks: true,
    // Jest reads the timeout only from the configuration of the run, which is this one when a package is tested by itself.
    testTimeout: TEST_TIMEOUT_MS,
  };
}
