import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolders } from '@palier/base/workspaces.mjs';
import { compiledFile } from '@palier/base/process/compiled-file.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const IS_PROGRAM = /(^|\/)(main|[^/]+\.program)\.ts$/;
const IS_TEST = /\.test\.ts$/;
/**
 * The tests that share processes, how many, and the text of the file that runs them: each process that loads
 * the server, or that starts a PostgreSQL for the demo provider, costs more than most of their files.
 */
const SHARED_PROCESSES = {
  unit: {
    pattern: /\/unit\/|^demo-provider\//,
    processes: 1,
    run: (tests) => tests.map((test) => `import './${test}';`).join('\n'),
  },
  // Each file in a block of its own: its server starts before its own tests, and not before those of the
  // whole group.
  api: {
    pattern: /\/test\/api\//,
    processes: 4,
    run: (tests) =>
      [
        "import { describe } from 'node:test';",
        ...tests.map((test) => `describe('${test}', () => void require('./${test}'));`),
      ].join('\n'),
  },
};
/**
 * @typedef {Readonly<Record<string, {tests: readonly string[], contents: string}>>} Groups files that run
 * several test files, by name
 */

const SOURCE = '__sourceAddress';
const OUTPUT = '__outputAddress';
const IGNORED = new Set(['node_modules', 'dist', 'dist-standalone', 'fixtures']);

/**
 * The packages that run in Node alone: packages for the browser have a Jest configuration, the journeys one
 * of Playwright.
 */
const nodePackages = () =>
  packageFolders().filter(
    (name) =>
      existsSync(join(ROOT, name, 'tsconfig.json')) &&
      !existsSync(join(ROOT, name, 'jest.config.mjs')) &&
      !existsSync(join(ROOT, name, 'playwright.config.ts')),
  );

/**
 * @param {string} folder @returns {string[]} the TypeScript files in a folder, as paths inside the repository
 */
function sourceFilesIn(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : sourceFilesIn(path);
    return entry.name.endsWith('.ts') ? [path] : [];
  });
}

/**
 * Compiles the programs of every Node package whose sources changed: its files named `main.ts` or
 * `*.program.ts`, and the commands. An installation for production leaves out esbuild; there the compiled
 * files stay as they are.
 * @param {readonly string[]} commands the source files of the commands
 */
export async function compilePrograms(commands) {
  if (!existsSync(join(ROOT, 'node_modules/esbuild'))) return;
  const packages = nodePackages();
  await Promise.all(
    packages.map(async (name) => {
      const sources = sourceFilesIn(name).filter((path) => IS_PROGRAM.test(path) || commands.includes(path));
      await compile({ sources, folder: `${name}/dist`, packages });
    }),
  );
}

/**
 * Compiles the tests of a package and what they share, some of them several into one file.
 * @param {string} name the package's folder
 * @returns {Promise<string[]>} the compiled test files
 */
export async function compileTests(name) {
  const packages = nodePackages();
  const tests = sourceFilesIn(name).filter((path) => IS_TEST.test(path));
  const groups = Object.fromEntries(
    Object.entries(SHARED_PROCESSES).flatMap(([group, { pattern, processes, run }]) => {
      const matching = tests.filter((path) => pattern.test(path));
      return Array.from({ length: Math.min(processes, matching.length) }, (_one, number) => {
        const own = matching.filter((_path, place) => place % processes === number);
        return [`${name}/${group}-${number}.test.ts`, { tests: own, contents: run(own) }];
      });
    }),
  );
  const grouped = testsOf(groups);
  const alone = tests.filter((path) => !grouped.includes(path));
  return compile({
    sources: [...Object.keys(groups), ...alone],
    folder: `${name}/dist/tests`,
    packages,
    groups,
  });
}

/**
 * @param {{sources: readonly string[], folder: string, packages: readonly string[], groups?: Groups}} options
 * `groups` is absent when the sources are programs, not tests
 * @returns {Promise<string[]>} the compiled files
 */
