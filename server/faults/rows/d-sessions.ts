import type { Cluster, Session } from '../cluster';
import { makePeople, type Person } from '../people';
import { send, type RawAnswer } from '../raw-http';
import { startReplyCutter } from '../reply-cutter';
import type { FaultRow } from '../row';

const post = (base: string, path: string, body?: unknown, token?: string): Promise<RawAnswer> =>
  send(base, { method: 'POST', path: `/api/v1${path}`, body, token });
const refresh = (cluster: Cluster, process: number, refreshToken: string): Promise<RawAnswer> =>
  post(cluster.processes[process % cluster.processes.length]!.url, '/auth/refresh-token', { refreshToken });
const tokensOf = (answer: RawAnswer): Pick<Session, 'accessToken' | 'refreshToken'> => answer.json as Session;
const statusOf = async (cluster: Cluster, process: number, token: string): Promise<number> =>
  (
    await send(cluster.processes[process % cluster.processes.length]!.url, {
      method: 'GET',
      path: '/api/v1/user/me',
      token,
    })
  ).status;

/** Lets the grace of the session's used refresh tokens run out, without the wait. */
const endGrace = (cluster: Cluster, person: Person): Promise<unknown> =>
  cluster.owner.query(
    `update refresh_tokens set used_at = used_at - interval '1 hour'
      where used_at is not null and session_id in (select id from sessions where user_id = $1)`,
    [person.id],
  );

