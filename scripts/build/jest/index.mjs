import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** The libraries of screens and tests, which the test environment loads; Jest loads its own. */
const LIBRARIES = [
  '@mswjs',
  '@stomp',
  '@tanstack',
  '@testing-library',
  'axios',
  'identity-obj-proxy',
  'msw',
  'react',
  'react-dom',
  'react-router',
  'react-router-dom',
  'rxjs',
  'zod',
].join('|');

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));

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
    testEnvironment: fileOf('./environment.mjs'),
    testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
    // Storage needs an origin.
    testEnvironmentOptions: { url: 'http://localhost:3000/' },
    transform: {
      [`/node_modules/(${LIBRARIES})/`]: fileOf('./library.mjs'),
      '\\.(ts|tsx|js|mjs)$': fileOf('./compile.mjs'),
    },
    transformIgnorePatterns: [`/node_modules/(?!(@palier|${LIBRARIES})/)`],
    // js before mjs: a package that ships both is taken as CommonJS, which Jest can require on Node 20.
    moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json'],
    moduleNameMapper: {
      '^axios$': 'axios/dist/browser/axios.cjs',
      '\\.css$': require.resolve('identity-obj-proxy'),
      '\\.(svg|png|webp|avif)$': require.resolve('identity-obj-proxy'),
    },
    setupFilesAfterEnv: [fileOf('./setup.ts')],
    restoreMocks: true,
    // Jest reads the timeout only from the configuration of the run, which is this one when a package is
    // tested by itself.
    testTimeout: TEST_TIMEOUT_MS,
  };
}
