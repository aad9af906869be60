import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join, relative } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { ROOT } from '@palier/base/paths';
import { ensureBrowser, installedBrowser } from '@palier/base/process/browser';
import { installFromDebian } from '@palier/base/process/debian';
import { findProgram } from '@palier/base/process/find-program';
import { program } from '@palier/base/process/program';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { IS_INSTALLED } from '../installed';

/** A worker of the gate, which gets one job and ends. */
export interface GateWorker {
  readonly input: Writable;
  readonly output: Readable;
  /** What it printed beside its answers: why it did not start. */
  readonly complaint: () => string;
  end(): void;
}

/** Where systemd starts a worker for each connection (deploy/systemd/palier-gate.socket). */
const INSTALLED_SOCKET = '/run/palier-gate.sock';

function workerSocket(): string | null {
  const { RELEASE_GATE_SOCKET: named = '' } = process.env;
  if (named !== '') return named;
  return IS_INSTALLED && existsSync(INSTALLED_SOCKET) ? INSTALLED_SOCKET : null;
}

/** Node's arguments for the worker, from the folder ROOT. */
const WORKER = IS_INSTALLED
  ? ['--enable-source-maps', 'dist/gate.mjs']
  : program('releases/src/gate/gate-worker.program.ts').map((word) =>
      word.startsWith(ROOT) ? relative(ROOT, word) : word,
    );

/** A check of minutes leaves the processors to the calls of other teams and to commands. */
const LOW_PRIORITY = ['nice', '-n', '10'];
const NAMESPACES = ['--net', '--pid', '--mount', '--fork', '--kill-child', '--mount-proc'];
const SANDBOXED = '--no-new-privs --pdeathsig=KILL --inh-caps=-all';
/**
 * This script runs as root in the new namespaces. It mounts the program and Node where the worker can read
 * them, because their own folders may be closed to other users. Then it starts the worker as the user
 * `palier-gate`, or as the user `nobody` if the machine has no user `palier-gate`.
 */
const AS_OTHER_USER = `set -e
ip link set lo up
mount --bind "$1" "$3/program"
mount --bind "$2" "$3/node"
cd "$3/program"
user=$(id -u palier-gate 2>/dev/null || echo 65534)
node=$3/node
shift 3
exec setpriv --reuid="$user" --regid="$user" --clear-groups ${SANDBOXED} "$node" "$@"`;
/** The same without root: namespaces of a user, who stays the same. */
const AS_SAME_USER = `set -e
ip link set lo up
cd "$1"
node=$2
shift 3
exec setpriv --ambient-caps=-all ${SANDBOXED} "$node" "$@"`;

/** The command that starts a program of Node in namespaces without any network. Exported for its test. */
export async function isolatedCommand(words: readonly string[]): Promise<readonly string[]> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'program'));
  await writeFile(join(folder, 'node'), '');
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? [] : ['--user', '--map-current-user', '--keep-caps'];
  const script = isRoot ? AS_OTHER_USER : AS_SAME_USER;
  const places = [ROOT, process.execPath, folder];
  return [
    ...LOW_PRIORITY,
    'unshare',
    ...user,
    ...NAMESPACES,
    'sh',
    '-c',
    script,
    'gate',
    ...places,
    ...words,
  ];
}

/** The environment of an isolated program, which inherits none. */
export const ISOLATED_ENVIRONMENT: NodeJS.ProcessEnv = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C.UTF-8',
  HOME: '/nonexistent',
};

/** The browser of the worker, which does not find one in the home of the user who started the command. */
async function browserPath(): Promise<string> {
  if (!IS_INSTALLED && findProgram('ip', 'IP_PATH') === null) await installFromDebian(['iproute2'], 'ip');
  const { CHROME_PATH: installed } = IS_INSTALLED ? process.env : await ensureBrowser();
  return installed ?? installedBrowser() ?? (await import('playwright-core')).chromium.executablePath();
}

/** Why no worker can be started here, or null. */
function findObstacle(): string | null {
  if (process.platform !== 'linux') return 'only Linux has the namespaces of its worker';
  const hasKey = (process.env.RELEASE_SIGNING_KEY_FILE ?? '') !== '';
  return hasKey && process.getuid?.() !== 0
    ? "its worker would be the user who reads the operator's key; run the command as root, or start the " +
        'worker of an installation'
    : null;
}

/**
 * Starts a worker: that of the installation, or a process in namespaces of its own. Returns why there is none
 * as a text.
 */
export async function startWorker(): Promise<GateWorker | string> {
  const socket = workerSocket();
  if (socket !== null) return connectToWorker(socket);
  const obstacle = findObstacle();
  if (obstacle !== null) return obstacle;
  const env = { ...ISOLATED_ENVIRONMENT, CHROME_PATH: await browserPath() };
  const [command = '', ...words] = await isolatedCommand(WORKER);
  return attachTo(spawn(command, words, { env, stdio: ['pipe', 'pipe', 'pipe'] }));
}

function attachTo(child: ChildProcess): GateWorker {
  let complaint = '';
  child.on('error', ({ message }) => {
    complaint += message;
    child.stdout?.destroy();
  });
  child.stderr?.on('data', (content: Buffer) => {
    if (complaint.length < 2_000) complaint += content.toString();
  });
  return {
    input: child.stdin!,
    output: child.stdout!,
    complaint: () => complaint,
    end: () => void child.kill('SIGKILL'),
  };
}

async function connectToWorker(path: string): Promise<GateWorker | string> {
  const socket = createConnection(path);
  const failed = await new Promise<Error | null>((resolve) => {
    socket.once('connect', () => resolve(null)).on('error', resolve);
  });
  if (failed !== null) return `its worker does not answer (${failed.message})`;
  return { input: socket, output: socket, complaint: () => '', end: () => void socket.destroy() };
}
