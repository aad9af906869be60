import { forgetExpired } from '@palier/server/maintenance/forget-expired';
import { deposit, newKey, pay } from '../../actors/api-client';
import { createHierarchy } from '../../actors/hierarchy';
import type { Scenario } from '../../scenario';

const scenarios: Scenario[] = [
  {
    id: 'D56',
    title: 'removal of expired records',
    fault: 'expired keys, sessions, login failures and addresses, removed by several callers at once',
    bound: 'old records are removed, recent ones stay effective',
    trials: { short: 1, long: 10, budgetS: 5 },
    async run({ cluster, trials }) {
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        const users = await createHierarchy(cluster);
        const { username } = await cluster.newChild('admin', 0);
        const { accessToken } = await cluster.login('admin');
        const [old, recent] = [newKey(), newKey()];
        for (const key of [old, recent]) await pay(cluster, 0, accessToken, deposit(username, 1), { key });
        await users.client.signIn();
        await cluster.owner.query(
          `update idempotency_keys set created_at = now() - interval '8 days' where key = $1`,
          [old],
        );
        await cluster.owner.query(
          `update sessions set expires_at = now() - interval '2 days' where user_id = $1`,
          [users.client.id],
        );
        await cluster.owner.query(
          `insert into known_addresses (user_id, address, seen_at)
             values ($1, 'old', now() - interval '181 days'), ($1, 'recent', now() - interval '179 days')`,
          [users.client.id],
        );
        await cluster.owner.query(
          `insert into login_failures values ('name:old', 3, now() - interval '2 hours'), ('name:recent', 3, now() - interval '50 minutes')
             on conflict (subject) do update set window_started_at = excluded.window_started_at`,
        );
        await Promise.all([1, 2, 3].map(() => forgetExpired(cluster.owner, 2)));
        await forgetExpired(cluster.owner, 2);
        const { rows: left } = await cluster.owner.query<{
          keys: string[];
          sessions: number;
          subjects: string[];
          addresses: string[];
        }>(
          `select array(select key from idempotency_keys where key = any($1)) as keys,
                  (select count(*)::int from sessions where user_id = $2) as sessions,
                  array(select subject from login_failures where subject in ('name:old', 'name:recent')) as subjects,
                  array(select address from known_addresses where user_id = $2 and address in ('old', 'recent')) as addresses`,
          [[old, recent], users.client.id],
        );
        const { keys, sessions, subjects, addresses } = left[0]!;
        const remaining = `${sessions} sessions, ${subjects.join()}, addresses ${addresses.join()}`;
        if (keys.join() !== recent || remaining !== '0 sessions, name:recent, addresses recent')
          failures.push(`trial ${trial}: left ${keys.length} keys, ${remaining}`);
        const again = await pay(cluster, 1, accessToken, deposit(username, 1), { key: recent });
        if (again.status !== 200 || (await cluster.balanceOf(username)) !== 2)
          failures.push(`trial ${trial}: the recent key moved money again`);
      }
      await cluster.owner.query('delete from login_failures');
      return { trials, failures };
    },
  },
];
export default scenarios;
