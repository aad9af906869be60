import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { getPriority, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { offerOfShell } from '@palier/build/front/needs';
import { SetupError } from '@palier/base/command';
import { REMOTES } from '@palier/base/paths';
import { program } from '@palier/base/process/program';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { runRelease } from '../command';
import { activateInStore, provideTestStore, writeVersion } from '../testing/test-store';
import { ISOLATED_ENVIRONMENT, isolatedCommand } from './start-worker';

const IS_ROOT = process.getuid?.() === 0;

/** A shell that the gate accepts as far as a browser is needed. */
async function writeShell(): Promise<string> {
  const shell = join(await temporaryFolder(), 'shell');
  await mkdir(shell);
  await writeFile(join(shell, 'index.html'), '<!doctype html><!--remotes-->');
  await writeFile(join(shell, 'shell.json'), JSON.stringify(offerOfShell()));
  return shell;
}

/** Runs a command in a user namespace in which the kernel makes no namespaces of one kind. */
async function runWithout(limit: string, words: readonly string[]): Promise<{ code: number; text: string }> {
  const script = 'echo 0 > /proc/sys/user/$0 && exec "$@"';
  const mapped = IS_ROOT ? [] : ['--map-current-user', '--keep-caps'];
  // The shell waits for its users before it executes the next one, which has the rights of root then.
  const waiting = 'read -r _ready; exec sh -c "$@"';
  const child = spawn('unshare', ['--user', ...mapped, 'sh', '-c', waiting, '', script, limit, ...words]);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (content: Buffer) => (text += content.toString()));
  if (IS_ROOT) await mapAllUsers(child);
  child.stdin.end('ready\n');
  const [code] = (await once(child, 'close')) as [number];
  return { code, text };
}

