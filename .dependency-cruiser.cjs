/** The direction of imports (section 1 of docs/design.md), one rule each. */
const SIBLINGS = '^(shell|standalone|mfe-[^/]+|server|demo-provider|releases|scripts|tests)/';

/** The rooms of the server, floor by floor: a room imports only rooms of lower floors. */
const SERVER_FLOORS = [
  ['tracing'],
  ['refusals', 'database'],
  ['config'],
  ['http', 'concurrency', 'users'],
  ['ledger', 'passwords', 'sessions', 'journal', 'notices', 'web', 'maintenance'],
  ['auth', 'limits'],
  ['accounts', 'transactions', 'reports', 'jackpot', 'remotes', 'observability', 'api-docs'],
  ['realtime'],
  ['games'],
  ['operator', 'demo'],
];
const serverFloorRules = SERVER_FLOORS.map((rooms, floor) => ({
  name: `server-floor-${floor}-imports-only-lower-floors`,
  comment: `${rooms.join(', ')}: only the rooms of lower floors, and files of the same room.`,
  severity: 'error',
  from: { path: `^server/src/(${rooms.join('|')})/` },
  to: {
    path: '^server/src/',
    pathNot: `^server/src/($1${SERVER_FLOORS.slice(0, floor)
      .flat()
      .map((room) => `|${room}`)
      .join('')})/`,
  },
}));

/** The files of the server that its manifest exports. */
const SERVER_ENTRIES = Object.values(require('./server/package.json').exports).map((file) =>
  file.replace('./', 'server/').replaceAll('.', '\\.'),
);

/**
 * The floors of delivery, from the lowest: a package imports its own files, lower floors, and packages of the
 * product. Tests import all.
 */
