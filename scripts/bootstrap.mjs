#!/usr/bin/env node
// Runs before anything is installed: only Node's own modules, and syntax that an old Node can still read.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
/** The file that runs each command. */
const COMMANDS = {
  start: 'scripts/src/start.ts',
  dev: 'scripts/src/dev.ts',
  'dev-remote': 'scripts/src/dev-remote.ts',
  build: 'scripts/src/build.ts',
  test: 'scripts/src/test.ts',
  verify: 'scripts/src/verify.ts',
  admin: 'scripts/src/admin.ts',
  new: 'scripts/src/new.ts',
  events: 'scripts/src/events.ts',
  restart: 'scripts/src/restart.ts',
  release: 'releases/src/main.ts',
  bench: 'tools/bench/src/main.ts',
  conformance: 'tools/conformance/src/main.ts',
  faults: 'scripts/src/faults.ts',
};
const MARKER = join(ROOT, 'node_modules', '.palier-lock');

function stop(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  stop(
    `Palier needs Node 20.19 or newer; this is ${process.versions.node}. Install Node 24 from https://nodejs.org.`,
  );
}

// Whoever ran `npm ci` need not wait for it again: npm notes what it installed, and that is what the lock asks for.
function isInstalledByHand() {
  const packagesOf = (file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages;
  try {
    const installed = packagesOf('node_modules/.package-lock.json');
    return Object.entries(packagesOf('package-lock.json')).every(
      ([place, { version, link, optional, devOptional }]) =>
        !place.includes('node_modules/') ||
        link === true ||
        optional === true ||
        devOptional === true ||
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
    const why = error === undefined ? `npm ci ended with code ${status}` : error.message;
    stop(
      `The packages could not be installed: ${why}.\nCheck the network and the free disk space, then try again.`,
    );
  }
  noteInstalled(lock);
}

// An image's packages belong to root, and its user only looks again each time.
function noteInstalled(lock) {
  try {
    writeFileSync(MARKER, lock);
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error;
  }
}

function run(command, args) {
  const script = join(ROOT, COMMANDS[command]);
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NX_DAEMON: 'false' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'])
    process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event !== undefined) stopWithNpm(child);
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

/** Told to end by its number, npm ends with the shell that it started us in, which passes nothing on. */
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
installIfNeeded();
run(command, args);
