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
const SHARE_KEYS = ['react', 'react/', 'react-dom', 'react-dom/', ...SHARED_ENTRIES];

const require = createRequire(import.meta.url);

/**
 * The key of an import in the list of singletons: `react/` for `react/jsx-runtime`.
 * @param {string} request
 */
export const shareKeyOf = (request) =>
  SHARE_KEYS.find((key) => key === request) ?? request.slice(0, request.indexOf('/') + 1);

/** @param {string} key */
function installedVersion(key) {
  const library = key.startsWith('@palier/shared') ? '@palier/shared' : key.replace('/', '');
  return JSON.parse(readFileSync(require.resolve(`${library}/package.json`), 'utf8')).version;
}

/**
 * The names that a minor version of a library added, with that version; other names are as old as the major
 * version. A name that is added to an entry of shared is listed here, with the new version of shared.
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
const ADDED_NAMES = {
  react: {
    Activity: '19.2.0',
    cacheSignal: '19.2.0',
    useEffectEvent: '19.2.0',
    ViewTransition: '19.3.0',
    addTransitionType: '19.3.0',
  },
  'react-dom': { browser: '19.3.0' },
};

/**
 * The range of versions of a library in which a remote that imports `names` runs: from the lowest version
 * that has all of them, whatever version is installed, so that an update of a library stops only the remotes
 * that use something new.
 * @param {string} library its import name
 * @param {readonly string[]} names
 */
export function rangeFor(library, names) {
  const [major] = installedVersion(shareKeyOf(library)).split('.');
  const added = names.flatMap((name) => ADDED_NAMES[library]?.[name] ?? []);
  const [lowest] = [`${major}.0.0`, ...added].sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return `^${lowest}`;
}

/**
 * The one list of shared singletons. DescriptionPlugin raises the range of each library that a published
 * remote imports.
 * @param {{eager?: boolean, fallback?: boolean}} options `eager`: in the first chunk (the shell);
 * `fallback: false`: no own copy, the host's is used (a published remote).
 */
export function sharedSingletons({ eager = false, fallback = true } = {}) {
  return Object.fromEntries(
    SHARE_KEYS.map((key) => [
      key,
      // Strict: a remote built for another major is refused by its region instead of running on the wrong
      // library.
      {
        singleton: true,
        strictVersion: true,
        // The shell always runs on the copies that it ships, so a check of their ranges would only take time
        // while the page starts.
        requiredVersion: eager ? false : rangeFor(key, []),
        ...(fallback ? { version: installedVersion(key), eager } : { import: false }),
      },
    ]),
  );
}
