import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { untilTrue } from '@palier/test-support/wait-until';
import { devOrigin, remoteDevOrigins } from '@palier/base/dev-ports.mjs';
import { freePort } from '@palier/base/process/free-port';
import { program } from '@palier/base/process/program';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { ROOT } from '@palier/base/paths';
import { ensureHaproxy } from './haproxy';
import { pageOrigins } from './address';
import {
  endRuns,
  processesOf,
  runCommandFile,
  signIn,
  track,
  untilSaid,
  type Run,
} from '@palier/test-support/command-run';
import type { LockNote } from './lock';
import { isProcessAlive } from '@palier/base/process/process-alive';
import { commandOf } from '@palier/base/process/process-command';

const start = (environment: Record<string, string>): Run =>
  runCommandFile('scripts/commands/start.ts', ['--no-build'], environment);
/** Like npm; the colon keeps the shell from replacing itself by the command. */
const startWithNpm = (environment: Record<string, string>): Run =>
  track(
    spawn('sh', ['-c', `"${process.execPath}" scripts/bootstrap.mjs start --no-build; :`], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, npm_lifecycle_event: 'start', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    }),
  );
const admin = (environment: Record<string, string>, ...words: string[]) =>
  spawnSync(process.execPath, [...program('scripts/commands/admin.ts'), ...words], {
    env: { PATH: process.env.PATH, ...environment },
    encoding: 'utf8',
  });
const untilReady = (run: Run): Promise<void> => untilSaid(run, 'Palier is ready');

const noteOf = async (folder: string): Promise<Required<LockNote>> =>
  JSON.parse(await readFile(join(folder, 'palier.lock'), 'utf8')) as Required<LockNote>;

async function assertPageAndItsPolicy(address: string, environment: Record<string, string>): Promise<void> {
  const answer = await fetch(address);
  assert.match(await answer.text(), /mine/);
  const policy = answer.headers.get('content-security-policy') ?? '';
  const frames = /frame-src ([^;]*)/.exec(policy)?.[1];
  assert.equal(frames, `http://127.0.0.2:${environment.DEMO_PROVIDER_PORT} https://games.example`);
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
  assert.ok(scripts?.includes(remoteDevOrigins().join(' ')), "a dev server's remote may run here");
}

