import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { ROOT } from '@palier/base/paths';
import { program } from '@palier/base/process/program';
import type { Cluster } from '@palier/test-support/actors/cluster';
import { signalPostgres } from '@palier/test-support/actors/postgres';
import type { ServerProcess } from '@palier/test-support/actors/server-process';
import { atOnce } from '@palier/test-support/at-once';

const EXPIRED_CERTIFICATE = path.join(ROOT, 'server/test/unit/expired-certificate.pem');
/** Above the alert's 30 s. */
const LATE_REPLICA_MS = 33_000;

/** Makes a fault and waits until it has raised all these alerts. */
export type ExpectAlerts = (names: readonly string[], makeFault: () => Promise<unknown>) => Promise<void>;

/** A cluster with a watched first process, an agent's session, and calls whose failures do not matter. */
interface Site {
  readonly cluster: Cluster;
  readonly server: ServerProcess;
  readonly token: string;
  readonly call: (method: string, path: string, options?: object) => Promise<unknown>;
  readonly deposit: () => Promise<unknown>;
  readonly watch: (processes: readonly ServerProcess[]) => Promise<void>;
  readonly expectAlerts: ExpectAlerts;
}

async function openSite(cluster: Cluster, watch: Site['watch'], expectAlerts: ExpectAlerts): Promise<Site> {
  const server = cluster.processes[0]!;
  const call: Site['call'] = (method, path, options = {}) =>
    server.call(method, path, options).catch(() => undefined);
  const { accessToken: token } = await cluster.login('admin');
  const deposit = (): Promise<unknown> =>
    call('POST', '/transactions', {
      token,
      body: { type: 'DEPOSIT', receiverUsername: 'client', amount: 1 },
    });
  return { cluster, server, token, call, deposit, watch, expectAlerts };
}

/** Makes the fault of each alert, one after the other; `watch` names the processes that Prometheus reads. */
export async function makeFaults(
  cluster: Cluster,
  watch: Site['watch'],
  expectAlerts: ExpectAlerts,
): Promise<void> {
  const site = await openSite(cluster, watch, expectAlerts);
  await disputeRounds(site);
  await failJobs(site);
  await refuseCalls(site);
  await slowCalls(site);
  await breakServer(site);
  await delayReplica(site);
  await breakAnotherProcess(site);
  await freezeDatabase(site);
}

/** Rounds without an end, and movements that a person must examine. */
async function disputeRounds({ cluster: { owner }, expectAlerts }: Site): Promise<void> {
  await expectAlerts(['RoundOpenLong'], async () => {
    await owner.query(
      `insert into rounds (provider_code, round_id, player_account_id, game_code, state, opened_at)
         select 'PRAGMATIC', 'r-' || n, account_id, 'one', 'OPEN', now() - interval '2 hours'
           from users, generate_series(1, 2) n where username = 'client'`,
    );
  });
  await expectAlerts(['RoundDisputed'], () =>
    owner.query("update rounds set is_disputed = true where round_id = 'r-2'"),
  );
  const finding = (kind: string): Promise<unknown> =>
    owner.query(
      `insert into game_findings (kind, player_account_id, subject, provider_code, round_id, amount_micros,
                                  happened_at)
         select $1, account_id, 'x', 'PRAGMATIC', 'x', 1, now() from users where username = 'client'`,
      [kind],
    );
  await expectAlerts(['RoundUnknownToProvider'], () => finding('unknown-to-provider'));
  await expectAlerts(['LargeWin'], () => finding('win-above-limit'));
  await expectAlerts(['MovementToExamine'], () => finding('reused-id'));
}

async function failJobs({ cluster, expectAlerts }: Site): Promise<void> {
  const { owner, folder } = cluster;
  const { url } = cluster.database;
  await expectAlerts(['JobFailed'], async () => {
    await owner.query("update accounts set initiated_in = initiated_in + 1 where code = 'user:admin'");
    const verify = spawn(process.execPath, [...program('server/src/operator/main.ts'), 'verify'], {
      env: { PATH: process.env.PATH, DATABASE_URL: url, OWNER_DATABASE_URL: url, DATA_DIR: folder },
      stdio: 'inherit',
    });
    await once(verify, 'exit');
  });
  await expectAlerts(['JobLate'], () =>
    owner.query("update job_runs set succeeded_at = now() - interval '27 hours' where job = 'backup'"),
  );
}

/** Callbacks at a wrong address or with a wrong secret, failures of a remote, and wrong passwords. */
async function refuseCalls({ call, expectAlerts }: Site): Promise<void> {
  await expectAlerts(['CallbackAddressWrong'], () =>
    call('POST', '/gold_api/wrong', { body: { method: 'user_balance' } }),
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
}

/** Calls that wait for locked tables. */
async function slowCalls({ cluster: { owner }, token, call, deposit, expectAlerts }: Site): Promise<void> {
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
}

/** Calls that the server cannot answer, and a process that is held up. */
async function breakServer({ cluster: { owner }, server, token, call, expectAlerts }: Site): Promise<void> {
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
}

/** A replica that is late, then gone. */
async function delayReplica({ cluster, deposit, expectAlerts }: Site): Promise<void> {
  await cluster.owner.query(
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
  await expectAlerts(['ReplicaMissing'], async () => {
    await wait(6_000); // Prometheus reads the number of replicas every 2 s.
    await replica.stop();
  });
}

/** A second process, with settings under which its services cannot be reached, that then stands still. */
async function breakAnotherProcess({ cluster, server, token, watch, expectAlerts }: Site): Promise<void> {
  let broken: ServerProcess | undefined;
  const startBroken = async (): Promise<ServerProcess> => {
    if (broken !== undefined) return broken;
    broken = await cluster.start({
      joins: false,
      environment: {
        NATS_URL: 'nats://127.0.0.1:9',
        CERTIFICATES: EXPIRED_CERTIFICATE,
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
}

/** A stopped database answers no more: calls wait, then fail. */
async function freezeDatabase({ cluster, token, call, expectAlerts }: Site): Promise<void> {
  let isFrozen = true;
  let flood: Promise<void> | undefined;
  await expectAlerts(['NotReady', 'CallsUnavailable', 'DatabaseErrors'], async () => {
    await signalPostgres(cluster, 'SIGSTOP');
    flood = (async () => {
      while (isFrozen) {
        void atOnce(40, () => call('GET', '/user/me', { token }));
        await wait(3_000);
      }
    })();
  });
  isFrozen = false;
  await flood;
  await signalPostgres(cluster, 'SIGCONT');
}

/**
 * A connection that receives the write-ahead log as a replica does; `acknowledge` reports a position to the
 * server.
 */
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