const DELIVERY_FLOORS = [
  'scripts/base',
  'scripts/build',
  'scripts/stack',
  'releases',
  'scripts/kit',
  'scripts/artefact',
  'scripts/commands',
];
const IS_TEST = '(\\.test\\.tsx?$|/testing/|\\.spec\\.ts$)';
const deliveryFloorRules = DELIVERY_FLOORS.map((folder, floor) => ({
  name: `${folder.replace('/', '-')}-imports-only-lower-floors`,
  severity: 'error',
  from: { path: `^${folder}/`, pathNot: IS_TEST },
  to: { path: `^(${[...DELIVERY_FLOORS.slice(floor + 1), 'tests'].join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'shared-imports-no-sibling',
      severity: 'error',
      from: { path: '^shared/src/' },
      to: { path: SIBLINGS },
    },
    {
      name: 'remotes-import-only-shared',
      severity: 'error',
      from: { path: '^mfe-([^/]+)/src/', pathNot: '^mfe-[^/]+/src/(bootstrap\\.tsx|mocks\\.ts)$' },
      to: { path: SIBLINGS, pathNot: '^mfe-$1/' },
    },
    {
      name: 'the-page-of-a-remote-alone-imports-only-its-harness',
      severity: 'error',
      from: { path: '^mfe-([^/]+)/src/(?:bootstrap\\.tsx|mocks\\.ts)$' },
      to: { path: SIBLINGS, pathNot: '^(mfe-$1|standalone)/' },
    },
    {
      name: 'standalone-imports-only-shared',
      severity: 'error',
      from: { path: '^standalone/src/' },
      to: { path: SIBLINGS, pathNot: '^standalone/' },
    },
    {
      name: 'shell-imports-only-shared',
      severity: 'error',
      from: { path: '^shell/src/' },
      to: { path: SIBLINGS, pathNot: '^shell/' },
    },
    {
      name: 'server-imports-no-sibling',
      severity: 'error',
      from: { path: '^server/src/' },
      to: { path: SIBLINGS, pathNot: '^server/' },
    },
    {
      name: 'server-imports-only-contracts-and-money-of-shared',
      severity: 'error',
      from: { path: '^server/src/' },
      to: { path: '^shared/', pathNot: '^shared/src/(contracts|money)/' },
    },
    ...serverFloorRules,
    ...deliveryFloorRules,
    {
      name: 'scripts-base-imports-no-workspace',
      severity: 'error',
      from: { path: '^scripts/base/', pathNot: IS_TEST },
      to: {
        path: '^(shared|shell|standalone|mfe-[^/]+|server|demo-provider|releases|scripts/(?!base/)|tests)/',
      },
    },
    {
      name: 'support-of-tests-imports-no-test',
      severity: 'error',
      from: { path: '^tests/support/' },
      to: { path: '^tests/(?!support/)' },
    },
    {
      name: 'a-row-package-imports-no-other',
      severity: 'error',
      from: { path: '^tests/(faults|bench|drill|conformance|e2e)/' },
      to: { path: '^tests/(faults|bench|drill|conformance|e2e|runner)/', pathNot: '^tests/$1/' },
    },
    {
      name: 'server-entries-are-for-other-packages',
      comment: 'The server and its tests import the file itself.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^server/src/([^/]+/index|measured-calls|credentials)\\.ts$' },
    },
    {
      name: 'other-packages-import-the-entries-of-the-server',
      comment: 'The exports of its manifest, and no file by its path.',
      severity: 'error',
      from: { pathNot: '^server/' },
      to: { path: '^server/', pathNot: `^(${SERVER_ENTRIES.join('|')})$` },
    },
    {
      name: 'server-rooms-have-a-floor',
      severity: 'error',
      from: {},
      to: { path: `^server/src/(?!(${SERVER_FLOORS.flat().join('|')})/)[^/]+/` },
    },
    {
      name: 'use-cases-and-repositories-know-no-web-server',
      severity: 'error',
      from: { path: '^server/src/.+\\.(use-case|repository)\\.ts$' },
      to: { path: '(^server/src/(http|web|observability)/|node_modules/(@fastify|fastify)/)' },
    },
    {
      name: 'demo-provider-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^demo-provider/' },
      to: { path: '^(shell|standalone|mfe-[^/]+|server|shared|releases|scripts|tests)/' },
    },
    {
      name: 'a-page-imports-no-other-page',
      severity: 'error',
      from: { path: '^([^/]+/src/(?:pages|features))/([^/]+)/' },
      to: { path: '^$1/', pathNot: '^$1/$2/' },
    },
    {
      name: 'what-pages-share-imports-no-page',
      severity: 'error',
      from: { path: '^(mfe-[^/]+)/src/(lib|testing)/' },
      to: { path: '^$1/src/pages/' },
    },
    {
      name: 'only-the-host-writes-the-session',
      severity: 'error',
      from: { path: '^mfe-[^/]+/src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^shared/src/(host/|session/writer\\.ts$)' },
    },
    {
      name: 'only-shell-remotes-knows-federation',
      severity: 'error',
      from: { path: '^(shell|shared|standalone|mfe-[^/]+)/src/', pathNot: '^shell/src/remotes/' },
      to: { path: '@module-federation/' },
    },
    {
      name: 'pages-run-no-request-schema',
      severity: 'error',
      // They are the server's, and the mocked one's: a page takes their types, which cost nothing.
      from: {
        path: '^(shell|shared|standalone|mfe-[^/]+)/src/',
        pathNot: '(\\.test\\.tsx?$|^standalone/src/mock/)',
      },
      to: { path: '^shared/src/contracts/(requests|provider-codes)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      // Two pages that no product holds: each is built with what the product has.
      from: { pathNot: '^(tests/e2e/fixtures|tests/bench/front/monolith)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      // Its packages are installed when the bench first needs them.
      from: { pathNot: '^tests/bench/front/lighthouse-score' },
      // Named by an alias of the development build.
      to: { couldNotResolve: true, pathNot: '^refresh-runtime-of-react$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|dist-standalone|\\.cache|\\.data|test-results|playwright-report)/' },
    tsPreCompilationDeps: true,
    // A package has what the root declares too: the tools that all of them use.
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
