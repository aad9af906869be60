#!/usr/bin/env node
// The command of the artefact. CommonJS and plain syntax, so that an old Node prints the sentence below and
// no stack.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '..');
const USAGE = `palier serve              runs one server process, until SIGTERM
palier migrate            brings the database to the schema of this version
palier ready              asks the process at HOST:PORT whether it serves
palier provider           runs the demo games provider
palier admin <command>    commands of operators; palier admin --help lists them
palier after-restore      settles a restored database; run it before the first palier serve
palier doctor             checks the settings and what they name before a start
palier release <command>  versions of remotes; palier release --help lists them
palier --version

Settings are environment variables. Unless set otherwise: NODE_ENV=production,
DATA_DIR=/var/lib/palier (or the state directory of systemd), REMOTES_ROOT=$DATA_DIR/releases,
STATIC_ROOT=${join(ROOT, 'shell')}.
Exit codes: 0 done, 1 a finding, 2 a mistake on the command line, 3 the work could not be done.
`;
const HELP = {
  serve: `Usage: palier serve

Serves pages, calls and sockets at HOST:PORT until SIGTERM. Copies the remotes that users have from the
database to REMOTES_ROOT; palier release install puts those of this installation into the database.
`,
  ready: `Usage: palier ready [--alive | --wait <process id>]

Asks the server process at HOST:PORT whether it serves (/readyz). Exits 0 when it does, else 1.
--alive asks only whether it answers (/healthz), also while its database is down.
--wait asks until it serves, or exits 3 when the process with this id has ended.
`,
  provider: `Usage: palier provider

Runs the demo games provider at HOST:DEMO_PROVIDER_PORT, with PROVIDER_DATABASE_URL,
PROVIDER_AGENT_TOKEN and PROVIDER_SECRET.
`,
};

function end(stream, text, code) {
  stream.write(text);
  process.exitCode = code;
}

function isNodeSupported() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}

function setDefaults() {
  const { env } = process;
  const defaults = {
    PALIER_PROGRAM: 'palier',
    NODE_ENV: 'production',
    DATA_DIR: env.STATE_DIRECTORY || '/var/lib/palier',
    STATIC_ROOT: join(ROOT, 'shell'),
  };
  for (const name of Object.keys(defaults)) env[name] = env[name] || defaults[name];
  env.REMOTES_ROOT = env.REMOTES_ROOT || join(env.DATA_DIR, 'releases');
}

/** Runs a compiled program as if it had been started with these arguments. */
function run(program, args) {
  process.argv = [process.argv[0], join(ROOT, 'lib/dist', program), ...args];
  return import(`../lib/dist/${program}`);
}

/** The address at which a process with these settings answers; a wildcard address answers on loopback. */
function ownAddress({ HOST, PORT }) {
  const wildcards = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const host = wildcards[HOST] || HOST || '127.0.0.1';
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT || 3000}`;
}

const answers = (path) =>
  fetch(ownAddress(process.env) + path, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

function isAlive(processId) {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function waitUntilServing(processId) {
  while (!(await answers('/readyz'))) {
    if (!isAlive(processId)) return end(process.stderr, 'The process ended before it served.\n', 3);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return undefined;
}

async function ready([option, text, ...rest]) {
  if (option === '--wait' && /^[1-9]\d*$/.test(text) && rest.length === 0)
    return waitUntilServing(Number(text));
  if ((option !== undefined && option !== '--alive') || text !== undefined)
    return end(process.stderr, HELP.ready, 2);
  if (await answers(option === '--alive' ? '/healthz' : '/readyz')) return undefined;
  return end(process.stderr, `${ownAddress(process.env)} does not answer.\n`, 1);
}

async function main([name, ...args]) {
  if (name === '--version')
    return end(
      process.stdout,
      `${JSON.parse(readFileSync(join(ROOT, 'lib/package.json'), 'utf8')).version}\n`,
      0,
    );
  if (name === '--help' || name === 'help') return end(process.stdout, USAGE, 0);
  if (name === 'admin') return run('operator.mjs', args);
  if (['migrate', 'after-restore', 'doctor'].includes(name)) return run('operator.mjs', [name, ...args]);
  if (name === 'release') return run('release.mjs', args);
  if (HELP[name] === undefined)
    return end(process.stderr, name === undefined ? USAGE : `"${name}" is not a command.\n${USAGE}`, 2);
  if (args[0] === '--help') return end(process.stdout, HELP[name], 0);
  if (name === 'ready') return ready(args);
  if (args.length > 0) return end(process.stderr, `${name} takes no arguments.\n${HELP[name]}`, 2);
  return run(name === 'serve' ? 'server.mjs' : 'provider.mjs', []);
}

if (isNodeSupported()) {
  setDefaults();
  process.setSourceMapsEnabled(true);
  main(process.argv.slice(2)).catch((error) => end(process.stderr, `${error.stack}\n`, 3));
} else
  end(
    process.stderr,
    `Palier needs Node 20.19 or newer; this is ${process.versions.node}. ` +
      'Install Node 24 from https://nodejs.org.\n',
    3,
  );
