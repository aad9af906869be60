import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { basename, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { buildVersion } from '@palier/releases/build-version';
import { developmentVersion } from '@palier/releases/publish-build';
import { listFiles, writeFolder } from '@palier/releases/version-files';
import { buildFront } from '@palier/build/front/build-front';
import { buildShell } from '@palier/build/front/build-shell';
import { addDictionaryForms } from '@palier/build/front/dictionary-forms';
import { bundle } from '@palier/build/programs/compile.mjs';
import { CommandError } from '@palier/base/command';
import { FRONT_PACKAGES, REMOTES, ROOT } from '@palier/base/paths';
import { run, runNpm } from '@palier/base/process/run';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { folderOfRemote, readManifest } from '@palier/base/workspaces.mjs';
import { billOfMaterials, json, LICENSE, licenseOf } from '@palier/build/libraries/bill-of-materials';
import { nameOf, requiredPackages, type Lock } from '@palier/build/libraries/locked-packages';

/** The programs of the artefact: lib/dist/<name>.mjs. */
const PROGRAMS = {
  server: 'server/src/main.ts',
  operator: 'server/src/operator/main.ts',
  provider: 'demo-provider/src/main.ts',
  release: 'releases/src/main.ts',
  gate: 'releases/src/gate/gate-worker.program.ts',
} as const;
const TAR_REMEDY = 'Install GNU tar (Debian: apt install tar), and name it tar in PATH.';
/** Modules that need the working tree. No command of the artefact imports them. */
const LEFT_OUT = ['./publish', './publish-release'];
/** Files that programs read beside their sources, in lib/. */
const FILES = ['server/database', 'demo-provider/public', 'demo-provider/schema.sql'];
/** Files that operators read and install. */
const FOR_OPERATORS = ['deploy', 'docs'];
/** Settings and keys that someone put beside deploy/compose.yaml, and pictures of the README. */
const NOT_FOR_OPERATORS = /\.(env|pem|crt|key|webp|png|bak)$|~$|\/metrics-token$/;
/** Files of packages that nothing reads at run time. */
const UNUSED = /\.(map|md|markdown|[cm]?ts|tsbuildinfo)$|\/(test|tests|\.github|examples?|benchmarks?)$/i;

interface Artefact {
  readonly file: string;
  readonly bytes: number;
}

interface ArtefactOptions {
  /** Leaves out native modules of other platforms, which npm did not install here. */
  readonly onlyInstalled?: boolean;
  /** The folders `shell` of earlier artefacts, the newest first: browsers make the new files from theirs. */
  readonly earlierShells?: readonly string[];
}

/**
 * Makes palier-<version>.tar.gz and SHA256SUMS in a folder. Equal sources give equal bytes. Throws a
 * CommandError when a part cannot be built.
 */
export async function makeArtefact(output: string, options: ArtefactOptions = {}): Promise<Artefact> {
  const { version } = readManifest('.') as { version: string };
  const name = `palier-${version}`;
  const parent = await temporaryFolder();
  await assembleArtefact(join(parent, name), options);
  const file = join(output, `${name}.tar.gz`);
  await mkdir(output, { recursive: true });
  return { file, bytes: await writeArchive(parent, name, file) };
}

/** Writes the files of the artefact to a new folder. */
export async function assembleArtefact(
  folder: string,
  { onlyInstalled = false, earlierShells = [] }: ArtefactOptions,
): Promise<void> {
  const { version } = readManifest('.') as { version: string };
  process.env.SOURCE_DATE_EPOCH ??= await commitTime();
  const lock = await readLockFile();
  await copyFrontEnd(folder, earlierShells);
  const { outputFiles, libraries } = await compilePrograms();
  await mkdir(join(folder, 'lib/dist'), { recursive: true });
  for (const { path, contents } of outputFiles)
    await writeFile(join(folder, 'lib/dist', basename(path)), contents);
  for (const file of FILES) await cp(join(ROOT, file), join(folder, 'lib', file), { recursive: true });
  for (const part of FOR_OPERATORS)
    await cp(join(ROOT, part), join(folder, part), {
      recursive: true,
      filter: (path) => !NOT_FOR_OPERATORS.test(path),
    });
  const places = requiredPackages(lock, libraries, 'server');
  for (const place of places) await copyPackage(lock, place, join(folder, 'lib'), onlyInstalled);
  await writeFile(
    join(folder, 'lib/package.json'),
    json({ name: 'palier', version, private: true, workspaces: [] }),
  );
  await mkdir(join(folder, 'bin'));
  await cp(join(ROOT, 'scripts/artefact/palier.cjs'), join(folder, 'bin/palier'));
  await chmod(join(folder, 'bin/palier'), 0o755);
  await describeContents(folder, lock, componentsOf(lock, libraries), version);
}

/** The places in the lock of all packages that the artefact contains, sorted. */
export async function artefactComponents(): Promise<string[]> {
  const { libraries } = await compilePrograms();
  return componentsOf(await readLockFile(), libraries);
}

/** The packages beside the programs, and those that are compiled into the front ends. */
function componentsOf(lock: Lock, libraries: readonly string[]): string[] {
  const bundled = FRONT_PACKAGES.flatMap((front) => requiredPackages(lock, librariesOf(lock, front), front));
  return [...new Set([...requiredPackages(lock, libraries, 'server'), ...bundled])].sort();
}

const librariesOf = (lock: Lock, front: string): string[] => Object.keys(lock[front]?.dependencies ?? {});

/** The date of the commit in seconds, which all files get; outside Git one fixed date. */
async function commitTime(): Promise<string> {
  const { code, output } = await run('git', ['log', '-1', '--format=%ct']);
  return code === 0 ? output.trim() : '1767225600';
}

async function readLockFile(): Promise<Lock> {
  return (JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages;
}

/**
 * Copies the shell without the files of earlier builds (build-shell.ts) but with forms for browsers that have
 * one of `earlierShells`, and the remotes as a store has them.
 */
async function copyFrontEnd(folder: string, earlierShells: readonly string[]): Promise<void> {
  const { dist } = await buildShell();
  const current = new Set(JSON.parse(await readFile(join(dist, 'assets.json'), 'utf8')) as string[]);
  const isCurrent = (file: string): boolean =>
    file === '' || current.has(file) || /^[^.].*\.(json|html)$/.test(file);
  await cp(dist, join(folder, 'shell'), {
    recursive: true,
    filter: (path) => isCurrent(relative(dist, path).replace(/\.(br|gz)$/, '')),
  });
  await addDictionaryForms(join(folder, 'shell'), earlierShells);
  for (const remote of REMOTES) {
    const { dist: built, hash } = await buildFront(folderOfRemote(remote));
    const version = developmentVersion(remote, hash);
    const records = { isChecked: false, bill: null, isWithoutSourceMaps: true };
    const { files } = await buildVersion(remote, version, built, records);
    await writeFolder(files, join(folder, 'remotes', remote, version));
  }
}

/**
 * Compiles the programs for one folder, so that they share what they have in common, and names the packages
 * that they import.
 */
async function compilePrograms() {
  const entryPoints = Object.entries(PROGRAMS).map(([name, source]) => ({ in: source, out: name }));
  const { outputFiles, metafile } = await bundle('dist', entryPoints, {
    splitting: true,
    external: LEFT_OUT,
  });
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external === true).map(({ path }) => path),
  );
  const isPackage = (path: string): boolean =>
    !path.startsWith('.') && !path.startsWith('node:') && !builtinModules.includes(path);
  const names = imported.filter(isPackage).map((path) => /^(@[^/]+\/)?[^/]+/.exec(path)![0]);
  return { outputFiles, libraries: [...new Set(names)].sort() };
}

