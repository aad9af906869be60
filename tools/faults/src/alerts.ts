import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { findProgram } from '@palier/scripts/process/find-program';
import { freePort } from '@palier/scripts/process/free-port';
import { program } from '@palier/scripts/process/program';
import { atOnce } from './at-once';
import { startCluster, type Cluster } from './actors/cluster';
import type { ServerProcess } from './actors/server-process';

const DEPLOY = fileURLToPath(new URL('../../../deploy/prometheus/', import.meta.url));
const CERTIFICATES = fileURLToPath(
  new URL('../../../server/test/unit/expired-certificate.ts', import.meta.url),
);
const QUIET_MS = Number(process.env.QUIET_S ?? 60) * 1_000;
const ALERT_LIMIT_MS = 120_000;
/** Above the alert's 30 s. */
const LATE_REPLICA_MS = 33_000;

interface Alert {
  readonly state: string;
  readonly labels: { readonly alertname: string };
}

/** Makes a fault and waits until it has raised all these alerts. */
type ExpectAlerts = (names: readonly string[], makeFault: () => Promise<unknown>) => Promise<void>;

/**
 * Makes each fault of deploy/prometheus/rules.yml in a running installation and waits until Prometheus fires its alert: the
 * file's own expressions, every `for:` shortened to 2 s. The arguments name the alerts, all by default. Before the faults, a quiet time must raise none. Exits 1 when one is missing.
 */
async function main(): Promise<number> {
  const prometheus = findProgram('prometheus', 'PROMETHEUS');
  if (prometheus === null) throw new Error('prometheus is not installed (apt install prometheus).');
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-alerts-'));
  const cluster = await startCluster({
    processes: 1,
    environment: await writeStoreAndExpiredCertificate(folder),
  });
  const monitor = await startPrometheus(prometheus, folder);
  const { watch } = monitor;
  const missing: string[] = [];
  const only = process.argv.slice(2);
  const areFiring = async (): Promise<Set<string>> =>
    new Set(
      (await monitor.alerts())
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => labels.alertname),
    );
  const expectAlerts: ExpectAlerts = async (all, makeFault) => {
    const names = all.filter((name) => only.length === 0 || only.includes(name));
    if (names.length === 0) return;
    let firing: Set<string>;
    // An earlier fault may have raised one; rates end with their period.
    for (firing = await areFiring(); names.some((name) => firing.has(name)); firing = await areFiring())
      await wait(1_000);
    const startedAt = Date.now();
    await makeFault();
    for (const waiting = new Set(names); waiting.size > 0; await wait(500)) {
      firing = await areFiring();
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      for (const name of waiting)
        if (firing.has(name)) {
          process.stdout.write(`${name}: fires after ${seconds} s\n`);
          waiting.delete(name);
        } else if (Date.now() - startedAt > ALERT_LIMIT_MS) {
          process.stdout.write(`${name}: DOES NOT FIRE\n`);
          waiting.delete(name);
          missing.push(name);
        }
    }
  };
  try {
    await watch(cluster.processes);
    await wait(QUIET_MS);
    const early = (await monitor.alerts()).map(({ labels }) => labels.alertname);
    process.stdout.write(
      `Quiet for ${QUIET_MS / 1000} s: ${early.length === 0 ? 'no alert' : early.join(', ')}\n`,
    );
    missing.push(...early);
    await makeFaults(cluster, path.join(folder, 'expired.pem'), watch, expectAlerts);
  } finally {
    await monitor.stop();
    await cluster.stop();
    await rm(folder, { recursive: true });
  }
  return missing.length === 0 ? 0 : 1;
}