/** Root in the namespace of the process is root, and the other users are themselves. */
async function mapAllUsers({ pid }: ChildProcess): Promise<void> {
  for (const map of ['uid_map', 'gid_map'])
    for (let attempt = 0; ; attempt += 1)
      try {
        await writeFile(`/proc/${pid}/${map}`, '0 0 65536\n');
        break;
      } catch (error) {
        // The process is not in its namespace yet.
        if (attempt > 1_000) throw error;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
}

/** Answers each connection with a process, as systemd does for palier-gate.socket. */
async function serveWorkers(command: readonly string[]): Promise<{ path: string; server: Server }> {
  const path = join(await temporaryFolder(), 'gate.sock');
  const [name = '', ...words] = command;
  const server = createServer((socket) => {
    const child = spawn(name, words, { env: ISOLATED_ENVIRONMENT, stdio: ['pipe', 'pipe', 'ignore'] });
    socket.on('error', () => undefined).pipe(child.stdin);
    child.stdin.on('error', () => undefined);
    child.stdout.pipe(socket);
    socket.on('close', () => child.kill('SIGKILL'));
  });
  server.listen(path);
  await once(server, 'listening');
  return { path, server };
}

const WORKER = program('releases/src/gate/gate-worker.program.ts');

describe('worker of the release gate', () => {
  const at = provideTestStore();
  afterEach(() => {
    delete process.env.RELEASE_GATE_SOCKET;
  });

  test('The kernel refuses every connection of the worker, which inherits no variable', async () => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    listener.listen(0);
    await once(listener, 'listening');
    const { port } = listener.address() as { port: number };
    const ownAddresses = Object.values(networkInterfaces()).flatMap((all = []) => all);
    const hosts = ['127.0.0.1', '192.0.2.1', ...ownAddresses.map(({ address }) => address)];
    const script = `
      const connect = (host) => new Promise((resolve) => require('node:net')
        .connect({ host, port: ${port} })
        .on('connect', () => resolve('connected'))
        .on('error', ({ code }) => resolve(code)));
      Promise.all(${JSON.stringify(hosts)}.map(connect)).then((results) => console.log(JSON.stringify({
        results,
        names: Object.keys(process.env),
        user: process.getuid(),
        niceness: require('node:os').getPriority(),
        processes: require('node:fs').readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).length,
      })));`;
    process.env.RELEASE_SIGNING_KEY_FILE = '/etc/palier/operator.pem';
    const [command = '', ...words] = await isolatedCommand(['-e', script]);
    delete process.env.RELEASE_SIGNING_KEY_FILE;
    const child = spawn(command, words, { env: ISOLATED_ENVIRONMENT, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (content: Buffer) => (text += content.toString()));
    await once(child, 'close');
    listener.close();
    const { results, names, user, niceness, processes } = JSON.parse(text) as {
      results: string[];
      names: string[];
      user: number;
      niceness: number;
      processes: number;
    };
    for (const result of results) assert.match(result, /^(ECONNREFUSED|ENETUNREACH|EADDRNOTAVAIL|EINVAL)$/);
    assert.equal(connections, 0);
    assert.ok(
      names.every((name) => ['PATH', 'LANG', 'HOME', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name)),
      names.join(),
    );
    assert.notEqual(user, 0);
    assert.equal(niceness, Math.min(getPriority() + 10, 19), 'other calls go first');
    assert.equal(processes, 1, 'it sees no process of the machine');
  });

  const NOT_RUN = [
    ['refuses network namespaces', 'max_net_namespaces', /its screens were not opened: its worker ended/],
    [
      'refuses the sandbox of the browser',
      'max_user_namespaces',
      IS_ROOT ? /not opened: Chromium does not start in its sandbox/ : /not opened: its worker ended/,
    ],
  ] as const;
  for (const [title, limit, message] of NOT_RUN)
    test(`A kernel that ${title} makes the check count as not run`, async () => {
      await writeVersion(at.store, 'reports', '1.0.0');
      const activate = ['activate', 'reports', '1.0.0', '--shell', await writeShell()];
      const command = [process.execPath, ...program('releases/src/main.ts'), ...activate];
      const { code, text } = await runWithout(limit, command);
      assert.match(text, message);
      assert.match(text, /--ungated "<reason>"/);
      assert.equal(code, 3, text);
      assert.equal(
        (await runWithout(limit, [...command, '--ungated', 'a test'])).code,
        0,
        'with a reason it is released',
      );
    });

  test('A worker that systemd starts for a connection opens the screens', async () => {
    await writeVersion(at.store, 'reports', '1.0.0');
    const words = WORKER.map((word) => (word.startsWith('/') ? word.slice(process.cwd().length + 1) : word));
    const { path, server } = await serveWorkers(await isolatedCommand(words));
    process.env.RELEASE_GATE_SOCKET = path;
    await assert.rejects(
      runRelease(['activate', 'reports', '1.0.0', '--shell', await writeShell()]),
      // The shell of this test mounts nothing.
      /its screen \/report does not mount: no screen within 15 s/,
    );
    server.close();
  });

  test('A worker that is not isolated, ends early or answers nonsense opens no screen', async () => {
    await writeVersion(at.store, 'reports', '1.0.0');
    const shell = await writeShell();
    for (const [command, message] of [
      [[process.execPath, ...WORKER], /not opened: its worker (runs as root|has the network)/],
      [['false'], /not opened: its worker ended/],
      [['echo', '{"outcome":{"fault":null,"isPassed":true}}'], /sent a line that is not of the gate/],
    ] as const) {
      const { path, server } = await serveWorkers(command);
      process.env.RELEASE_GATE_SOCKET = path;
      await assert.rejects(runRelease(['activate', 'reports', '1.0.0', '--shell', shell]), message);
      server.close();
    }
    process.env.RELEASE_GATE_SOCKET = '/nowhere/gate.sock';
    await assert.rejects(
      runRelease(['activate', 'reports', '1.0.0', '--shell', shell]),
      /its worker does not answer/,
    );
  });

  test('A check of a shell passes no remote and exits 3 when its worker does not answer', async () => {
    for (const name of REMOTES) await activateInStore(at.store, name, '1.0.0');
    process.env.RELEASE_GATE_SOCKET = '/nowhere/gate.sock';
    await assert.rejects(runRelease(['check', '--shell', await writeShell()]), (error) => {
      assert.ok(error instanceof SetupError, String(error));
      for (const name of REMOTES) assert.match(error.message, new RegExp(`^– ${name} 1\\.0\\.0$`, 'm'));
      assert.match(error.message, /its worker does not answer/);
      assert.doesNotMatch(error.message, /✓/);
      return true;
    });
  });

  test('A key that the worker could read makes the check count as not run', () => {
    if (!IS_ROOT) return;
    const script =
      "import('./releases/src/gate/start-worker.ts').then(async (m) => console.log(await m.startWorker()))";
    const words = ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath];
    const { stdout } = spawnSync('setpriv', [...words, '--import', 'tsx', '-e', script], {
      env: { PATH: process.env.PATH, RELEASE_SIGNING_KEY_FILE: '/etc/palier/operator.pem' },
      encoding: 'utf8',
    });
    assert.match(stdout, /the user who reads the operator's key/);
  });
});
