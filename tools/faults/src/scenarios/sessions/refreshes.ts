import { refresh, setActive, setPassword, statusOf, tokensOf } from '../../actors/api-client';
import type { Cluster } from '../../actors/cluster';
import { portOf, startFaultyProxy } from '../../actors/faulty-proxy';
import { createHierarchy, type TestUser } from '../../actors/hierarchy';
import { post, type RawAnswer } from '../../actors/raw-http';
import type { Scenario } from '../../scenario';
import { untilTrue } from '../../wait-until';

/** Ends the grace period of the session's used refresh tokens without waiting. */
const endGrace = (cluster: Cluster, person: TestUser): Promise<unknown> =>
  cluster.owner.query(
    `update refresh_tokens set used_at = used_at - interval '1 hour'
      where used_at is not null and session_id in (select id from sessions where user_id = $1)`,
    [person.id],
  );

const KINDS = ['logout', 'deactivation', 'password', 'login'] as const;

const scenarios: Scenario[] = [
  {
    id: 'D49',
    title: 'refresh token replay',
    fault: 'a used refresh token after the grace period; the one before it within the grace period',
    bound: 'the session ends both times, and the log records it',
    trials: { short: 1, long: 20, budgetS: 5 },
    async run({ cluster, trials }) {
      const users = await createHierarchy(cluster);
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        for (const kind of ['late', 'grandparent'] as const) {
          const session = await users.client.signIn();
          let last = tokensOf(await refresh(cluster, 0, session.refreshToken));
          if (kind === 'late') await endGrace(cluster, users.client);
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
          if (!(await untilTrue(() => logged() > before, 500))) failures.push(`${kind}: not logged`);
        }
      }
      return { trials: trials * 2, failures };
    },
  },
  {
    id: 'D50',
    title: 'parallel refreshes',
    fault: '20 parallel refreshes of one token over two processes',
    bound: 'one successor, no sign-out, no 5xx',
    trials: { short: 4, long: 200, budgetS: 14 },
    async run({ cluster, trials }) {
      const users = await createHierarchy(cluster);
      let { refreshToken } = await users.client.signIn();
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
          ({ refreshToken } = await users.client.signIn());
          continue;
        }
        const alive = await Promise.all(
          answers.map((answer, index) => statusOf(cluster, index, tokensOf(answer).accessToken)),
        );
        if (alive.some((status) => status !== 200)) failures.push(`trial ${trial}: a session ended`);
        ({ refreshToken } = tokensOf(answers[0]!));
      }
      return { trials, failures };
    },
  },
  {
    id: 'D51',
    title: 'refresh during revocation',
    fault:
      'a refresh in parallel with a logout, a deactivation or a password change; a login in parallel with a deactivation',
    bound: 'no token works afterwards, in any order',
    trials: { short: 12, long: 500, budgetS: 30 },
    async run({ cluster, random, trials, isLong }) {
      const users = await createHierarchy(cluster);
      const { accessToken: agent } = await users.admin.signIn();
      const { id, username } = users.client;
      const failures: string[] = [];
      // Every trial races a logout, every fourth also the other kinds.
      const races = Array.from({ length: trials }, (_, index) =>
        index % 4 === 0 ? KINDS : (['logout'] as const),
      ).flat();
      const refreshed = { first: 0, second: 0 };
      for (const [trial, kind] of races.entries()) {
        const session = await users.client.signIn();
        const end = (): Promise<RawAnswer> => {
          const base = cluster.processes[0]!.url;
          if (kind === 'logout') return post(base, '/auth/logout', undefined, session.accessToken);
          if (kind === 'password') return setPassword(base, agent, id, 'Client1234');
          return setActive(base, agent, id, false);
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
          await setActive(cluster.processes[0]!.url, agent, id, true);
        if (kind === 'logout') refreshed[raced.status === 200 ? 'first' : 'second'] += 1;
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
      if (isLong && Math.min(refreshed.first, refreshed.second) === 0)
        failures.push('the logouts raced nothing: the refresh was always first or always second');
      return {
        trials: races.length,
        failures,
        measured: `${trials} logouts: ${refreshed.first} after the refresh, ${refreshed.second} before it`,
      };
    },
  },
  {
    id: 'D52',
    title: 'lost refresh response',
    fault: 'the response to a refresh is lost',
    bound: 'the same token works again within the grace period',
    trials: { short: 3, long: 50, budgetS: 2 },
    async run({ cluster, trials }) {
      const users = await createHierarchy(cluster);
      const proxy = await startFaultyProxy([portOf(cluster.processes[0]!.url)], 'drop-replies');
      const failures: string[] = [];
      let { refreshToken } = await users.client.signIn();
      try {
        for (let trial = 0; trial < trials; trial += 1) {
          const lost = await post(proxy.url, '/auth/refresh-token', { refreshToken }, undefined, {
            connection: 'close',
          }).catch(() => null);
          const retried = await refresh(cluster, 1, refreshToken);
          if (lost !== null || retried.status !== 200) failures.push(`trial ${trial}: ${retried.status}`);
          else ({ refreshToken } = tokensOf(retried));
        }
      } finally {
        await proxy.stop();
      }
      return { trials, failures };
    },
  },
];
export default scenarios;
