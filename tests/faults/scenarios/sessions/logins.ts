import { login } from '@palier/test-support/actors/api-client';
import { clearThrottle, createHierarchy, USER_PASSWORD } from '@palier/test-support/actors/hierarchy';
import { comparable } from '@palier/test-support/actors/raw-http';
import { rankTestP } from '@palier/test-support/statistics';
import type { Scenario } from '../../scenario';

export default [
  {
    id: 'D40',
    title: 'indistinguishable failed logins',
    fault: 'an unknown username, a wrong password, a deactivated account',
    bound: 'the same bytes; in the long form also the same time (rank test p > 0.01)',
    trials: { short: 5, long: 300 },
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
      return measured.join(', ');
    },
  },
] satisfies Scenario[];
