import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolders } from '../workspaces.mjs';
import { compiledFile } from './compiled-file.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const IS_PROGRAM = /(^|\/)(main|[^/]+\.program)\.ts$/;
const IS_TEST = /\.test\.ts$/;
/** Each process that loads the server, or that starts a PostgreSQL for the demo provider, costs more than most tests. */
const IS_UNIT = /\/unit\/|\.unit\.test\.ts$|^demo-provider\//;
const SOURCE = '__sourceAddress';
const OUTPUT = '__outputAddress';
const IGNORED = new Set(['node_modules', 'dist', 'dist-standalone', 'fixtures']);

/** The packages that run in Node alone: packages for the browser have a Jest configuration, the journeys one of Playwright. */
const nodePackages = () =>
  packageFolders().filter(
    (name) =>
      existsSync(join(ROOT, name, 'tsconfig.json')) &&
      !existsSync(join(ROOT, name, 'jest.config.mjs')) &&
      !existsSync(join(ROOT, name, 'playwright.config.ts')),
  );

/** @param {string} folder @returns {string[]} the TypeScript files in a folder, as paths inside the repository */
function sourcesIn(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : sourcesIn(path);
    return entry.name.endsWith('.ts') ? [path] : [];
  });
}

/**
 * Compiles the programs of every Node package whose sources changed: its files named `main.ts` or `*.program.ts`, and the
 * commands. An installation for production leaves out esbuild; there the compiled files stay as they are.
 * @param {readonly string[]} commands the source files of the commands
 */
export async function compilePrograms(commands) {
  if (!existsSync(join(ROOT, 'node_modules/esbuild'))) return;
  const packages = nodePackages();
  await Promise.all(
    packages.map(async (name) => {
      const sources = sourcesIn(name).filter((path) => IS_PROGRAM.test(path) || commands.includes(path));
      await compile({ sources, folder: `${name}/dist`, packages });
    }),
  );
}

/**
 * Compiles the tests of a package and what they share. Tests that match `IS_UNIT` become one file, which one process runs.
 * @param {string} name the package's folder
 * @returns {Promise<string[]>} the compiled test files
 */
export async function compileTests(name) {
  const packages = nodePackages();
  const tests = sourcesIn(name).filter((path) => IS_TEST.test(path));
  const [unit, others] = [true, false].map((isUnit) => tests.filter((path) => IS_UNIT.test(path) === isUnit));
  const sources = unit.length === 0 ? others : [...others, `${name}/unit.test.ts`];
  return compile({ sources, folder: `${name}/dist/tests`, packages, unit });
}

/**
 * @param {{sources: readonly string[], folder: string, packages: readonly string[], unit?: readonly string[]}} options
 * `unit`: the unit tests that `unit.test.ts` imports; absent: the sources are programs, not tests
 * @returns {Promise<string[]>} the compiled files
 */
async function compile({ sources, folder, packages, unit }) {
  const splitting = unit !== undefined;
  const outputs = sources.map((source) => `${folder}/${compiledFile(source, packages).split('/dist/')[1]}`);
  const marker = join(ROOT, folder, 'inputs.json');
  const names = [...sources, ...(unit ?? [])];
  if (sources.length === 0 || isCurrent(marker, names)) return outputs;
  const entryPoints = sources.map((source, index) => ({
    in: source,
    out: outputs[index].slice(folder.length + 1).replace(/\.mjs$/, ''),
  }));
  const { outputFiles, metafile } = await bundle(folder, entryPoints, { splitting, unit });
  write(folder, outputFiles, splitting);
  const inputs = Object.keys(metafile.inputs).filter((input) => existsSync(join(ROOT, input)));
  writeFileSync(marker, JSON.stringify({ hash: hashOf(names, inputs), inputs }));
  return outputs;
}

/**
 * Bundles programs for a folder, without writing them.
 * @param {string} folder as a path inside the repository
 * @param {readonly {in: string, out: string}[]} entryPoints the source of each program, and its file name without `.mjs`
 * @param {{splitting?: boolean, unit?: readonly string[], external?: readonly string[]}} options
 */
export async function bundle(folder, entryPoints, { splitting = false, unit = [], external = [] }) {
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
    plugins: [ownPackages, sourceAddresses(folder), unitTests(unit)],
  });
}

/** Replaces each file atomically, because another run may read the file meanwhile; of tests, also removes the files of earlier runs. */
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

/** Packages of this repository are TypeScript, so they are compiled in; all other packages are loaded when the program runs. */
const ownPackages = {
  name: 'own-packages',
  setup(build) {
    build.onResolve({ filter: /^@palier\// }, ({ path, importer }) => ({
      path: createRequire(importer).resolve(path),
    }));
  },
};

/** Keeps `import.meta.url` the address of the source, so that code finds the files beside the source (migrations, assets). */
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

/** One file that runs all unit tests of a package. */
const unitTests = (tests) => ({
  name: 'unit-tests',
  setup(build) {
    const filter = /^[^/]+\/unit\.test\.ts$/;
    build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'unit-tests' }));
    build.onLoad({ filter, namespace: 'unit-tests' }, () => ({
      contents: tests.map((path) => `import ${JSON.stringify(`./${path}`)};`).join('\n'),
      resolveDir: ROOT,
    }));
  },
});
