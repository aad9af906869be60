import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { CommandError } from '@palier/base/command';
import { ROOT } from '@palier/base/paths';
import { runNode, runNpm } from '@palier/base/process/run';
import { readManifest } from '@palier/base/workspaces.mjs';
import { kitVersion, kitVersions, toolVersions } from './versions';

interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Each of these files reads this repository. The kit has another file in its place, which reads a repository
 * with one remote.
 */
const REPLACED = new Map(
  [
    'scripts/base/paths.ts',
    'scripts/base/workspaces.mjs',
    'scripts/build/front/build-front.ts',
    'scripts/build/checks/static-checks.ts',
    'scripts/kit/native-compiler.ts',
  ].map((path) => [join(ROOT, path), join(ROOT, `scripts/kit/replacements/${basename(path)}`)]),
);

const kitSources: Plugin = {
  name: 'kit-sources',
  setup(bundle) {
    bundle.onResolve(
      { filter: /^(\.|@palier\/)/ },
      async ({ path, importer, kind, resolveDir, pluginData }) => {
        if (pluginData === kitSources) return undefined;
        // The kit has the release commands of a team alone; those of an operator stay out.
        const isOperators =
          kind === 'dynamic-import' && importer === join(ROOT, 'releases/src/store-commands.ts');
        if (isOperators && path !== './publish' && path !== './signing') return { path, external: true };
        const found = path.startsWith('.')
          ? (await bundle.resolve(path, { importer, kind, resolveDir, pluginData: kitSources })).path
          : createRequire(importer).resolve(path);
        return { path: REPLACED.get(found) ?? found };
      },
    );
  },
};

async function compile(name: string, folder: string, options: object): Promise<void> {
  const config = join(folder, 'tsconfig.json');
  await mkdir(folder, { recursive: true });
  await writeFile(
    config,
    json({
      extends: join(ROOT, name, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        rootDir: join(ROOT, name, 'src'),
        outDir: folder,
        ...options,
      },
      include: [join(ROOT, name, 'src'), join(ROOT, 'shared/src/css-modules.d.ts')],
      exclude: [join(ROOT, name, 'src/**/*.test.*')],
    }),
  );
  const tsc = join(ROOT, 'scripts/types/node_modules/typescript/bin/tsc');
  const { code, output } = await runNode([tsc, '-p', config]);
  await rm(config);
  if (code !== 0)
    throw new CommandError(`${name} does not compile:\n${output.trim()}`, 'Correct it, then try again.');
  for (const file of await readdir(join(ROOT, name, 'src'), { recursive: true }))
    if (/\.(css|html)$/.test(file)) await cp(join(ROOT, name, 'src', file), join(folder, file));
}

/**
 * The published form of an entry of shared: `./src/money/index.ts` becomes `./money/index.js` and its types.
 */
function publishedEntry(path: string): string | { types: string; default: string } {
  const [file, extension] = path.replace('/src/', '/').split(/\.(?=[a-z]+$)/);
  if (!/^tsx?$/.test(extension ?? '')) return path.replace('/src/', '/');
  return { types: `${file}.d.ts`, default: `${file}.js` };
}

/** Without "type": its imports have no file extensions, which bundlers and Jest accept only then. */
async function makeShared(folder: string): Promise<void> {
  const { exports, dependencies } = readManifest('shared') as Manifest;
  await compile('shared', folder, {});
  const optional = ['@testing-library/dom', '@testing-library/react', 'msw'];
  const manifest = {
    name: '@palier/shared',
    version: kitVersion(),
    description: 'What the shell of Palier offers to its remotes.',
    license: 'UNLICENSED',
    exports: Object.fromEntries(
      Object.entries(exports).map(([entry, path]) => [entry, publishedEntry(path)]),
    ),
    dependencies,
    peerDependencies: Object.fromEntries(optional.map((name) => [name, '*'])),
    peerDependenciesMeta: Object.fromEntries(optional.map((name) => [name, { optional: true }])),
  };
  await writeFile(join(folder, 'package.json'), json(manifest));
  await cp(join(ROOT, 'shared/api.txt'), join(folder, 'api.txt'));
}

