#!/usr/bin/env node
// Runs before anything is installed, so it uses only Node's own modules, and syntax that an old Node can
// parse.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
/** The file that runs each command. */
const COMMANDS = {
  start: 'scripts/commands/start.ts',
  dev: 'scripts/commands/dev.ts',
  'dev-remote': 'scripts/commands/dev-remote.ts',
  build: 'scripts/commands/build.ts',
  test: 'tests/runner/test.ts',
  verify: 'tests/runner/verify.ts',
  package: 'scripts/commands/package.ts',
  components: 'scripts/commands/components.ts',
  admin: 'scripts/commands/admin.ts',
  new: 'scripts/commands/new.ts',
  kit: 'scripts/commands/kit.ts',
  events: 'scripts/commands/events.ts',
  restart: 'scripts/commands/restart.ts',
  release: 'releases/src/main.ts',
  bench: 'tests/bench/main.ts',
  conformance: 'tests/conformance/main.ts',
  drill: 'tests/drill/main.ts',
  faults: 'tests/faults/main.ts',
};
/**
 * The commands of operators. In production they run what is there: they install and compile nothing beside a
 * running server.
 */
const OPERATOR_COMMANDS = ['admin', 'release'];
const MARKER = join(ROOT, 'node_modules', '.palier-lock');

function stop(message, code = 1) {
  console.error(`\n${message}`);
  process.exit(code);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  stop(
    `Palier needs Node 20.19 or newer; this is ${process.versions.node}. ` +
      'Install Node 24 from https://nodejs.org.',
  );
}

const packagesOf = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;

/** Whether `npm ci --omit=dev` installed the packages: the compiler, a development dependency, is missing. */
function isInstalledForProduction() {
  try {
    return packagesOf('node_modules/.package-lock.json')['node_modules/esbuild'] === undefined;
  } catch {
    return false;
  }
}

// After `npm ci`, npm's list of installed packages agrees with package-lock.json, but for the packages that
// were left out.
function isInstalledByHand() {
  try {
    const installed = packagesOf('node_modules/.package-lock.json');
    const isForProduction = isInstalledForProduction();
    return Object.entries(packagesOf('package-lock.json')).every(
      ([place, { version, link, dev, optional, devOptional }]) =>
        !place.includes('node_modules/') ||
        link === true ||
        optional === true ||
        devOptional === true ||
        (dev === true && isForProduction) ||
        (installed[place] !== undefined && installed[place].version === version),
    );
  } catch {
    return false;
  }
}

function installIfNeeded() {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(MARKER) && readFileSync(MARKER, 'utf8') === lock) return;
  if (isInstalledByHand()) return noteInstalled(lock);
  if (isInstalledForProduction())
    stop(
      'The packages are installed for production and differ from package-lock.json. Run npm ci --omit=dev.',
      3,
    );
  console.log('Installing packages (once, some minutes on a slow line) …');
  const npm = process.env.npm_execpath;
  const [command, prefix] =
    npm !== undefined && /\.c?js$/.test(npm)
      ? [process.execPath, [npm]]
      : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  const { status, error } = spawnSync(
    command,
    [...prefix, 'ci', '--include=dev', '--no-audit', '--no-fund'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: command.endsWith('.cmd'),
    },
  );
  if (status !== 0) {
    if (error?.code === 'ENOENT')
      stop('npm is not in PATH. Install Node 24 from https://nodejs.org, which contains npm.');
    const why = error === undefined ? `npm ci ended with code ${status}` : error.message;
    stop(
      `The packages could not be installed: ${why}.\n` +
        'Check the network and the free disk space, then try again.',
    );
  }
  noteInstalled(lock);
}

// In a container image the packages belong to root: the marker cannot be written, and each start checks the
// list again.
function noteInstalled(lock) {
  try {
    writeFileSync(MARKER, lock);
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error;
  }
}

/**
 * Compiles the programs whose sources changed. With `--no-build` it compiles only a command that was never
 * compiled.
 */
async function compileIfNeeded(command, args) {
  if (args.includes('--no-build') && existsSync(compiled(command))) return;
  const { compilePrograms } = await import('./build/programs/compile.mjs');
  await compilePrograms(Object.values(COMMANDS)).catch((error) => stop(error.message));
}

/** The compiled form of a command: `scripts/commands/start.ts` becomes `scripts/commands/dist/start.mjs`. */
const compiled = (command) =>
  join(
    ROOT,
    COMMANDS[command]
      .replace('/src/', '/')
      .replace(/[^/]+$/, 'dist/$&')
      .replace(/\.ts$/, '.mjs'),
  );

function run(command, args) {
  const child = spawn(process.execPath, ['--enable-source-maps', compiled(command), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NX_DAEMON: 'false' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'])
    process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event !== undefined) stopWithNpm(child);
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

/**
 * Stops the child when npm has ended: a signal to npm ends npm and the shell that npm started, but does not
 * reach this process.
 */
function stopWithNpm(child) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
  watch.unref();
}

const [command = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(COMMANDS, command))
  stop(`Usage: npm run <command>, one of: ${Object.keys(COMMANDS).join(', ')}.`);
checkNode();
const isProduction = process.env.NODE_ENV === 'production' || isInstalledForProduction();
if (!isProduction || !OPERATOR_COMMANDS.includes(command)) {
  installIfNeeded();
  await compileIfNeeded(command, args);
}
if (!existsSync(compiled(command)))
  stop(`${compiled(command)} is missing. Run npm run build before npm ci --omit=dev.`, 3);
run(command, args);
