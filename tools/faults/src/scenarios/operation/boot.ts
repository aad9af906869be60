import { setTimeout as wait } from 'node:timers/promises';
import { verifyLedger } from '@palier/server/operator/verify';
import { migrate } from '@palier/server/database/migrate';
import { createPool } from '@palier/server/database/pool';
import { seedDemo } from '@palier/server/demo/seed';
import type { Cluster } from '../../actors/cluster';
import { portOf } from '../../actors/faulty-proxy';
import { killPostgres } from '../../actors/postgres';
import type { Scenario } from '../../scenario';
import { untilTrue } from '../../wait-until';

/** The exit code (null: the server became ready) and log of a server started with this environment. */
async function startWith(
  cluster: Cluster,
  environment: Record<string, string>,
): Promise<{ code: number | null; log: string }> {
  const server = await cluster.start({ environment, joins: false });
  const isReady = await server.ready().then(
    () => true,
    () => false,
  );
  return { code: isReady ? null : await server.kill('SIGKILL'), log: server.log.join(' ') };
}

/** Creates an empty database, runs `work` with its URL and drops it. */
async function withEmptyDatabase<Result>(
  { owner, database }: Cluster,
  prefix: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const name = `${prefix}_${Date.now()}`;
  await owner.query(`create database ${name}`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  try {
    return await work(url.href);
  } finally {
    await owner.query(`drop database ${name} with (force)`);
  }
}

/** Migrations, balances and transfers of a database, and whether its ledger agrees. */
async function readContent(url: string): Promise<string> {
  const pool = createPool(url, { asOwner: true });
  try {
    const { rows } = await pool.query<{ content: string }>(
      `select concat_ws(' | ', (select string_agg(name, ' ' order by id) from palier_migrations),
         (select string_agg(username || ' ' || balance, ', ' order by username) from users join accounts on accounts.id = account_id),
         (select string_agg(kind || ' ' || number, ', ' order by kind)
            from (select kind, count(*) as number from transfers group by kind) x)) as content`,
    );
    return `${rows[0]!.content} | ${JSON.stringify(await verifyLedger(pool))}`;
  } finally {
    await pool.end();
  }
}

const scenarios: Scenario[] = [
  {
    id: 'H87',
    title: 'failed starts',
    fault:
      'start with a wrong password, no database, a newer schema, a taken port, a foreign address, no secret; and before the database',
    bound: 'exit code 1 with one message; the last waits and becomes ready',
    trials: { long: 7, budgetS: 25 },
    ownCluster: true,
    async run({ startOwnCluster }) {
      const cluster = await startOwnCluster({ processes: 1 });
      const { url } = cluster.database;
      const failures: string[] = [];
      const wrong = new URL(url);
      wrong.password = 'wrong';
      const missing = new URL(url);
      missing.pathname = '/nowhere';
      await cluster.owner.query("insert into palier_migrations (name, run_on) values ('9999_future', now())");
      const newer = await startWith(cluster, {});
      await cluster.owner.query("delete from palier_migrations where name = '9999_future'");
      const cases: readonly [string, { code: number | null; log: string }, RegExp][] = [
        ['newer schema', newer, /newer than this server/],
        ['wrong password', await startWith(cluster, { DATABASE_URL: wrong.href }), /refuses the password/],
        ['no database', await startWith(cluster, { DATABASE_URL: missing.href }), /does not exist/],
        ['no secret', await startWith(cluster, { PROVIDER_SECRET: '' }), /PROVIDER_SECRET/],
        ['foreign address', await startWith(cluster, { HOST: '192.0.2.1' }), /HOST is not an address/],
      ];
      for (const [name, { code, log }, expected] of cases)
        if (code !== 1 || !expected.test(log))
          failures.push(`${name}: code ${code}, log ${log.slice(0, 300)}`);
      const onTakenPort = await cluster.start({ port: portOf(cluster.processes[0]!.url).port, joins: false });
      await untilTrue(() => !onTakenPort.isRunning(), 20_000);
      if ((await onTakenPort.kill('SIGKILL')) !== 1 || !/already in use/.test(onTakenPort.log.join(' ')))
        failures.push(`taken port: ${onTakenPort.log.join(' ').slice(-300)}`);

      await killPostgres(cluster);
      const waiting = await cluster.start();
      await wait(2_000);
      if (!waiting.isRunning()) failures.push(`database down: it did not wait: ${waiting.log.join(' ')}`);
      await cluster.restartDatabase();
      await waiting.ready().catch((error: unknown) => failures.push(`database up again: ${String(error)}`));
      return { trials: 7, failures };
    },
  },
  {
    id: 'H96',
    title: 'simultaneous first start',
    fault: 'three processes start at once on an empty database and seed the demo',
    bound: 'one migration, one demo, all ready',
    trials: { short: 1, long: 20, budgetS: 62 },
    ownCluster: true,
    isSlow: true,
    async run(context) {
      const { trials, isLong } = context;
      const cluster = isLong ? await context.startOwnCluster({ processes: 0 }) : context.cluster;
      const failures: string[] = [];
      const expected = await withEmptyDatabase(cluster, 'alone', async (url) => {
        await migrate(url);
        await seedDemo(url);
        return readContent(url);
      });
      for (let trial = 0; trial < trials; trial += 1) {
        const content = await withEmptyDatabase(cluster, `empty_${trial}`, async (url) => {
          const started = await Promise.all(
            [1, 2, 3].map(() =>
              cluster.start({ environment: { DATABASE_URL: url, DEMO: 'true' }, joins: false }),
            ),
          );
          const outcomes = await Promise.allSettled(started.map((server) => server.ready()));
          for (const outcome of outcomes)
            if (outcome.status === 'rejected') failures.push(`boot ${trial}: ${String(outcome.reason)}`);
          const login = await started[0]!.call('POST', '/auth/login', {
            body: { username: 'capo', password: 'Capo1234' },
          });
          if (login.status !== 200) failures.push(`boot ${trial}: capo cannot sign in (${login.status})`);
          await Promise.all(started.map((server) => server.kill('SIGKILL')));
          return readContent(url);
        });
        if (content !== expected)
          failures.push(`boot ${trial}: ${content}, but a single start gives ${expected}`);
      }
      return { trials, failures };
    },
  },
];
export default scenarios;
