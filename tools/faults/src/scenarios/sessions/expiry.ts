import { forgetExpired } from '@palier/server/maintenance/forget-expired';
import { depositOf, newKey, pay } from '../../actors/api-client';
import { clearThrottle, createHierarchy } from '../../actors/hierarchy';
import { atOnce } from '../../at-once';
import type { Scenario } from '../../scenario';

/** Makes one record of each table old; $1 is a user, $2 an idempotency key. */
const AGING = `
  with keys as (update idempotency_keys set created_at = now() - interval '8 days' where key = $2),
       ended as (update sessions set expires_at = now() - interval '2 days' where user_id = $1),
       addresses as (insert into known_addresses (user_id, address, seen_at)
         values ($1, 'old', now() - interval '181 days'), ($1, 'recent', now() - interval '179 days'))
  insert into login_failures values ('name:old', 3, now() - interval '2 hours'), ('name:recent', 3, now() - interval '50 minutes')
    on conflict (subject) do update set window_started_at = excluded.window_started_at`;
const LEFT = `
  select concat_ws(' ', (select count(*) from sessions where user_id = $1), 'sessions,',
    (select string_agg(key, ' ') from idempotency_keys where key = any($2)),
    (select string_agg(subject, ' ') from login_failures where subject in ('name:old', 'name:recent')),
    (select string_agg(address, ' ') from known_addresses where user_id = $1 and address in ('old', 'recent'))) as records`;

export default [
  {
    id: 'D56',
    title: 'removal of expired records',
    fault: 'expired keys, sessions, login failures and addresses, removed by several callers at once',
    bound: 'old records are removed, recent ones stay effective',
    trials: { short: 1, long: 10, budgetS: 5 },
    async run({ cluster, trials, expect, expectAnswer }) {
      const { owner } = cluster;
      const { accessToken } = await cluster.login('admin');
      for (let trial = 0; trial < trials; trial += 1) {
        const { client } = await createHierarchy(cluster);
        const { username } = await cluster.newChild('admin', 0);
        const [old, recent] = [newKey(), newKey()];
        for (const key of [old, recent]) await pay(cluster, 0, accessToken, depositOf(username, 1), { key });
        await client.signIn();
        await owner.query(AGING, [client.id, old]);
        await atOnce(3, () => forgetExpired(owner, 2));
        await forgetExpired(owner, 2);
        const { records } = await cluster.readRow<{ records: string }>(LEFT, [client.id, [old, recent]]);
        expect(records === `0 sessions, ${recent} name:recent recent`, `trial ${trial}: left ${records}`);
        const again = await pay(cluster, 1, accessToken, depositOf(username, 1), { key: recent });
        expectAnswer('the recent key', again, 200);
        expect((await cluster.balanceOf(username)) === 2, 'the recent key moved money again');
      }
      await clearThrottle(owner);
    },
  },
] satisfies Scenario[];
