import { login, refresh, setActive, setPassword, statusOf, tokensOf } from '../../actors/api-client';
import { createHierarchy } from '../../actors/hierarchy';
import { post, read } from '../../actors/raw-http';
import type { Scenario } from '../../scenario';

const scenarios: Scenario[] = [
  {
    id: 'D47',
    title: 'session revocation',
    fault: 'an account is deactivated, signs out, or ends its other sessions, while it holds tokens',
    bound: 'within 1 s its calls are 401 on both processes and its refresh token is dead',
    trials: { short: 3, long: 21, budgetS: 2 },
    async run({ cluster, trials, within }) {
      const users = await createHierarchy(cluster);
      const { accessToken: agent } = await users.admin.signIn();
      const failures: string[] = [];
      let slowest = 0;
      for (let trial = 0; trial < trials; trial += 1) {
        const session = await users.client.signIn();
        const elsewhere = trial % 3 === 2 ? await users.client.signIn() : undefined;
        const startedAt = performance.now();
        if (elsewhere !== undefined)
          await post(
            cluster.processes[0]!.url,
            '/auth/sessions/end-others',
            undefined,
            elsewhere.accessToken,
          );
        else if (trial % 3 === 0) await setActive(cluster.processes[0]!.url, agent, users.client.id, false);
        else await post(cluster.processes[0]!.url, '/auth/logout', undefined, session.accessToken);
        for (const index of [1, 0]) {
          while (
            (await statusOf(cluster, index, session.accessToken)) !== 401 &&
            performance.now() - startedAt < within(5_000)
          );
        }
        const took = performance.now() - startedAt;
        slowest = Math.max(slowest, took);
        if (took > within(1_000)) failures.push(`trial ${trial}: ${took.toFixed(0)} ms`);
        if ((await refresh(cluster, trial, session.refreshToken)).status !== 401)
          failures.push(`trial ${trial}: the refresh token lives`);
        await setActive(cluster.processes[0]!.url, agent, users.client.id, true);
        if ((await statusOf(cluster, 1, session.accessToken)) !== 401)
          failures.push(`trial ${trial}: the session came back with the account`);
      }
      return { trials, failures, measured: `slowest ${slowest.toFixed(0)} ms` };
    },
  },
  {
    id: 'D48',
    title: 'role, parent or password change',
    fault: 'role, parent or password change while tokens are held',
    bound: 'effective at once, whatever the token’s claims; other sessions end on a password change',
    trials: { short: 1, long: 5, budgetS: 4 },
    async run({ cluster, trials }) {
      const failures: string[] = [];
      const expect = (what: string, status: number, wanted: number): void => {
        if (status !== wanted) failures.push(`${what}: ${status}, not ${wanted}`);
      };
      for (let trial = 0; trial < trials; trial += 1) {
        const users = await createHierarchy(cluster);
        const base = cluster.processes[trial % 2]!.url;
        const [one, other] = [await users.admin.signIn(), await users.admin.signIn()];
        const status = async (): Promise<number> =>
          (await read(base, `/user/sub-account/${users.client.id}`, one.accessToken)).status;
        expect('its child', await status(), 200);
        const { rows: places } = await cluster.owner.query<{ parent_id: number; child_seq: number }>(
          'select parent_id, child_seq from users where id = $1',
          [users.client.id],
        );
        const move = (parentId: number, number: number) =>
          cluster.owner.query('update users set parent_id = $2, child_seq = $3 where id = $1', [
            users.client.id,
            parentId,
            number,
          ]);
        await move(users.admin2.id, 99);
        expect('a child moved away', await status(), 404);
        // Moved back, because verify checks the number of each parent's children.
        await move(places[0]!.parent_id, places[0]!.child_seq);
        await cluster.owner.query("update users set role = 'ROLE_CLIENT' where id = $1", [users.admin.id]);
        expect('its role taken', await status(), 403);
        await cluster.owner.query("update users set role = 'ROLE_ADMIN' where id = $1", [users.admin.id]);
        const changed = await post(
          base,
          '/auth/change-password',
          { oldPassword: 'Client1234', newPassword: 'Nouveau2026' },
          one.accessToken,
        );
        expect('the change', changed.status, 200);
        expect('the session that changed it', await statusOf(cluster, 1, one.accessToken), 200);
        expect('the other session', await statusOf(cluster, 1, other.accessToken), 401);
        expect("the other session's refresh", (await refresh(cluster, 0, other.refreshToken)).status, 401);
        expect('its own refresh', (await refresh(cluster, 0, one.refreshToken)).status, 200);
        const { accessToken: parent } = await users.superAdmin.signIn();
        await setPassword(base, parent, users.admin.id, 'Autre2026');
        expect('after its parent set a password', await statusOf(cluster, 0, one.accessToken), 401);
        expect('the old password', (await login(base, users.admin.username, 'Nouveau2026')).status, 401);
        expect('the new password', (await login(base, users.admin.username, 'Autre2026')).status, 200);
      }
      return { trials, failures };
    },
  },
  {
    id: 'D53',
    title: 'session lifetime and stored secrets',
    fault: 'a session refreshed until its end; a dump of the tables',
    bound: 'the session ends on time; the tables hold only hashes',
    trials: { short: 1, long: 5, budgetS: 2 },
    async run({ cluster, trials }) {
      const users = await createHierarchy(cluster);
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        const session = await users.client.signIn();
        const next = tokensOf(await refresh(cluster, 0, session.refreshToken));
        const { rows: ends } = await cluster.owner.query<{ n: bigint }>(
          `select count(distinct r.expires_at) as n from refresh_tokens r join sessions s on s.id = r.session_id
            where s.user_id = $1 and s.revoked_at is null and r.expires_at = s.expires_at`,
          [users.client.id],
        );
        if (Number(ends[0]!.n) !== 1) failures.push('a refresh prolonged the session');
        for (const table of [
          'sessions',
          'refresh_tokens',
          'users',
          'idempotency_keys',
          'login_failures',
          'known_addresses',
        ]) {
          const { rows: dump } = await cluster.owner.query<{ line: string }>(
            `select t::text as line from ${table} t`,
          );
          const text = dump.map(({ line }) => line).join('\n');
          for (const secret of [
            session.accessToken,
            session.refreshToken,
            next.refreshToken,
            'Client1234',
            'Admin1234',
          ])
            if (text.includes(secret) || text.includes(Buffer.from(secret).toString('hex')))
              failures.push(`${table} holds a secret`);
        }
        await cluster.owner.query(
          "update sessions set expires_at = now() - interval '1 second' where user_id = $1",
          [users.client.id],
        );
        const after = [
          await statusOf(cluster, 1, next.accessToken),
          (await refresh(cluster, 0, next.refreshToken)).status,
        ];
        if (after.some((status) => status !== 401)) failures.push(`past its end: ${after.join(', ')}`);
      }
      return { trials, failures };
    },
  },
];
export default scenarios;