async function compile({ sources, folder, packages, groups }) {
  const splitting = groups !== undefined;
  const outputs = sources.map((source) => `${folder}/${compiledFile(source, packages).split('/dist/')[1]}`);
  const marker = join(ROOT, folder, 'inputs.json');
  const names = [...sources, ...testsOf(groups ?? {})];
  if (sources.length === 0 || isCurrent(marker, names)) return outputs;
  const entryPoints = sources.map((source, index) => ({
    in: source,
    out: outputs[index].slice(folder.length + 1).replace(/\.mjs$/, ''),
  }));
  const { outputFiles, metafile } = await bundle(folder, entryPoints, { splitting, groups });
  write(folder, outputFiles, splitting);
  const inputs = Object.keys(metafile.inputs).filter((input) => existsSync(join(ROOT, input)));
  writeFileSync(marker, JSON.stringify({ hash: hashOf(names, inputs), inputs }));
  return outputs;
}

/**
 * Bundles programs for a folder, without writing them.
 * @param {string} folder as a path inside the repository
 * @param {readonly {in: string, out: string}[]} entryPoints the source of each program, and its file name
 * without `.mjs`
 * @param {{splitting?: boolean, groups?: Groups, external?: readonly string[]}} options
 */
export async function bundle(folder, entryPoints, { splitting = false, groups = {}, external = [] }) {
  const { build } = await import('esbuild');
  return build({
    absWorkingDir: ROOT,
    entryPoints: [...entryPoints],
    outdir: folder,
    external: [...external],
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    write: false,
    logLevel: 'error',
    define: { 'import.meta.url': SOURCE },
    banner: { js: `const ${OUTPUT} = import.meta.url;` },
    plugins: [ownPackages, sourceAddresses(folder), testGroupsPlugin(groups)],
  });
}

/**
 * Replaces each file atomically, because another run may read the file meanwhile; of tests, also removes the
 * files of earlier runs.
 */
function write(folder, files, splitting) {
  mkdirSync(join(ROOT, folder), { recursive: true });
  for (const { path, contents } of files) {
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, contents);
    renameSync(draft, path);
  }
  if (!splitting) return;
  const kept = new Set(files.map(({ path }) => path));
  for (const file of readdirSync(join(ROOT, folder)))
    if (!kept.has(join(ROOT, folder, file))) rmSync(join(ROOT, folder, file), { recursive: true });
}

/** @param {readonly string[]} sources @param {readonly string[]} inputs */
function hashOf(sources, inputs) {
  const hash = createHash('sha256').update(JSON.stringify([sources, process.versions.node.split('.')[0]]));
  const tools = ['node_modules/esbuild/package.json', relative(ROOT, fileURLToPath(import.meta.url))];
  for (const file of [...inputs, ...tools]) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

function isCurrent(marker, sources) {
  try {
    const { hash, inputs } = JSON.parse(readFileSync(marker, 'utf8'));
    return hash === hashOf(sources, inputs);
  } catch {
    return false;
  }
}

/**
 * Packages of this repository are TypeScript, so they are compiled in; all other packages are loaded when the
 * program runs.
 */
const ownPackages = {
  name: 'own-packages',
  setup(build) {
    build.onResolve({ filter: /^@palier\// }, ({ path, importer }) => ({
      path: createRequire(importer).resolve(path),
    }));
  },
};

/**
 * Keeps `import.meta.url` the address of the source, so that code finds the files beside the source
 * (migrations, assets).
 */
const sourceAddresses = (folder) => ({
  name: 'source-addresses',
  setup(build) {
    build.onLoad({ filter: /\.(ts|mjs)$/, namespace: 'file' }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const address = JSON.stringify(relative(join(ROOT, folder), path).replaceAll('\\', '/'));
      return {
        contents: `const ${SOURCE} = new URL(${address}, ${OUTPUT}).href; ${text}`,
        loader: path.endsWith('.ts') ? 'ts' : 'js',
      };
    });
  },
});

/** @param {Groups} groups */
const testsOf = (groups) => Object.values(groups).flatMap(({ tests }) => tests);

/**
 * Gives esbuild the files of `groups`, which are not on the disk.
 * @param {Groups} groups
 */
const testGroupsPlugin = (groups) => ({
  name: 'test-groups',
  setup(build) {
    const filter = /\.test\.ts$/;
    build.onResolve({ filter }, ({ path }) =>
      path in groups ? { path, namespace: 'test-groups' } : undefined,
    );
    build.onLoad({ filter, namespace: 'test-groups' }, ({ path }) => ({
      contents: groups[path].contents,
      resolveDir: ROOT,
    }));
  },
});
