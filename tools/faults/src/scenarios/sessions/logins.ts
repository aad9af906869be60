import { login } from '../../actors/api-client';
import { clearThrottle, createHierarchy, USER_PASSWORD } from '../../actors/hierarchy';
import { comparable, errorsOf, type RawAnswer, send } from '../../actors/raw-http';
import { rankTestP, percentile } from '../../statistics';
import type { Scenario } from '../../scenario';

/** Usernames on which one address tries one password. */
const SPRAYED = 1_000;
/** Parallel logins of the spray: a refusal takes half a second, so fewer would take minutes. */
const AT_ONCE = 50;
/** More parallel logins than a process queues. */
const BURST = 300;

const scenarios: Scenario[] = [
  {
    id: 'D40',
    title: 'indistinguishable failed logins',
    fault: 'an unknown username, a wrong password, a deactivated account',
    bound: 'the same bytes; in the long form also the same time (rank test p > 0.01)',
    trials: { short: 5, long: 300, budgetS: 20 },
    async run({ cluster, random, trials, isLong }) {
      const users = await createHierarchy(cluster);
      await cluster.owner.query('update users set active = false where id = $1', [users.client2.id]);
      const kinds = {
        unknown: () => [`x-${random.between(1, 1e9)}`, USER_PASSWORD] as const,
        wrong: () => [users.client.username, 'Mauvais2026'] as const,
        deactivated: () => [users.client2.username, USER_PASSWORD] as const,
      };
      const names = Object.keys(kinds) as (keyof typeof kinds)[];
      const times: Record<string, number[]> = { unknown: [], wrong: [], deactivated: [] };
      const answers = new Set<string>();
      const failures: string[] = [];
      // The first login creates the decoy hash.
      await login(cluster.processes[0]!.url, 'nobody', 'Nobody2026');
      for (let trial = 0; trial < trials; trial += 1) {
        if (trial % 5 === 0) await clearThrottle(cluster.owner);
        for (const kind of random.shuffled(names)) {
          const startedAt = performance.now();
          const answer = await login(
            cluster.processes[0]!.url,
            ...(kinds[kind]() as readonly [string, string]),
          );
          times[kind]!.push(performance.now() - startedAt);
          answers.add(
            `${comparable(answer)} ${answer.headers['content-length']} ${Object.keys(answer.headers).sort().join()}`,
          );
        }
      }
      await clearThrottle(cluster.owner);
      if (answers.size !== 1 || ![...answers][0]!.startsWith('401 ')) failures.push(...answers);
      const pairs = [
        ['unknown', 'wrong'],
        ['unknown', 'deactivated'],
        ['wrong', 'deactivated'],
      ] as const;
      const measured = pairs.map(([one, other]) => {
        const p = rankTestP(times[one]!, times[other]!);
        if (isLong && p < 0.01) failures.push(`${one} and ${other} differ in time, p = ${p.toFixed(4)}`);
        return `${one}/${other} p=${p.toFixed(2)}`;
      });
      return { trials: trials * 3, failures, measured: measured.join(', ') };
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
    async run({ cluster, trials }) {
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        await clearThrottle(cluster.owner);
        const users = await createHierarchy(cluster);
        const { username } = users.client;
        const [first, second] = cluster.processes as [
          (typeof cluster.processes)[0],
          (typeof cluster.processes)[0],
        ];
        const owner = { from: '127.0.1.1' };
        if ((await login(first.url, username, USER_PASSWORD, owner)).status !== 200)
          failures.push('the owner cannot sign in');
        const attack = (count: number, from: (index: number) => string): Promise<RawAnswer[]> =>
          Promise.all(
            Array.from({ length: count }, (_, index) =>
              login(index % 2 === 0 ? first.url : second.url, username, `Faux2026${index}`, {
                from: from(index),
                headers: {
                  'x-forwarded-for': `10.0.0.${index}`,
                  'x-real-ip': `10.0.1.${index}`,
                  forwarded: `for=10.0.2.${index}`,
                },
              }),
            ),
          );
        const checked = (answers: RawAnswer[]): number =>
          answers.filter(({ status }) => status === 401).length;
        const throttled = (answers: RawAnswer[]): number =>
          answers.filter(({ status }) => status === 429).length;
        const single = await attack(100, () => '127.0.2.1');
        if (checked(single) > 20)
          failures.push(`one address at once: ${checked(single)} attempts were checked`);
        const turnedAway = single.find(({ status }) => status === 429);
        if (
          turnedAway === undefined ||
          Number(turnedAway.headers['retry-after']) < 1 ||
          errorsOf(turnedAway).length === 0
        )
          failures.push(`no 429 with Retry-After: ${turnedAway?.text}`);
        const many = await attack(100, (index) => `127.0.3.${index + 1}`);
        if (checked(single) + checked(many) >= 100)
          failures.push(`many addresses: ${checked(many)} attempts were checked`);
        if ((await login(second.url, username, USER_PASSWORD, { from: '127.0.4.1' })).status !== 429)
          failures.push('a stranger’s right password is distinguishable');
        const back = await login(second.url, username, USER_PASSWORD, owner);
        if (back.status !== 200) failures.push(`the owner is locked out: ${back.status}`);

        const spray = [];
        for (let index = 0; index < SPRAYED / AT_ONCE; index += 1) {
          spray.push(
            ...(await Promise.all(
              Array.from({ length: AT_ONCE }, (_, at) =>
                login(first.url, `spray-${index}-${at}`, 'Printemps2026', { from: '127.0.5.1' }),
              ),
            )),
          );
        }
        if (checked(spray) > 200 || checked(spray) + throttled(spray) !== SPRAYED)
          failures.push(
            `one password on many names: ${checked(spray)} attempts were checked, ${throttled(spray)} turned away`,
          );
        await clearThrottle(cluster.owner);
      }
      return { trials, failures };
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
    async run({ cluster, trials, isLong, within }) {
      await clearThrottle(cluster.owner);
      const users = await createHierarchy(cluster);
      const { accessToken } = await users.admin.signIn();
      const failures: string[] = [];
      const statuses = new Map<number, number>();
      // On a busy machine even a queued call may get no database connection within 5 s.
      const mayBeLate = !isLong;
      let othersAnswered = 0;
      const others: number[] = [];
      const logins: Promise<void>[] = [];
      const accounts = Object.values(users);
      const callMeanwhile = async (): Promise<void> => {
        const askedAt = performance.now();
        const path = '/api/v1/user/me';
        const { status } = await send(cluster.processes[0]!.url, { method: 'GET', path, token: accessToken });
        others.push(performance.now() - askedAt);
        if (status === 200) othersAnswered += 1;
        else if (status !== 503 || !mayBeLate) failures.push(`another call: ${status}`);
      };
      const signIn = async (index: number): Promise<void> => {
        const answer = await login(
          cluster.processes[0]!.url,
          accounts[index % accounts.length]!.username,
          USER_PASSWORD,
          { from: `127.0.6.${index % 200}` },
        );
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status !== 200 && errorsOf(answer).length === 0)
          failures.push(`refused without a message: ${answer.status}`);
      };
      let isBurst = true;
      const burst = Promise.all(Array.from({ length: BURST }, (_, index) => signIn(index))).finally(
        () => (isBurst = false),
      );
      const meanwhile = async (): Promise<void> => {
        while (isBurst) await callMeanwhile();
      };
      // Awaited together, so that a failure is no unhandled rejection.
      await Promise.all([burst, meanwhile()]);
      const turnedAway = BURST - (statuses.get(200) ?? 0);
      if (turnedAway === 0 || (turnedAway === BURST && !mayBeLate))
        failures.push(`${turnedAway} of ${BURST} at once were turned away`);
      await clearThrottle(cluster.owner);
      const startedAt = performance.now();
      for (let trial = 0; trial < trials; trial += 1) {
        const wait = trial * 20 - (performance.now() - startedAt);
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        logins.push(signIn(trial));
        if (trial % 5 === 0) logins.push(callMeanwhile());
      }
      await Promise.all(logins);
      if (othersAnswered === 0 || !statuses.has(200)) failures.push('only refusals were answered');
      const p99 = percentile(others, 0.99);
      if (p99 >= within(300)) failures.push(`p99 of other calls ${p99.toFixed(0)} ms`);
      for (const status of statuses.keys())
        if (![200, 429, 503].includes(status)) failures.push(`a login was answered ${status}`);
      const counts = [...statuses].map(([status, count]) => `${count}×${status}`).join(' ');
      await clearThrottle(cluster.owner);
      return {
        trials: BURST + trials,
        failures,
        measured: `others p99 ${p99.toFixed(0)} ms, ${turnedAway} of ${BURST} at once turned away, logins ${counts}`,
      };
    },
  },
];
export default scenarios;