const rows: FaultRow[] = [
  {
    id: 'D47',
    fault: 'an account is deactivated, signs out, or ends its session from another, while it holds tokens',
    bound: 'within 1 s its calls are 401 on both processes, its refresh dead',
    trials: { short: 3, long: 21 },
    async run({ cluster, trials }) {
      const people = await makePeople(cluster);
      const { accessToken: agent } = await people.admin.signIn();
      const failures: string[] = [];
      let slowest = 0;
      for (let trial = 0; trial < trials; trial += 1) {
        const session = await people.client.signIn();
        const elsewhere = trial % 3 === 2 ? await people.client.signIn() : undefined;
        const startedAt = performance.now();
        if (elsewhere !== undefined)
          await post(
            cluster.processes[0]!.url,
            '/auth/sessions/end-others',
            undefined,
            elsewhere.accessToken,
          );
        else if (trial % 3 === 0)
          await post(
            cluster.processes[0]!.url,
            `/user/update-status/${people.client.id}`,
            { active: false },
            agent,
          );
        else await post(cluster.processes[0]!.url, '/auth/logout', undefined, session.accessToken);
        for (const index of [1, 0]) {
          while (
            (await statusOf(cluster, index, session.accessToken)) !== 401 &&
            performance.now() - startedAt < 5_000
          );
        }
        const took = performance.now() - startedAt;
        slowest = Math.max(slowest, took);
        if (took > 1_000) failures.push(`trial ${trial}: ${took.toFixed(0)} ms`);
        if ((await refresh(cluster, trial, session.refreshToken)).status !== 401)
          failures.push(`trial ${trial}: the refresh token lives`);
        await post(
          cluster.processes[0]!.url,
          `/user/update-status/${people.client.id}`,
          { active: true },
          agent,
        );
        if ((await statusOf(cluster, 1, session.accessToken)) !== 401)
          failures.push(`trial ${trial}: the session came back with the account`);
      }
      return { trials, failures, measured: `slowest ${slowest.toFixed(0)} ms` };
    },
  },
  {
    id: 'D48',
    fault: 'role, parent or password changed while tokens are held',
    bound: 'at once: claims never decide, other sessions are dead',
    trials: { short: 1, long: 5 },
    async run({ cluster, trials }) {
      const failures: string[] = [];
      const expect = (what: string, status: number, wanted: number): void => {
        if (status !== wanted) failures.push(`${what}: ${status}, not ${wanted}`);
      };
      for (let trial = 0; trial < trials; trial += 1) {
        const people = await makePeople(cluster);
        const base = cluster.processes[trial % 2]!.url;
        const [one, other] = [await people.admin.signIn(), await people.admin.signIn()];
        const read = async (): Promise<number> =>
          (
            await send(base, {
              method: 'GET',
              path: `/api/v1/user/sub-account/${people.client.id}`,
              token: one.accessToken,
            })
          ).status;
        expect('its child', await read(), 200);
        await cluster.owner.query('update users set parent_id = $2, child_seq = 99 where id = $1', [
          people.client.id,
          people.admin2.id,
        ]);
        expect('a child moved away', await read(), 404);
        await cluster.owner.query("update users set role = 'ROLE_CLIENT' where id = $1", [people.admin.id]);
        expect('its role taken', await read(), 403);
        await cluster.owner.query("update users set role = 'ROLE_ADMIN' where id = $1", [people.admin.id]);
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
        const { accessToken: parent } = await people.superAdmin.signIn();
        await post(
          base,
          `/auth/change-sub-account-password/${people.admin.id}`,
          { oldPassword: 'Autre2026', newPassword: 'Autre2026' },
          parent,
        );
        expect('after its parent set a password', await statusOf(cluster, 0, one.accessToken), 401);
        expect(
          'the old password',
          (await post(base, '/auth/login', { username: people.admin.username, password: 'Nouveau2026' }))
            .status,
          401,
        );
        expect(
          'the new password',
          (await post(base, '/auth/login', { username: people.admin.username, password: 'Autre2026' }))
            .status,
          200,
        );
      }
      return { trials, failures };
    },
  },
  {
    id: 'D49',
    fault: 'a rotated refresh token after the grace; its grandparent inside it',
    bound: 'the family ends both times, and the log says so',
    trials: { short: 1, long: 20 },
    async run({ cluster, trials }) {
      const people = await makePeople(cluster);
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        for (const kind of ['late', 'grandparent'] as const) {
          const session = await people.client.signIn();
          let last = tokensOf(await refresh(cluster, 0, session.refreshToken));
          if (kind === 'late') await endGrace(cluster, people.client);
          else last = tokensOf(await refresh(cluster, 1, last.refreshToken));
          const logged = (): number =>
            cluster.processes
              .flatMap(({ log }) => log)
              .filter((line) => line.includes('refresh token replayed')).length;
          const before = logged();
          const replay = await refresh(cluster, 1, session.refreshToken);
          const after = [
            await statusOf(cluster, 0, last.accessToken),
            (await refresh(cluster, 0, last.refreshToken)).status,
          ];
          if (replay.status !== 401 || after.some((status) => status !== 401))
            failures.push(`${kind}: replay ${replay.status}, then ${after.join(', ')}`);
          for (let wait = 0; wait < 50 && logged() === before; wait += 1)
            await new Promise((resolve) => setTimeout(resolve, 10));
          if (logged() === before) failures.push(`${kind}: not logged`);
        }
      }
      return { trials: trials * 2, failures };
    },
  },
  {
    id: 'D50',
    fault: '20 parallel refreshes of one token over two processes',
    bound: 'one successor, nobody signed out, no 5xx',
    trials: { short: 4, long: 200 },
    async run({ cluster, trials }) {
      const people = await makePeople(cluster);
      let { refreshToken } = await people.client.signIn();
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, index) => refresh(cluster, index, refreshToken)),
        );
        const successors = new Set(
          answers.map((answer) =>
            answer.status === 200 ? tokensOf(answer).refreshToken : `${answer.status}`,
          ),
        );
        if (successors.size !== 1 || answers[0]!.status !== 200) {
          failures.push(`trial ${trial}: ${[...successors].map((text) => text.slice(0, 6)).join(', ')}`);
          ({ refreshToken } = await people.client.signIn());
          continue;
        }
        const alive = await Promise.all(
          answers.map((answer, index) => statusOf(cluster, index, tokensOf(answer).accessToken)),
        );
        if (alive.some((status) => status !== 200)) failures.push(`trial ${trial}: somebody was signed out`);
        ({ refreshToken } = tokensOf(answers[0]!));
      }
      return { trials, failures };
    },
  },
  {
    id: 'D51',
    fault: 'a refresh races a logout, a deactivation, a password change; a login races a deactivation',
    bound: 'afterwards no token lives, in any order',
    trials: { short: 12, long: 500 },
    async run({ cluster, random, trials }) {
      const people = await makePeople(cluster);
      const { accessToken: agent } = await people.admin.signIn();
      const { id, username } = people.client;
      const failures: string[] = [];
      const kinds = ['logout', 'deactivation', 'password', 'login'] as const;
      for (let trial = 0; trial < trials; trial += 1) {
        const kind = kinds[trial % kinds.length]!;
        const session = await people.client.signIn();
        const end = (): Promise<RawAnswer> => {
          const base = cluster.processes[0]!.url;
          if (kind === 'logout') return post(base, '/auth/logout', undefined, session.accessToken);
          if (kind === 'password')
            return post(
              base,
              `/auth/change-sub-account-password/${id}`,
              { oldPassword: 'Client1234', newPassword: 'Client1234' },
              agent,
            );
          return post(base, `/user/update-status/${id}`, { active: false }, agent);
        };
        const race = (): Promise<RawAnswer> =>
          kind === 'login'
            ? post(cluster.processes[1]!.url, '/auth/login', { username, password: 'Client1234' })
            : refresh(cluster, 1, session.refreshToken);
        const delay = random.between(0, kind === 'login' || kind === 'password' ? 40 : 4);
        const late = async (work: () => Promise<RawAnswer>): Promise<RawAnswer> => {
          await new Promise((resolve) => setTimeout(resolve, delay));
          return work();
        };
        const [, raced] = await Promise.all(
          random.between(0, 1) === 0 ? [end(), late(race)] : [late(end), race()],
        );
        if (kind === 'deactivation' || kind === 'login')
          await post(cluster.processes[0]!.url, `/user/update-status/${id}`, { active: true }, agent);
        const held = raced.status === 200 ? [session, tokensOf(raced)] : [session];
        for (const tokens of held) {
          const statuses = [
            await statusOf(cluster, 0, tokens.accessToken),
            (await refresh(cluster, 1, tokens.refreshToken)).status,
          ];
          if (statuses.some((status) => status !== 401))
            failures.push(`trial ${trial}, ${kind}: ${statuses.join(', ')}`);
        }
        if (trial % 50 === 49) await cluster.owner.query('delete from login_failures');
      }
      return { trials, failures };
    },
  },
  {
    id: 'D52',
    fault: 'the reply to a refresh is lost',
    bound: 'the same token works again within the grace',
    trials: { short: 3, long: 50 },
    async run({ cluster, trials }) {
      const people = await makePeople(cluster);
      const cutter = await startReplyCutter(cluster.processes[0]!.url);
      const failures: string[] = [];
      let { refreshToken } = await people.client.signIn();
      try {
        for (let trial = 0; trial < trials; trial += 1) {
          const lost = await send(cutter.url, {
            method: 'POST',
            path: '/api/v1/auth/refresh-token',
            body: { refreshToken },
            headers: { connection: 'close' },
          }).catch(() => null);
          const retried = await refresh(cluster, 1, refreshToken);
          if (lost !== null || retried.status !== 200) failures.push(`trial ${trial}: ${retried.status}`);
          else ({ refreshToken } = tokensOf(retried));
        }
      } finally {
        cutter.stop();
      }
      return { trials, failures };
    },
  },
  {
    id: 'D53',
    fault: 'a session in constant use reaches its end; the tables are read by a stranger',
    bound: 'it ends; the tables hold hashes alone',
    trials: { short: 1, long: 5 },
    async run({ cluster, trials }) {
      const people = await makePeople(cluster);
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        const session = await people.client.signIn();
        const next = tokensOf(await refresh(cluster, 0, session.refreshToken));
        const { rows: ends } = await cluster.owner.query<{ n: bigint }>(
          `select count(distinct r.expires_at) as n from refresh_tokens r join sessions s on s.id = r.session_id
            where s.user_id = $1 and s.revoked_at is null and r.expires_at = s.expires_at`,
          [people.client.id],
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
          [people.client.id],
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
export default rows;
