import * as api from '@palier/test-support/actors/api-client';
import { createHierarchy, USER_PASSWORD } from '@palier/test-support/actors/hierarchy';
import { post, read } from '@palier/test-support/actors/raw-http';
import type { Scenario } from '../../scenario';
import { untilTrue } from '@palier/test-support/wait-until';

const TABLES_WITH_SECRETS = [
  'sessions',
  'refresh_tokens',
  'users',
  'idempotency_keys',
  'login_failures',
  'known_addresses',
];

export default [
  {
    id: 'D47',
    title: 'session revocation',
    fault: 'an account is deactivated, signs out, or ends its other sessions, while it holds tokens',
    bound: 'within 1 s its calls are 401 on both processes and its refresh token is dead',
    trials: { short: 3, long: 21 },
    async run({ cluster, trials, within, expect }) {
      const { admin, client } = await createHierarchy(cluster);
      const { accessToken: agent } = await admin.signIn();
      const base = cluster.urlOf(0);
      const endings = [
        () => api.setActive(base, agent, client.id, false),
        (held: string) => api.logout(base, held),
        async (_held: string, elsewhere: string) => {
          await post(base, '/auth/proof', { password: USER_PASSWORD }, { token: elsewhere });
          await post(base, '/auth/sessions/end-others', undefined, { token: elsewhere });
        },
      ];
      let slowestMs = 0;
      for (let trial = 0; trial < trials; trial += 1) {
        const held = await client.signIn();
        const elsewhere = await client.signIn();
        const startedAt = performance.now();
        await endings[trial % 3]!(held.accessToken, elsewhere.accessToken);
        const isEnded = async (process: number): Promise<boolean> =>
          (await api.statusOf(cluster, process, held.accessToken)) === 401;
        for (const process of [1, 0]) await untilTrue(() => isEnded(process), within(5_000));
        const tookMs = performance.now() - startedAt;
        slowestMs = Math.max(slowestMs, tookMs);
        expect(tookMs <= within(1_000), `trial ${trial}: ${tookMs.toFixed(0)} ms`);
        const refreshed = await api.refresh(cluster, trial, held.refreshToken);
        expect(refreshed.status === 401, `trial ${trial}: the refresh token lives`);
        await api.setActive(base, agent, client.id, true);
        expect(await isEnded(1), `trial ${trial}: the session came back with the account`);
      }
      return `slowest ${slowestMs.toFixed(0)} ms`;
    },
  },
  {
    id: 'D48',
    title: 'role, parent or password change',
    fault: 'role, parent or password change while tokens are held',
    bound: 'effective at once, whatever the token’s claims; other sessions end on a password change',
    trials: { short: 1, long: 5 },
    async run({ cluster, trials, expect }) {
      const { owner } = cluster;
      const expectStatus = (name: string, status: number, expected: number): void =>
        expect(status === expected, `${name}: ${status}, not ${expected}`);
      for (let trial = 0; trial < trials; trial += 1) {
        const { admin, admin2, client, superAdmin } = await createHierarchy(cluster);
        const base = cluster.urlOf(trial);
        const one = await admin.signIn();
        const other = await admin.signIn();
        const readChild = async (): Promise<number> =>
          (await read(base, `/user/sub-account/${client.id}`, one.accessToken)).status;
        expectStatus('its child', await readChild(), 200);
        const place = await cluster.readRow<{ parent_id: number; child_seq: number }>(
          'select parent_id, child_seq from users where id = $1',
          [client.id],
        );
        const move = (parentId: number, number: number) =>
          owner.query(`update users set parent_id = $2, child_seq = $3 where id = $1`, [
            client.id,
            parentId,
            number,
          ]);
        await move(admin2.id, 99);
        expectStatus('a child moved away', await readChild(), 404);
        // Moved back, because verify checks the number of each parent's children.
        await move(place.parent_id, place.child_seq);
        await owner.query("update users set role = 'ROLE_CLIENT' where id = $1", [admin.id]);
        expectStatus('its role taken', await readChild(), 403);
        await owner.query("update users set role = 'ROLE_ADMIN' where id = $1", [admin.id]);

        const changed = await api.changePassword(base, one.accessToken, USER_PASSWORD, 'Nouveau2026');
        expectStatus('the change', changed.status, 200);
        expectStatus('the session that changed it', await api.statusOf(cluster, 1, one.accessToken), 200);
        const ofOther = await api.statusesOf(cluster, other);
        expect(ofOther === '401, 401', `the other session: ${ofOther}`);
        expectStatus('its own refresh', (await api.refresh(cluster, 0, one.refreshToken)).status, 200);
        const { accessToken: parent } = await superAdmin.signIn();
        await api.setPassword(base, parent, admin.id, 'Autre2026');
        const afterParent = await api.statusOf(cluster, 0, one.accessToken);
        expectStatus('after its parent set a password', afterParent, 401);
        expectStatus('old password', (await api.login(base, admin.username, 'Nouveau2026')).status, 401);
        expectStatus('new password', (await api.login(base, admin.username, 'Autre2026')).status, 200);
      }
    },
  },
  {
    id: 'D53',
    title: 'session lifetime and stored secrets',
    fault: 'a session refreshed until its end; a dump of the tables',
    bound: 'the session ends on time; the tables hold only hashes',
    trials: { short: 1, long: 5 },
    async run({ cluster, trials, expect }) {
      const { client } = await createHierarchy(cluster);
      const endOf = async (userId: number): Promise<string> => {
        const sql = 'select max(expires_at)::text as end from sessions where user_id = $1';
        return (await cluster.readRow<{ end: string }>(sql, [userId])).end;
      };
      for (let trial = 0; trial < trials; trial += 1) {
        const session = await client.signIn();
        const end = await endOf(client.id);
        const next = api.tokensOf(await api.refresh(cluster, 0, session.refreshToken));
        expect((await endOf(client.id)) === end, 'a refresh prolonged the session');
        const tokens = [session.accessToken, session.refreshToken, next.refreshToken];
        const secrets = [...tokens, USER_PASSWORD, 'Admin1234'];
        const spellings = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('hex')]);
        for (const table of TABLES_WITH_SECRETS) {
          const { rows } = await cluster.owner.query<{ line: string }>(
            `select t::text as line from ${table} t`,
          );
          const isSecret = ({ line }: { line: string }): boolean =>
            spellings.some((spelling) => line.includes(spelling));
          expect(!rows.some(isSecret), `${table} holds a secret`);
        }
        await cluster.owner.query(
          "update sessions set expires_at = now() - interval '1 second' where user_id = $1",
          [client.id],
        );
        const after = await api.statusesOf(cluster, next);
        expect(after === '401, 401', `past its end: ${after}`);
      }
    },
  },
] satisfies Scenario[];
