import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readArguments } from '@palier/base/arguments';
import { CommandError, runCommand, SetupError } from '@palier/base/command';
import { program } from '@palier/base/process/program';
import { findProgram } from '@palier/base/process/find-program';
import { requirePrograms } from '@palier/base/process/required-programs';
import { run } from '@palier/base/process/run';
import { runRows, selectRows } from '@palier/test-support/rows';
import { installArtefact, makeArtefact } from './installation';
import { storeTrials, type StoredTrial } from './results';
import { DEBOOTSTRAP, requireDrillPrograms } from './required-programs';
import type { DrillRow } from './row';
import { runRow, type ContextOf } from './run-row';
import { DATABASE_ROWS } from './rows/database-rows';
import { restore } from './rows/restore';
import { sockets } from './rows/sockets';
import { UPGRADE_ROWS } from './rows/upgrade';
import { execute } from './site/programs';
import { startSite, type Site } from './site/site';

/** Every row, in the order of docs/drill.md. */
const ALL_ROWS: readonly DrillRow[] = [...DATABASE_ROWS, restore, ...UPGRADE_ROWS, sockets];
const USAGE = `Usage: npm run drill -- [row …] [--trials N] [--resume] [--root folder] [--artefact file]
       npm run drill -- prepare <folder>     makes a Debian root with the programs, for --root
Rows: ${ALL_ROWS.map(({ id }) => id).join(', ')}`;
const PACKAGES = [
  'postgresql-18',
  'postgresql-client-18',
  'patroni',
  'python3-etcd',
  'etcd-server',
  'etcd-client',
  'haproxy',
  'pgbouncer',
  'pgbackrest',
  'nats-server',
].join(',');
/** Set for the process that runs in namespaces of its own. */
const INSIDE_VARIABLE = 'PALIER_DRILL_INSIDE';

interface Values {
  readonly trials: string;
  /** The Debian root. */
  readonly root: string;
  /** Keeps the stored trials and adds those that are missing. */
  readonly resume: boolean;
  /** Default: the artefact that `npm run package` makes. */
  readonly artefact?: string | undefined;
}
type Options = ReturnType<typeof readOptions>;

function readOptions(names: readonly string[], { trials: text, ...values }: Values) {
  const trials = Number(text);
  if (!Number.isInteger(trials) || trials < 1)
    throw new CommandError('--trials is a whole number from 1.', USAGE);
  return { ...values, trials, rows: selectRows(ALL_ROWS, names, USAGE) };
}

/** Makes a Debian root with the programs of the drill; needs root and debootstrap. Returns the exit code. */
async function prepareRoot(folder: string | undefined): Promise<number> {
  if (folder === undefined) throw new CommandError('The folder is missing.', USAGE);
  const options = ['--variant=minbase', `--include=${PACKAGES}`];
  await requirePrograms('npm run drill -- prepare', [DEBOOTSTRAP]);
  requireRoot('debootstrap needs Linux and root.');
  // The script of sid makes every newer suite; an older debootstrap has none under the name of this one.
  const args = [...options, 'forky', folder, 'http://deb.debian.org/debian', 'sid'];
  const { code, output } = await run(findProgram('debootstrap', DEBOOTSTRAP.variable)!, args, { live: true });
  if (code !== 0)
    throw new SetupError(`debootstrap ended with ${code}.`, output.trim().split('\n').at(-1) ?? '');
  return 0;
}

function requireRoot(sentence: string): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new SetupError(sentence, 'Run it as root.');
}

/**
 * Runs this command again with network, mounts and processes of its own: several drills run side by side, and
 * no process, mount or address is left when the drill ends or is killed.
 */
async function runInside({ artefact, rows, root }: Options): Promise<number> {
  await requireDrillPrograms(rows, root);
  requireRoot('The drill needs Linux and root, for namespaces and mounts.');
  // Packing needs the network, which the namespace lacks.
  const installed = artefact === undefined ? ['--artefact', await makeArtefact()] : [];
  const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  // The shell is the first process of the namespace and collects ended processes; otherwise Patroni would see
  // a killed postmaster as alive.
  const again = ['sh', '-c', '"$@"; exit $?', 'drill', process.execPath, ...program('tests/drill/main.ts')];
  const child = spawn('unshare', [...namespaces, ...again, ...process.argv.slice(2), ...installed], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE_VARIABLE]: '1' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Ends every other process of the drill's process namespace, also those that a killed program left. */
function endAllProcesses(): void {
  if (process.env[INSIDE_VARIABLE] === undefined || process.ppid !== 1)
    throw new Error('not in a namespace of its own');
  try {
    process.kill(-1, 'SIGKILL');
  } catch {
    // There is no other process.
  }
}

async function runChosen(options: Options): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-drill-'));
  const { root } = options;
  await execute('ip', 'link', 'set', 'lo', 'up');
  // `runInside` has named the artefact.
  const installation = await installArtefact(options.artefact!, path.join(folder, 'palier'));
  let site: Promise<Site> | null = null;
  const discardSite = async (): Promise<void> => {
    const stopped = site;
    site = null;
    await stopped?.then((one) => one.owner.end()).catch(() => undefined);
    endAllProcesses();
  };
  const contextOf: ContextOf = (trial, { expect, faultBegins }) => ({
    trial,
    installation,
    root,
    folder,
    site: () =>
      (site ??= startSite({
        installation,
        root,
        folder,
      })),
    expect,
    faultBegins,
  });
  const store = (row: DrillRow, trials: readonly StoredTrial[]): Promise<void> =>
    storeTrials(row, trials, ALL_ROWS);
  let code: number;
  try {
    code = await runRows(options.rows, (row) => runRow(row, options, { contextOf, discardSite, store }));
  } finally {
    await discardSite();
  }
  if (code !== 0) console.log(`The logs are in ${folder}.`);
  else await rm(folder, { recursive: true, force: true });
  return code;
}

runCommand(async () => {
  const options = {
    trials: { type: 'string', default: '3' },
    root: { type: 'string', default: '/' },
    resume: { type: 'boolean', default: false },
    artefact: { type: 'string' },
  } as const;
  const { values, positionals } = readArguments({ allowPositionals: true, options }, USAGE);
  if (positionals[0] === 'prepare') return prepareRoot(positionals[1]);
  const chosen = readOptions(positionals, values);
  return process.env[INSIDE_VARIABLE] === undefined ? runInside(chosen) : runChosen(chosen);
});
