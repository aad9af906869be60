import { setTimeout as wait } from 'node:timers/promises';
import * as api from '@palier/test-support/actors/api-client';
import type { Cluster } from '@palier/test-support/actors/cluster';
import {
  clearThrottle,
  createHierarchy,
  type TestUser,
  USER_PASSWORD,
} from '@palier/test-support/actors/hierarchy';
import { type RawAnswer } from '@palier/test-support/actors/raw-http';
import { atOnce } from '@palier/test-support/at-once';
import type { Scenario } from '../../scenario';
import { untilTrue } from '@palier/test-support/wait-until';

/** Ends the grace period of the session's used refresh tokens without waiting. */
const endGrace = (cluster: Cluster, person: TestUser): Promise<unknown> =>
  cluster.owner.query(
    `update refresh_tokens set used_at = used_at - interval '1 hour'
      where used_at is not null and session_id in (select id from sessions where user_id = $1)`,
    [person.id],
  );

const countLoggedReplays = ({ processes }: Cluster): number =>
  processes.flatMap(({ log }) => log).filter((line) => line.includes('refresh token replayed')).length;

export default [
  {
    id: 'D49',
    title: 'refresh token replay',
    fault: 'a used refresh token after the grace period; the one before it within the grace period',
    bound: 'the session ends both times, and the log records it',
    trials: { short: 2, long: 40 },
    async run({ cluster, trials, expect }) {
      const { client } = await createHierarchy(cluster);
      for (let trial = 0; trial < trials; trial += 1) {
        const session = await client.signIn();
        let last = api.tokensOf(await api.refresh(cluster, 0, session.refreshToken));
        if (trial % 2 === 0) await endGrace(cluster, client);
        else last = api.tokensOf(await api.refresh(cluster, 1, last.refreshToken));
        const before = countLoggedReplays(cluster);
        const { status } = await api.refresh(cluster, 1, session.refreshToken);
        const after = await api.statusesOf(cluster, last);
        expect(status === 401 && after === '401, 401', `trial ${trial}: replay ${status}, then ${after}`);
        const isLogged = (): boolean => countLoggedReplays(cluster) > before;
        expect(await untilTrue(isLogged), `trial ${trial}: not logged`);
      }
    },
  },
  {
    id: 'D50',
    title: 'parallel refreshes',
    fault: '20 parallel refreshes of one token over two processes',
    bound: 'one successor, no sign-out, no 5xx',
    trials: { short: 4, long: 200 },
    async run({ cluster, trials, expect }) {
      const { client } = await createHierarchy(cluster);
      let { refreshToken } = await client.signIn();
      for (let trial = 0; trial < trials; trial += 1) {
        const answers = await atOnce(20, (index) => api.refresh(cluster, index, refreshToken));
        const statuses = new Set(answers.map(({ status }) => status));
        const successors = new Set(answers.map((answer) => api.tokensOf(answer).refreshToken));
        const isOne = [...statuses].join() === '200' && successors.size === 1;
        expect(isOne, `trial ${trial}: ${[...statuses].join()}, ${successors.size} successors`);
        if (!isOne) return;
        const alive = await atOnce(20, (index) =>
          api.statusOf(cluster, index, api.tokensOf(answers[index]!).accessToken),
        );
        expect(new Set(alive).size === 1 && alive[0] === 200, `trial ${trial}: a session ended`);
        ({ refreshToken } = api.tokensOf(answers[0]!));
      }
    },
  },
  {
    id: 'D51',
    title: 'refresh during revocation',
    fault:
      'a refresh in parallel with a logout, a deactivation or a password change; ' +
      'a login in parallel with a deactivation',
    bound: 'no token works afterwards, in any order',
    trials: { short: 12, long: 500 },
    async run({ cluster, random, trials, isLong, expect }) {
      const { admin, client } = await createHierarchy(cluster);
      const { accessToken: agent } = await admin.signIn();
      const base = cluster.urlOf(0);
      const deactivate = () => api.setActive(base, agent, client.id, false);
      const endings = {
        logout: (token: string) => api.logout(base, token),
        deactivation: deactivate,
        password: () => api.setPassword(base, agent, client.id, USER_PASSWORD),
        login: deactivate,
      };
      const kinds = Object.keys(endings) as (keyof typeof endings)[];
      // Every trial races a logout, every fourth also the other kinds.
      const races = Array.from({ length: trials }, (_, index) =>
        index % 4 === 0 ? kinds : ['logout' as const],
      );
      const refreshed = { first: 0, second: 0 };
      for (const [trial, kind] of races.flat().entries()) {
        const session = await client.signIn();
        const delayMs = random.between(0, kind === 'login' || kind === 'password' ? 40 : 4);
        const isEndFirst = random.chance(0.5);
        const end = async (): Promise<RawAnswer> => {
          if (!isEndFirst) await wait(delayMs);
          return endings[kind](session.accessToken);
        };
        const race = async (): Promise<RawAnswer> => {
          if (isEndFirst) await wait(delayMs);
          return kind === 'login'
            ? api.login(cluster.urlOf(1), client.username, USER_PASSWORD)
            : api.refresh(cluster, 1, session.refreshToken);
        };
        const [, raced] = await Promise.all([end(), race()]);
        if (kind === 'deactivation' || kind === 'login') await api.setActive(base, agent, client.id, true);
        if (kind === 'logout') refreshed[raced.status === 200 ? 'first' : 'second'] += 1;
        for (const tokens of raced.status === 200 ? [session, api.tokensOf(raced)] : [session]) {
          const statuses = await api.statusesOf(cluster, tokens);
          expect(statuses === '401, 401', `trial ${trial}, ${kind}: ${statuses}`);
        }
        if (trial % 50 === 49) await clearThrottle(cluster.owner);
      }
      const isRaced = Math.min(refreshed.first, refreshed.second) > 0;
      expect(isRaced || !isLong, 'the refresh was always before or always after the logout');
      return `${refreshed.first} logouts after the refresh, ${refreshed.second} before it`;
    },
  },
] satisfies Scenario[];