async function makeFaults(
  cluster: Cluster,
  certificate: string,
  watch: (processes: readonly ServerProcess[]) => Promise<void>,
  expectAlerts: ExpectAlerts,
): Promise<void> {
  const { owner, folder } = cluster;
  const server = cluster.processes[0]!;
  const call = (method: string, path: string, options = {}): Promise<unknown> =>
    server.call(method, path, options).catch(() => undefined);
  const { accessToken: token } = await cluster.login('admin');
  const deposit = (): Promise<unknown> =>
    call('POST', '/transactions', {
      token,
      body: { type: 'DEPOSIT', receiverUsername: 'client', amount: 1 },
    });

  await expectAlerts(['RoundOpenLong'], async () => {
    await owner.query(`insert into rounds (provider_code, round_id, player_account_id, game_code, state, opened_at)
      select 'PRAGMATIC', 'r-' || n, account_id, 'one', 'OPEN', now() - interval '2 hours' from users, generate_series(1, 2) n where username = 'client'`);
  });
  await expectAlerts(['RoundDisputed'], () =>
    owner.query("update rounds set is_disputed = true where round_id = 'r-2'"),
  );
  const finding = (kind: string): Promise<unknown> =>
    owner.query(
      `insert into game_findings (kind, player_account_id, subject, provider_code, round_id, amount_micros)
         select $1, account_id, 'x', 'PRAGMATIC', 'x', 1 from users where username = 'client'`,
      [kind],
    );
  await expectAlerts(['RoundUnknownToProvider'], () => finding('unknown-to-provider'));
  await expectAlerts(['LargeWin'], () => finding('win-above-limit'));
  await expectAlerts(['JobFailed'], async () => {
    await owner.query("update accounts set initiated_in = initiated_in + 1 where code = 'user:admin'");
    const verify = spawn(process.execPath, [...program('server/src/operator/main.ts'), 'verify'], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: cluster.database.url,
        OWNER_DATABASE_URL: cluster.database.url,
        DATA_DIR: folder,
      },
      stdio: 'inherit',
    });
    await once(verify, 'exit');
  });
  await expectAlerts(['JobLate'], () =>
    owner.query("update job_runs set succeeded_at = now() - interval '27 hours' where job = 'backup'"),
  );
  await expectAlerts(['CallbacksRefused'], () =>
    atOnce(5, () => call('POST', '/gold_api', { body: { method: 'user_balance', agent_secret: 'another' } })),
  );
  await expectAlerts(['RemoteFails'], () =>
    atOnce(6, () =>
      call('POST', '/remotes/failures', {
        body: { remote: 'casino', version: '1', stage: 'render', reason: 'x' },
      }),
    ),
  );
  await expectAlerts(['LoginsFail'], async () => {
    for (let round = 0; round < 3; round += 1) {
      await atOnce(50, () =>
        call('POST', '/auth/login', { body: { username: 'admin', password: 'Wrong1234' } }),
      );
      await wait(2_000);
    }
  });
  await expectAlerts(['SlowCalls'], async () => {
    // The rate of a series begins at its second reading.
    await atOnce(30, deposit);
    await wait(5_000);
    const client = await owner.connect();
    await client.query('begin; lock table accounts');
    const calls = atOnce(30, deposit);
    await wait(4_000);
    await client.query('rollback');
    client.release();
    await calls;
  });
  await expectAlerts(['ConnectionsExhausted'], async () => {
    const client = await owner.connect();
    await client.query('begin; lock table transfers');
    for (let turn = 0; turn < 4; turn += 1) {
      void atOnce(40, () => call('GET', '/transactions/history/outgoing?page=1&size=20', { token }));
      await wait(3_000);
    }
    await client.query('rollback');
    client.release();
  });
  await expectAlerts(['ServerErrors'], async () => {
    await owner.query('alter table jackpot_pots rename to jackpot_pots_away');
    await call('GET', '/jackpot/counters', { token });
    await owner.query('alter table jackpot_pots_away rename to jackpot_pots');
  });
  await expectAlerts(['EventLoopBlocked'], async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      process.kill(server.pid, 'SIGSTOP');
      await wait(900);
      process.kill(server.pid, 'SIGCONT');
      await wait(200);
    }
  });
  await owner.query(
    "do $$ begin execute format('grant pg_read_all_stats to %I', current_database() || '_app'); end $$",
  );
  const replica = await startReplica(cluster);
  await expectAlerts(['ReplicaLate'], async () => {
    await deposit();
    const { position } = await cluster.readRow<{ position: string }>(
      "select pg_current_wal_lsn() - '0/0' as position",
    );
    await wait(LATE_REPLICA_MS);
    replica.acknowledge(BigInt(position));
  });
  await expectAlerts(['ReplicaMissing'], () => replica.stop());

  let broken: ServerProcess | undefined;
  const startBroken = async (): Promise<ServerProcess> => {
    if (broken !== undefined) return broken;
    broken = await cluster.start({
      joins: false,
      environment: {
        NATS_URL: 'nats://127.0.0.1:9',
        CERTIFICATES: certificate,
        PROVIDER_URL: 'http://127.0.0.1:9/gold_api',
      },
    });
    await broken.ready();
    await watch([server, broken]);
    return broken;
  };
  await expectAlerts(['NatsDown', 'CertificateExpires'], startBroken);
  await expectAlerts(['ProviderFailing'], async () => {
    const other = await startBroken();
    for (let turn = 0; turn < 8; turn += 1) {
      await other.call('GET', '/casino/providers', { token }).catch(() => undefined);
      await wait(1_500);
    }
  });
  await expectAlerts(['ProcessDown'], async () => process.kill((await startBroken()).pid, 'SIGSTOP'));
  await broken?.kill('SIGKILL');
  await watch([server]);

  // Stopped, the database answers no more: calls wait, then fail.
  const lock = (
    await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() =>
      readFile(path.join(folder, 'postmaster.pid'), 'utf8'),
    )
  ).split('\n')[0];
  const postgres = Number(lock);
  const { rows } = await owner.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend'",
  );
  const frozen = [postgres, ...rows.map(({ pid }) => pid)];
  let isFrozen = true;
  let flood: Promise<void> | undefined;
  await expectAlerts(['NotReady', 'CallsUnavailable', 'DatabaseErrors'], async () => {
    for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    flood = (async () => {
      while (isFrozen) {
        void atOnce(40, () => call('GET', '/user/me', { token }));
        await wait(3_000);
      }
    })();
  });
  isFrozen = false;
  await flood;
  for (const pid of frozen.reverse()) process.kill(pid, 'SIGCONT');
}

