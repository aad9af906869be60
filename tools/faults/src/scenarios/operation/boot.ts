import { setTimeout as wait } from 'node:timers/promises';
import { verifyLedger } from '@palier/server/operator/verify';
import { migrate } from '@palier/server/database/migrate';
import { createPool } from '@palier/server/database/pool';
import { seedDemo } from '@palier/server/demo/seed';
import type { Cluster } from '../../actors/cluster';
import { portOf } from '../../actors/faulty-proxy';
import { killPostgres } from '../../actors/postgres';
import { applicationUrlOf } from '../../actors/test-database';
import { atOnce } from '../../at-once';
import type { Scenario } from '../../scenario';
import { untilTrue } from '../../wait-until';

const START_PATIENCE_MS = 60_000;

/** Starts a server that must end by itself; returns its exit code and log. */
async function startUntilExit(cluster: Cluster, options: Parameters<Cluster['start']>[0]): Promise<string> {
  const server = await cluster.start({ ...options, joins: false });
  await untilTrue(() => !server.isRunning(), START_PATIENCE_MS);
  return `code ${await server.kill('SIGKILL')}: ${server.log.join(' ')}`;
}

/** Creates an empty database, runs `work` with its URL and drops it. */
async function withEmptyDatabase<Result>(
  { owner, database }: Cluster,
  name: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  await owner.query(`create database ${name}`);
  try {
    return await work(Object.assign(new URL(database.url), { pathname: `/${name}` }).href);
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

export default [
  {
    id: 'H87',
    title: 'failed starts',
    fault:
      'start with a wrong password, no database, a newer schema, a taken port, a foreign address, no secret; and before the database',
    bound: 'exit code 3 with one message; the last waits and becomes ready',
    trials: { long: 7, budgetS: 25 },
    ownCluster: true,
    async run({ startOwnCluster, expect, fail }) {
      const cluster = await startOwnCluster({ processes: 1 });
      const urlWith = (part: Partial<URL>): string =>
        Object.assign(new URL(applicationUrlOf(cluster.database.url)), part).href;
      const expectFailure = async (message: RegExp, environment: Record<string, string>, port = {}) => {
        const outcome = await startUntilExit(cluster, { environment, ...port });
        const isExpected = outcome.startsWith('code 3:') && message.test(outcome);
        expect(isExpected, `${String(message)} expected: ${outcome.slice(0, 300)}`);
      };
      await cluster.owner.query("insert into palier_migrations (name, run_on) values ('9999_future', now())");
      await expectFailure(/newer than this server/, {});
      await cluster.owner.query("delete from palier_migrations where name = '9999_future'");
      await expectFailure(/refuses the password/, { DATABASE_URL: urlWith({ password: 'wrong' }) });
      await expectFailure(/does not exist/, { DATABASE_URL: urlWith({ pathname: '/nowhere' }) });
      await expectFailure(/PROVIDER_SECRET/, { PROVIDER_SECRET: '' });
      await expectFailure(/HOST is not an address/, { HOST: '192.0.2.1' });
      await expectFailure(/already in use/, {}, portOf(cluster.urlOf(0)));

      await killPostgres(cluster);
      const waiting = await cluster.start();
      await wait(2_000);
      expect(waiting.isRunning(), `database down: it did not wait: ${waiting.log.join(' ')}`);
      await cluster.restartDatabase();
      await waiting.ready().catch((error: unknown) => fail(`database up again: ${String(error)}`));
      return { trials: 7 };
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
    async run({ trials, clusterOfForm, expect, fail }) {
      const cluster = await clusterOfForm({ processes: 0 });
      const expected = await withEmptyDatabase(cluster, 'alone', async (url) => {
        await migrate(url);
        await seedDemo(url);
        return readContent(url);
      });
      for (let trial = 0; trial < trials; trial += 1) {
        const content = await withEmptyDatabase(cluster, `empty_${trial}`, async (url) => {
          const environment = { OWNER_DATABASE_URL: url, DATABASE_URL: applicationUrlOf(url), DEMO: 'true' };
          const started = await atOnce(3, () => cluster.start({ environment, joins: false }));
          for (const outcome of await Promise.allSettled(started.map((server) => server.ready())))
            if (outcome.status === 'rejected') fail(`boot ${trial}: ${String(outcome.reason)}`);
          const body = { username: 'capo', password: 'Capo1234' };
          const { status } = await started[0]!.call('POST', '/auth/login', { body });
          expect(status === 200, `boot ${trial}: capo cannot sign in (${status})`);
          await Promise.all(started.map((server) => server.kill('SIGKILL')));
          return readContent(url);
        });
        expect(content === expected, `boot ${trial}: ${content}, but a single start gives ${expected}`);
      }
    },
  },
] satisfies Scenario[];
