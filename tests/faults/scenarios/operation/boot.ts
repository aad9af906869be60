import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '@palier/test-support/actors/cluster';
import { portOf } from '@palier/test-support/actors/server-process';
import { killPostgres } from '@palier/test-support/actors/postgres';
import { applicationUrlOf } from '@palier/test-support/test-database';
import type { Scenario } from '../../scenario';
import { untilTrue } from '@palier/test-support/wait-until';

const START_PATIENCE_MS = 60_000;

/** Starts a server that must end by itself; returns its exit code and log. */
async function startUntilExit(cluster: Cluster, options: Parameters<Cluster['start']>[0]): Promise<string> {
  const server = await cluster.start({ ...options, joins: false });
  await untilTrue(() => !server.isRunning(), START_PATIENCE_MS);
  return `code ${await server.kill('SIGKILL')}: ${server.log.join(' ')}`;
}

export default [
  {
    id: 'H87',
    title: 'failed starts',
    fault:
      'start with a wrong password, no database, a newer schema, a taken port, a foreign address, ' +
      'no secret; and before the database',
    bound: 'exit code 3 with one message; the last waits and becomes ready',
    trials: { long: 7 },
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
      await expectFailure(/already in use/, {}, { port: portOf(cluster.urlOf(0)) });

      await killPostgres(cluster);
      const waiting = await cluster.start();
      await wait(2_000);
      expect(waiting.isRunning(), `database down: it did not wait: ${waiting.log.join(' ')}`);
      await cluster.restartDatabase();
      await waiting.ready().catch((error: unknown) => fail(`database up again: ${String(error)}`));
    },
  },
] satisfies Scenario[];