async function copySources(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await mkdir(join(folder, 'src', name), { recursive: true });
    for (const file of await readdir(join(ROOT, 'scripts/build', name))) {
      if (file.includes('.test.') || file === 'all-projects.mjs') continue;
      const text = await readFile(join(ROOT, 'scripts/build', name, file), 'utf8');
      await writeFile(
        join(folder, 'src', name, file),
        text
          .replaceAll('@palier/standalone', '@palier/remote-kit/harness')
          .replace(/@palier\/base\/([a-z-]+\.mjs)/g, '../$1'),
      );
    }
  }
}

/** The types of the exports that are plain JavaScript. */
export const TYPE_DECLARATIONS = {
  'bundler.d.ts': `import type { Configuration } from 'webpack';
export declare function createRemoteConfig(options: {
  name: string;
  dir: string;
}): (env?: object, argv?: { mode?: string }) => Configuration;
`,
  'jest.d.ts': `import type { Config } from 'jest';
export declare function createJestConfig(options: { dir: string }): Config;
`,
};

async function makeRemoteKit(folder: string, shared: string): Promise<void> {
  await compile('standalone', join(folder, 'harness'), { paths: { '@palier/shared/*': [`${shared}/*`] } });
  await copySources(folder, ['bundler', 'jest', 'lint']);
  await cp(
    join(ROOT, 'scripts/build/front/description-file.mjs'),
    join(folder, 'src/front/description-file.mjs'),
  );
  await cp(join(ROOT, 'scripts/kit/replacements/workspaces.mjs'), join(folder, 'src/workspaces.mjs'));
  await cp(join(ROOT, 'scripts/base/dev-ports.mjs'), join(folder, 'src/dev-ports.mjs'));
  await cp(join(ROOT, 'shared/src/css-modules.d.ts'), join(folder, 'css-modules.d.ts'));
  for (const [file, text] of Object.entries(TYPE_DECLARATIONS)) await writeFile(join(folder, file), text);
  const [base, front] = await Promise.all(
    ['base', 'front'].map(async (name) => {
      const text = await readFile(join(ROOT, `tsconfig.${name}.json`), 'utf8');
      return (JSON.parse(text) as { compilerOptions: object }).compilerOptions;
    }),
  );
  await writeFile(join(folder, 'tsconfig.json'), json({ compilerOptions: { ...base, ...front } }));
  for (const file of ['README.md', 'api.txt']) await cp(join(ROOT, 'scripts/kit', file), join(folder, file));
  const program = join(folder, 'bin/palier-remote.mjs');
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['scripts/kit/remote.ts'],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'error',
    plugins: [kitSources],
  });
  await chmod(program, 0o755);
  const manifest = {
    name: '@palier/remote-kit',
    version: kitVersion(),
    description: 'Builds, tests, runs and releases a remote of Palier in a repository of its own.',
    license: 'UNLICENSED',
    type: 'module',
    engines: { node: '>=20.19' },
    bin: { 'palier-remote': 'bin/palier-remote.mjs' },
    exports: {
      './bundler': { types: './bundler.d.ts', default: './src/bundler/index.mjs' },
      './jest': { types: './jest.d.ts', default: './src/jest/index.mjs' },
      './harness': { types: './harness/index.d.ts', default: './harness/index.js' },
      './harness/index.html': './harness/index.html',
      './tsconfig.json': './tsconfig.json',
      './package.json': './package.json',
    },
    palier: kitVersions(),
    dependencies: { '@palier/shared': `^${kitVersion()}`, ...toolVersions() },
  };
  await writeFile(join(folder, 'package.json'), json(manifest));
  // Its imports have no file extensions, like those of shared.
  await writeFile(join(folder, 'harness/package.json'), json({}));
}

/**
 * Makes both packages of the kit in `folder`, and returns their archives, which any npm registry can carry.
 */
export async function makeKit(folder: string): Promise<string[]> {
  await rm(folder, { recursive: true, force: true });
  const [shared, kit] = [join(folder, 'shared'), join(folder, 'remote-kit')];
  await makeShared(shared);
  await makeRemoteKit(kit, shared);
  const { code, output } = await runNpm(['pack', shared, kit, '--pack-destination', folder, '--silent']);
  if (code !== 0) throw new CommandError(`npm pack ended with ${code}: ${output}`, 'Correct the cause.');
  return ['shared', 'remote-kit'].map((name) => join(folder, `palier-${name}-${kitVersion()}.tgz`));
}