/** The game's page may be framed by the product, and the provider reaches the wallet. */
async function assertGameReachesItsWallet(
  address: string,
  environment: Record<string, string>,
): Promise<void> {
  const api = `${address}/api/v1`;
  const login = await signIn(address, 'client', 'Client1234');
  const { accessToken } = (await login.json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const list = await fetch(`${api}/casino/games?providerCode=PRAGMATIC`, { headers });
  const [game] = ((await list.json()) as { games: { game_code: string }[] }).games;
  const launch = await fetch(`${api}/casino/launch?providerCode=PRAGMATIC&gameCode=${game!.game_code}`, {
    method: 'POST',
    headers,
  });
  const { launch_url: frame } = (await launch.json()) as { launch_url: string };
  const opened = await fetch(frame);
  assert.equal(new URL(frame).host, `127.0.0.2:${environment.DEMO_PROVIDER_PORT}`);
  const pages = pageOrigins(Number(environment.PORT), '127.0.0.2');
  const framers = `frame-ancestors ${[...pages, devOrigin('shell'), ...remoteDevOrigins()].join(' ')}`;
  assert.ok(opened.headers.get('content-security-policy')?.includes(framers));
  const state = (await (await fetch(`${frame}/state`)).json()) as { balance: number };
  assert.ok(state.balance > 0);
}

async function assertServerHasItsLogin(folder: string): Promise<void> {
  const { logins } = await noteOf(folder);
  const database = new pg.Client({ connectionString: logins.OWNER_DATABASE_URL });
  await database.connect();
  const { rows } = await database.query(
    "select distinct usename::text from pg_stat_activity where application_name = 'palier'",
  );
  await database.end();
  assert.deepEqual(rows, [{ usename: 'palier_app' }], 'logins of the server');
}

/** Kills PostgreSQL and waits until the server answers again. */
async function killPostgresUntilBack(postmaster: number, address: string): Promise<void> {
  const readyz = (): Promise<number> =>
    fetch(`${address}/readyz`).then(
      ({ status }) => status,
      () => 0,
    );
  process.kill(postmaster, 'SIGKILL');
  for (let tries = 0; tries < 100 && isProcessAlive(postmaster); tries += 1) await wait(50);
  for (let tries = 0; tries < 300 && (await readyz()) !== 200; tries += 1) await wait(100);
  assert.equal(await readyz(), 200);
}

describe('npm start', () => {
  let folder: string;
  let environment: Record<string, string>;
  before(async () => {
    folder = await temporaryFolder();
    environment = {
      DATA_DIR: folder,
      REMOTES_ROOT: join(folder, 'releases'),
      PORT: String(await freePort()),
      DEMO_PROVIDER_PORT: String(await freePort()),
    };
  });
  afterEach(endRuns);

  test('npm start: the error of a taken port names it and proposes another', async (t) => {
    const other = createServer().listen(Number(environment.PORT));
    t.after(() => other.close());
    const run = start(environment);
    assert.equal(await run.ended, 1);
    const proposed = Number(environment.PORT) + (Number(environment.PORT) > 64_535 ? -1_000 : 1_000);
    assert.match(
      run.said(),
      new RegExp(`Port ${environment.PORT} is already taken[^]*PORT=${proposed} npm start`),
    );
  });

  test('npm start: a database that cannot be reached is reported without the password', async (t) => {
    const other = createServer().listen(Number(environment.DEMO_PROVIDER_PORT));
    t.after(() => other.close());
    const file = join(folder, 'database-url');
    await writeFile(file, 'postgresql://nobody:x@127.0.0.1:1/none\n');
    const provider = { PROVIDER_URL: 'https://provider.example/api' };
    const run = start({ ...environment, ...provider, DATABASE_URL_FILE: file });
    assert.equal(await run.ended, 1);
    assert.match(run.said(), /DATABASE_URL cannot be used: .*ECONNREFUSED/);
    assert.ok(!run.said().includes('x@127'), 'the password is shown');
    const verify = admin({ ...environment, OWNER_DATABASE_URL_FILE: file }, 'verify');
    assert.equal(verify.status, 3);
    assert.match(verify.stderr, /ECONNREFUSED/);
  });

  test('npm start: it uses its settings, restarts PostgreSQL and leaves no service behind', async (t) => {
    if (process.platform !== 'linux') return t.skip('only Linux has 127.0.0.2 by default');
    const page = join(folder, 'page');
    await mkdir(page);
    await writeFile(join(page, 'index.html'), '<title>mine</title>');
    const asked = {
      ...environment,
      HOST: '127.0.0.2',
      STATIC_ROOT: page,
      ALLOWED_FRAME_ORIGINS: 'https://games.example',
      DATABASE_URL: '',
    };
    const run = start(asked);
    await untilReady(run);
    const address = `http://127.0.0.2:${environment.PORT}`;
    assert.ok(run.said().includes(`:  ${address}\n`), run.said());
    assert.match(run.said(), /client {9}Client1234/);
    await assertPageAndItsPolicy(address, environment);
    await assertGameReachesItsWallet(address, environment);
    await assertServerHasItsLogin(folder);

    const verify = admin({ ...environment, DATABASE_URL: '' }, 'verify');
    assert.equal(verify.status, 0, verify.stderr);
    assert.match(admin(environment, 'migrate').stdout, /has the schema of this version/);
    const started = await processesOf(folder);
    await killPostgresUntilBack(started.at(-1)!, address);
    const restarted = await processesOf(folder);
    assert.notEqual(restarted.at(-1), started.at(-1));
    assert.match(await readFile(join(folder, 'logs/postgres.log'), 'utf8'), / UTC .*was interrupted/);

    const second = start(asked);
    assert.equal(await second.ended, 1);
    assert.match(second.said(), new RegExp(`already runs.*process ${run.child.pid}`));

    assert.ok(restarted.length >= 4 && restarted.every(isProcessAlive));
    run.child.kill('SIGKILL');
    await run.ended;
    assert.ok(await untilTrue(() => ![...started, ...restarted].some(isProcessAlive), 60_000));
  });

  test('npm start: without demo data it prints the first command, and each signal stops it', async () => {
    const bare = await temporaryFolder();
    const other = await temporaryFolder();
    const ownPorts = async (): Promise<Record<string, string>> => ({
      PORT: String(await freePort()),
      DEMO_PROVIDER_PORT: String(await freePort()),
    });
    const hosting: Record<string, string> = {
      ...environment,
      ...(await ownPorts()),
      DATA_DIR: bare,
      DEMO: 'false',
    };
    const run = startWithNpm(hosting);
    await untilReady(run);
    const { logins } = await noteOf(bare);
    const ports = await ownPorts();
    const onGivenDatabase = start({ ...environment, ...ports, DATA_DIR: other, ...logins });
    await untilReady(onGivenDatabase);
    for (const { said } of [run, onGivenDatabase]) {
      assert.doesNotMatch(said(), /demo account|1234/);
      assert.match(said(), /npm run admin -- create-capo <name>/);
    }

    const made = admin(hosting, 'create-capo', 'fondateur', 'Matmata77');
    assert.equal(made.status, 0, made.stderr);
    const login = await signIn(`http://127.0.0.1:${hosting.PORT}`, 'fondateur', 'Matmata77');
    assert.equal(login.status, 200);
    const started = await processesOf(other);
    // An incomplete call, which a stop waits for.
    const caller = connect(Number(ports.PORT), '127.0.0.1');
    caller.on('error', () => undefined);
    caller.write('POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{');
    await wait(200);
    onGivenDatabase.child.kill('SIGINT');
    await untilSaid(onGivenDatabase, 'Stopping');
    await wait(1_000);
    onGivenDatabase.child.kill('SIGINT');
    await onGivenDatabase.ended;
    assert.doesNotMatch(await readFile(join(other, 'logs/server.log'), 'utf8'), /"status":499/);
    assert.deepEqual(started.filter(isProcessAlive), []);
    caller.destroy();
    const { pid } = JSON.parse(await readFile(join(bare, 'palier.lock'), 'utf8')) as { pid: number };
    const pids = [pid, ...(await processesOf(bare))];
    run.child.kill('SIGTERM');
    assert.ok(await untilTrue(() => !pids.some(isProcessAlive), 60_000));
    assert.match(run.said(), /Stopped\./);
  });

  test('PROVIDER_DATABASE_URL_FILE: an unreadable file is named', async () => {
    const run = start({ ...environment, PROVIDER_DATABASE_URL_FILE: join(folder, 'none') });
    assert.equal(await run.ended, 1);
    assert.match(run.said(), /PROVIDER_DATABASE_URL_FILE: the file .*none cannot be read/);
  });

  test('npm start: two server processes go on after a kill, a restart and the end of NATS', async () => {
    await ensureHaproxy();
    const run = start({ ...environment, PROCESSES: '2', NATS_SERVER: process.execPath });
    await untilReady(run);
    await untilSaid(run, 'NATS ended unexpectedly');
    const address = `http://127.0.0.1:${environment.PORT}`;
    const ofServers = async (): Promise<number[]> =>
      (await processesOf(folder)).filter((pid) =>
        commandOf(pid)?.includes(program('server/src/main.ts').at(-1)!),
      );
    const [first, second] = (await ofServers()) as [number, number];
    process.kill(second, 'SIGKILL');
    const isBack = async (): Promise<boolean> => {
      const servers = await ofServers();
      return servers.length === 2 && !servers.includes(second);
    };
    for (let tries = 0; tries < 600 && !(await isBack()); tries += 1) await wait(50);
    assert.match(run.said(), /is started again/);
    const afterCrash = await ofServers();
    assert.equal(afterCrash.length, 2);
    assert.ok(afterCrash.includes(first) && !afterCrash.includes(second));

    let isOver = false;
    const statuses: number[] = [];
    const caller = (async () => {
      for (; !isOver; await wait(10))
        statuses.push(
          await fetch(`${address}/login`).then(
            ({ status }) => status,
            () => 0,
          ),
        );
    })();
    const restart = spawn(process.execPath, program('scripts/commands/restart.ts'), {
      env: { PATH: process.env.PATH, DATA_DIR: folder },
      stdio: 'ignore',
    });
    const code = await new Promise((ended) => restart.once('exit', ended));
    isOver = true;
    await caller;
    assert.equal(code, 0, run.said());
    assert.deepEqual([...new Set(statuses)], [200]);
    const restarted = await ofServers();
    assert.deepEqual(
      restarted.filter((pid) => afterCrash.includes(pid)),
      [],
    );
    for (const stream of [run.child.stdout, run.child.stderr]) stream?.destroy();
    run.child.kill('SIGHUP');
    assert.equal(await run.ended, 0);
    assert.deepEqual(restarted.filter(isProcessAlive), []);
  });

  test('npm start: the error of an invalid PROCESSES gives the range', async () => {
    const run = start({ ...environment, PROCESSES: 'many' });
    assert.equal(await run.ended, 1);
    assert.match(run.said(), /PROCESSES is "many"[^]*from 1 to 5/);
  });
});
