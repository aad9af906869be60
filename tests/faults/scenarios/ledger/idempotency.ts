import { depositOf, newKey, pay, withKey } from '@palier/test-support/actors/api-client';
import { createHierarchy } from '@palier/test-support/actors/hierarchy';
import { post, type RawAnswer } from '@palier/test-support/actors/raw-http';
import { atOnce } from '@palier/test-support/at-once';
import type { Scenario } from '../../scenario';

const REGISTERS = [
  ['capo', 'capo/register-super-admin'],
  ['superAdmin', 'super-admin/register-admin'],
  ['admin', 'admin/register-client'],
] as const;

/** As many as two processes accept of one user at once. */
const REGISTRATIONS = 8;

/** "200" when all answers are the same acceptance, else the different answers. */
const oneAnswerOf = (answers: readonly RawAnswer[]): string => {
  const distinct = [...new Set(answers.map(({ status, text }) => `${status} ${text}`))];
  return distinct.length === 1 && answers[0]!.status === 200 ? '200' : distinct.join('; ').slice(0, 300);
};

export default [
  {
    id: 'A4',
    title: 'concurrent requests with one idempotency key',
    fault: 'parallel requests with one key over two processes: 20 deposits, and 8 of each register call',
    bound: 'one posting or one user; equal answers',
    trials: { short: 4, long: 100 },
    async run({ cluster, trials, expect, expectAnswer }) {
      const { accessToken } = await cluster.login('admin');
      const { username } = await cluster.newChild('admin', 0);
      const body = depositOf(username, 1);
      for (let trial = 0; trial < trials; trial += 1) {
        const key = newKey();
        const before = await cluster.balanceOf(username);
        const answers = await atOnce(20, (index) => pay(cluster.urlOf(index), accessToken, body, { key }));
        const outcome = `${oneAnswerOf(answers)}, ${(await cluster.balanceOf(username)) - before} TND moved`;
        expect(outcome === '200, 1 TND moved', `trial ${trial}: ${outcome}`);
      }
      for (const keyless of await atOnce(2, (index) => pay(cluster.urlOf(index), accessToken, body)))
        expectAnswer('a call without a key', keyless, 200);

      const users = await createHierarchy(cluster);
      const registers = REGISTERS.flatMap((call) => Array<typeof call>(Math.ceil(trials / 20)).fill(call));
      for (const [index, [name, path]] of registers.entries()) {
        const parent = users[name];
        const { accessToken: token } = await parent.signIn();
        const headers = withKey(newKey());
        const child = { username: `a4-${index}-${parent.id}`, password: 'Matmata77', balance: 1.5 };
        const before = await cluster.balanceOf(parent.username);
        const answers = await atOnce(REGISTRATIONS, (copy) =>
          post(cluster.urlOf(copy), `/auth/${path}`, child, { token, headers }),
        );
        const sql = 'select from users where username = $1 and parent_id = $2';
        const { rowCount: made } = await cluster.owner.query(sql, [child.username, parent.id]);
        const moved = (before - (await cluster.balanceOf(parent.username))).toFixed(6);
        const outcome = `${oneAnswerOf(answers)}, ${made} users, ${moved} TND moved`;
        expect(outcome === '200, 1 users, 1.500000 TND moved', `${path}: ${outcome}`);
      }
    },
  },
] satisfies Scenario[];