/** A release store with one version, and an expired certificate. Returns the setting of the store. */
async function writeStoreAndExpiredCertificate(folder: string): Promise<Record<string, string>> {
  const store = path.join(folder, 'store');
  await mkdir(path.join(store, '.store'), { recursive: true });
  await writeFile(path.join(store, 'remotes.json'), '{"remotes":{"casino":{"versions":{"1":{}}}}}');
  const certificate =
    /-----BEGIN CERTIFICATE-----[^`]+/.exec(await readFile(CERTIFICATES, 'utf8'))?.[0] ?? '';
  await writeFile(path.join(folder, 'expired.pem'), certificate);
  return { REMOTES_ROOT: store };
}

/** Prometheus with the rules of deploy/, their `for:` shortened. `watch` names the processes that it reads. */
async function startPrometheus(command: string, folder: string) {
  const port = await freePort();
  const targets = path.join(folder, 'targets.json');
  const rules = await readFile(path.join(DEPLOY, 'rules.yml'), 'utf8');
  await writeFile(path.join(folder, 'rules.yml'), rules.replaceAll(/\bfor: \w+/g, 'for: 2s'));
  await writeFile(targets, '[]');
  await writeFile(
    path.join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '2s', evaluation_interval: '1s' },
      rule_files: ['rules.yml'],
      scrape_configs: [
        {
          job_name: 'palier',
          honor_labels: true,
          file_sd_configs: [{ files: [targets], refresh_interval: '1s' }],
        },
      ],
    }),
  );
  const child = spawn(
    command,
    [
      `--config.file=${path.join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${path.join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  return {
    async alerts(): Promise<readonly Alert[]> {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`);
      return ((await answer.json()) as { data: { alerts: Alert[] } }).data.alerts;
    },
    watch: (processes: readonly ServerProcess[]): Promise<void> =>
      writeFile(
        targets,
        JSON.stringify([{ targets: processes.map(({ url }) => url.slice('http://'.length)) }]),
      ),
    async stop(): Promise<void> {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** A connection that receives the write-ahead log as a replica does; `acknowledge` reports a position to the server. */
async function startReplica({ database }: Cluster) {
  const client = new pg.Client({ connectionString: database.url, replication: 'true' } as pg.ClientConfig);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ xlogpos: string }>('IDENTIFY_SYSTEM');
  client.query(`START_REPLICATION PHYSICAL ${rows[0]!.xlogpos}`).catch(() => undefined);
  const { connection } = client as unknown as { connection: { sendCopyFromChunk(chunk: Buffer): void } };
  return {
    /** Reports that it has written, flushed and replayed the log up to a position. */
    acknowledge(position: bigint): void {
      const status = Buffer.alloc(34);
      status.write('r');
      for (const at of [1, 9, 17]) status.writeBigInt64BE(position, at);
      connection.sendCopyFromChunk(status);
    },
    stop: (): Promise<void> => client.end(),
  };
}

process.exitCode = await main();
