import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The entries of shared of which the page has one copy. */
export const SHARED_SINGLETONS = [
  'bus',
  'contracts',
  'dates',
  'http',
  'jackpot',
  'money',
  'query',
  'router',
  'routes',
  'rxjs',
  'session',
  'ui',
];

const SHARED_ENTRIES = SHARED_SINGLETONS.map((entry) => `@palier/shared/${entry}`);

/** The imports that the shell provides to every remote. */
export const PROVIDED = ['react', 'react/jsx-runtime', 'react-dom', ...SHARED_ENTRIES];

/** The trailing slash also shares the subpaths (`react/jsx-runtime`, `react-dom/client`). */
const KEYS = ['react', 'react/', 'react-dom', 'react-dom/', ...SHARED_ENTRIES];

const require = createRequire(import.meta.url);

/** @param {string} key */
function installedVersion(key) {
  const ours = key.startsWith('@palier/shared');
  const manifest = ours
    ? new URL('../../../shared/package.json', import.meta.url)
    : require.resolve(`${key.replace('/', '')}/package.json`);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

/**
 * The one list of shared singletons.
 * @param {{eager?: boolean, fallback?: boolean}} options `eager`: in the first chunk (the shell); `fallback: false`: no
 *   own copy, the host's is used (a published remote).
 */
export function sharedSingletons({ eager = false, fallback = true } = {}) {
  return Object.fromEntries(
    KEYS.map((key) => {
      const version = installedVersion(key);
      const requiredVersion = `^${version}`;
      return [
        key,
        // Strict: a remote built for another major is refused by its region instead of running on the wrong library.
        {
          singleton: true,
          strictVersion: true,
          requiredVersion,
          ...(fallback ? { version, eager } : { import: false }),
        },
      ];
    }),
  );
}
