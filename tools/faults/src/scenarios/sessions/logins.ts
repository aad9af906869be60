import { setTimeout as wait } from 'node:timers/promises';
import { login } from '../../actors/api-client';
import { clearThrottle, createHierarchy, USER_PASSWORD } from '../../actors/hierarchy';
import { comparable, errorsOf, type RawAnswer, read } from '../../actors/raw-http';
import { atOnce } from '../../at-once';
import { countByStatus, rankTestP, percentile } from '../../statistics';
import type { Scenario } from '../../scenario';

/** Usernames on which one address tries one password. */
const SPRAYED = 1_000;
/** Parallel logins of the spray: a refusal takes half a second, so fewer would take minutes. */
const AT_ONCE = 50;
/** More parallel logins than a process queues. */
const BURST = 300;
/** In the second part of the storm, 50 logins a second. */
const STORM_PAUSE_MS = 20;

const countOf = (answers: readonly RawAnswer[], wanted: number): number =>
  answers.filter(({ status }) => status === wanted).length;

export default [
  {
    id: 'D40',
    title: 'indistinguishable failed logins',
    fault: 'an unknown username, a wrong password, a deactivated account',
    bound: 'the same bytes; in the long form also the same time (rank test p > 0.01)',
    trials: { short: 5, long: 300, budgetS: 20 },
    async run({ cluster, random, trials, isLong, expect }) {
      const { client, client2 } = await createHierarchy(cluster);
      await cluster.owner.query('update users set active = false where id = $1', [client2.id]);
      const url = cluster.urlOf(0);
      const kinds = {
        unknown: () => login(url, `x-${random.between(1, 1e9)}`, USER_PASSWORD),
        wrong: () => login(url, client.username, 'Mauvais2026'),
        deactivated: () => login(url, client2.username, USER_PASSWORD),
      };
      const times = { unknown: [] as number[], wrong: [] as number[], deactivated: [] as number[] };
      const answers = new Set<string>();
      // The first login creates the decoy hash.
      await login(url, 'nobody', 'Nobody2026');
      for (let trial = 0; trial < trials; trial += 1) {
        if (trial % 5 === 0) await clearThrottle(cluster.owner);
        for (const kind of random.shuffled(['unknown', 'wrong', 'deactivated'] as const)) {
          const startedAt = performance.now();
          const answer = await kinds[kind]();
          times[kind].push(performance.now() - startedAt);
          const { 'content-length': length, ...headers } = answer.headers;
          answers.add(`${comparable(answer)} ${length} ${Object.keys(headers).sort().join()}`);
        }
      }
      await clearThrottle(cluster.owner);
      expect(answers.size === 1 && [...answers][0]!.startsWith('401 '), [...answers].join('; '));
      const pairs = { unknown: 'wrong', wrong: 'deactivated', deactivated: 'unknown' } as const;
      const measured = Object.entries(pairs).map(([one, other]) => {
        const p = rankTestP(times[one as keyof typeof pairs], times[other]);
        expect(!isLong || p >= 0.01, `${one} and ${other} differ in time, p = ${p.toFixed(4)}`);
        return `${one}/${other} p=${p.toFixed(2)}`;
      });
      return { trials: trials * 3, measured: measured.join(', ') };
    },
  },
  {
    id: 'D41',
    title: 'password guessing',
    fault:
      'hundreds of wrong passwords: one username from one and from many addresses, one password on 1,000 usernames',
    bound:
      'fewer than 100 checked per username, at most 200 in the spray; X-Forwarded-For has no effect; the owner can still sign in',
    trials: { short: 1, long: 3, budgetS: 25 },
    isSlow: true,
    async run({ cluster, trials, expect, expectAnswer }) {
      for (let trial = 0; trial < trials; trial += 1) {
        await clearThrottle(cluster.owner);
        const { username } = (await createHierarchy(cluster)).client;
        const signIn = (from: string) => login(cluster.urlOf(1), username, USER_PASSWORD, { from });
        const attack = (from: (index: number) => string): Promise<RawAnswer[]> =>
          atOnce(100, (index) => {
            const ip = `10.0.0.${index}`;
            const headers = { 'x-forwarded-for': ip, 'x-real-ip': ip, forwarded: `for=${ip}` };
            const options = { from: from(index), headers };
            return login(cluster.urlOf(index), username, `Faux2026${index}`, options);
          });
        expectAnswer('the owner signs in', await signIn('127.0.1.1'), 200);
        const single = await attack(() => '127.0.2.1');
        const checked = countOf(single, 401);
        expect(checked <= 20, `one address at once: ${checked} attempts were checked`);
        const refused = single.find(({ status }) => status === 429);
        const isExplained = Number(refused?.headers['retry-after']) >= 1 && errorsOf(refused!).length > 0;
        expect(isExplained, `no 429 with Retry-After: ${refused?.text}`);
        const many = countOf(await attack((index) => `127.0.3.${index + 1}`), 401);
        expect(checked + many < 100, `many addresses: ${many} attempts were checked`);
        // Refused like a wrong password, so that the right one is not distinguishable.
        expectAnswer('a stranger’s right password', await signIn('127.0.4.1'), 429);
        expectAnswer('the owner signs in again', await signIn('127.0.1.1'), 200);

        const spray: RawAnswer[] = [];
        while (spray.length < SPRAYED) {
          const from = { from: '127.0.5.1' };
          const name = `spray-${spray.length}`;
          spray.push(
            ...(await atOnce(AT_ONCE, (index) =>
              login(cluster.urlOf(0), `${name}-${index}`, 'Printemps2026', from),
            )),
          );
        }
        const [wrong, throttled] = [countOf(spray, 401), countOf(spray, 429)];
        const counts = `one password on many names: ${wrong} attempts were checked, ${throttled} turned away`;
        expect(wrong <= 200 && wrong + throttled === SPRAYED, counts);
        await clearThrottle(cluster.owner);
      }
    },
  },
  {
    id: 'D44',
    title: 'login storm',
    fault: '300 logins at once, then 50 a second for 10 s',
    bound:
      'part of the 300 refused with 429 or 503 and a message; other calls p99 < 300 ms; logins 200, 429 or 503',
    trials: { short: 50, long: 500, budgetS: 15 },
    isSlow: true,
    async run({ cluster, trials, isLong, within, expect, expectAnswer }) {
      await clearThrottle(cluster.owner);
      const users = await createHierarchy(cluster);
      const { accessToken } = await users.admin.signIn();
      const accounts = Object.values(users);
      const logins: RawAnswer[] = [];
      const others: RawAnswer[] = [];
      const othersMs: number[] = [];
      const callMeanwhile = async (): Promise<void> => {
        const startedAt = performance.now();
        others.push(await read(cluster.urlOf(0), '/user/me', accessToken));
        othersMs.push(performance.now() - startedAt);
      };
      const signIn = async (index: number): Promise<void> => {
        const { username } = accounts[index % accounts.length]!;
        const from = `127.0.6.${index % 200}`;
        logins.push(await login(cluster.urlOf(0), username, USER_PASSWORD, { from }));
      };
      let isBurst = true;
      const meanwhile = async (): Promise<void> => {
        while (isBurst) await callMeanwhile();
      };
      const burst = atOnce(BURST, signIn).finally(() => (isBurst = false));
      // Awaited together, so that a failure is no unhandled rejection.
      await Promise.all([burst, meanwhile()]);
      const refused = BURST - countOf(logins, 200);
      // On a busy machine even a queued call may get no database connection within 5 s.
      expect(refused > 0 && (refused < BURST || !isLong), `${refused} of ${BURST} at once were turned away`);
      await clearThrottle(cluster.owner);
      await atOnce(trials, async (index) => {
        await wait(index * STORM_PAUSE_MS);
        await Promise.all([signIn(index), ...(index % 5 === 0 ? [callMeanwhile()] : [])]);
      });
      for (const answer of logins) expectAnswer('a login', answer, 200, 429, 503);
      for (const answer of others) expectAnswer('another call', answer, 200, ...(isLong ? [] : [503]));
      expect(countOf(others, 200) > 0 && countOf(logins, 200) > 0, 'only refusals were answered');
      const p99 = percentile(othersMs, 0.99);
      expect(p99 < within(300), `p99 of other calls ${p99.toFixed(0)} ms`);
      await clearThrottle(cluster.owner);
      return {
        trials: BURST + trials,
        measured: `others p99 ${p99.toFixed(0)} ms, ${refused} of ${BURST} at once turned away, logins ${countByStatus(logins)}`,
      };
    },
  },
] satisfies Scenario[];