/** Copies a package from node_modules; a native module of another platform is fetched from the registry. */
async function copyPackage(lock: Lock, place: string, lib: string, onlyInstalled: boolean): Promise<void> {
  const source = join(ROOT, place);
  const target = join(lib, place.slice(place.indexOf('node_modules/')));
  const isInstalled = await readdir(source).catch(() => null);
  if (isInstalled === null && onlyInstalled) return;
  const from = isInstalled === null ? await fetchPackage(lock, place) : source;
  await cp(from, target, {
    recursive: true,
    filter: (path) =>
      path === from ||
      (basename(path) !== 'node_modules' && (!UNUSED.test(path) || LICENSE.test(basename(path)))),
  });
}

/** Downloads a package with npm, compares it with the lock and unpacks it. Returns its folder. */
async function fetchPackage(lock: Lock, place: string): Promise<string> {
  const name = nameOf(place);
  const { version = '', integrity } = lock[place]!;
  const folder = await temporaryFolder();
  const { code, output } = await runNpm(['pack', `${name}@${version}`, '--pack-destination', folder]);
  const [file] = await readdir(folder);
  if (code !== 0 || file === undefined)
    throw new CommandError(
      `${name} ${version} cannot be fetched: ${output}`,
      'Check the network, then try again.',
    );
  const hash = createHash('sha512').update(await readFile(join(folder, file)));
  if (`sha512-${hash.digest('base64')}` !== integrity)
    throw new CommandError(
      `${name} ${version} differs from package-lock.json.`,
      'Compare it with the registry.',
    );
  const unpacked = await run('tar', ['-xzf', join(folder, file), '-C', folder]);
  if (unpacked.code !== 0)
    throw new CommandError(`${name} ${version} was not unpacked: ${unpacked.output.trim()}`, TAR_REMEDY);
  return join(folder, 'package');
}

/** Writes the bill of materials, the licences of all packages and the checksums of all files. */
async function describeContents(
  folder: string,
  lock: Lock,
  places: readonly string[],
  version: string,
): Promise<void> {
  await writeFile(join(folder, 'sbom.cdx.json'), await billOfMaterials(lock, places, version));
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  const texts = await Promise.all(places.map((place) => licenseOf(lock, place)));
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), texts.join(`\n${'-'.repeat(80)}\n`));
  const files = await listFiles(folder);
  const sums = await Promise.all(files.map(async (file) => `${await sha256(join(folder, file))}  ${file}\n`));
  await writeFile(join(folder, 'SHA256SUMS'), sums.join(''));
}

const sha256 = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

/**
 * Writes the archive with sorted names, one date and one owner, and its checksum beside it. Returns its size.
 */
export async function writeArchive(parent: string, name: string, file: string): Promise<number> {
  const attributes = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX', '--format=ustar'];
  const date = `--mtime=@${process.env.SOURCE_DATE_EPOCH}`;
  const tar = spawn('tar', ['--create', '--sort=name', date, ...attributes, name], {
    cwd: parent,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LC_ALL: 'C' },
  });
  let startFault: string | null = null;
  tar.once('error', ({ message }) => (startFault = message));
  const ended = new Promise<number | null>((resolve) => tar.once('close', resolve));
  const written = pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(file));
  const [code, streamFault] = await Promise.all([
    ended,
    written.then(
      () => null,
      (error: Error) => error,
    ),
  ]);
  // Without tar the stream breaks off too, and only the error of the start says why.
  const cause = startFault ?? (streamFault === null && code !== 0 ? `tar ended with ${code}` : null);
  if (cause !== null) throw new CommandError(`The archive was not written: ${cause}.`, TAR_REMEDY);
  if (streamFault !== null) throw streamFault;
  await writeFile(join(file, '../SHA256SUMS'), `${await sha256(file)}  ${basename(file)}\n`);
  return (await readFile(file)).length;
}
