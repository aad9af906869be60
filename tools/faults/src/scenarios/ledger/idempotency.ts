import { deposit, newKey, pay, registerClient, withdrawal } from '../../actors/api-client';
import { portOf, startFaultyProxy } from '../../actors/faulty-proxy';
import { createHierarchy } from '../../actors/hierarchy';
import { errorsOf, post } from '../../actors/raw-http';
import type { Scenario } from '../../scenario';

const REGISTERS = [
  ['capo', 'capo/register-super-admin'],
  ['superAdmin', 'super-admin/register-admin'],
  ['admin', 'admin/register-client'],
] as const;

const scenarios: Scenario[] = [
  {
    id: 'A4',
    title: 'concurrent requests with one idempotency key',
    fault: '20 parallel requests with one key over two processes: a deposit, and each register call',
    bound: 'one posting or one user; 20 equal answers',
    trials: { short: 4, long: 100, budgetS: 14 },
    async run({ cluster, trials }) {
      const { accessToken } = await cluster.login('admin');
      const { username } = await cluster.newChild('admin', 0);
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        const key = newKey();
        const before = await cluster.balanceOf(username);
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            pay(cluster, index, accessToken, deposit(username, 1), { key }),
          ),
        );
        const distinct = new Set(answers.map(({ status, text }) => `${status} ${text}`));
        const moved = (await cluster.balanceOf(username)) - before;
        if (distinct.size !== 1 || answers[0]!.status !== 200 || moved !== 1)
          failures.push(`trial ${trial}: ${distinct.size} answers, ${moved} TND moved, ${[...distinct][0]}`);
      }
      const keyless = await Promise.all(
        [0, 1].map((index) => pay(cluster, index, accessToken, deposit(username, 1))),
      );
      if (keyless.some(({ status }) => status !== 200)) failures.push('a call without a key did not work');
      const users = await createHierarchy(cluster);
      const registers = REGISTERS.flatMap((call) =>
        Array.from({ length: Math.ceil(trials / 20) }, () => call),
      );
      for (const [index, [name, path]] of registers.entries()) {
        const parent = users[name];
        const { accessToken: token } = await parent.signIn();
        const key = newKey();
        const username = `a4-${index}-${parent.id}`;
        const before = await cluster.balanceOf(parent.username);
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, copy) =>
            post(
              cluster.processes[copy % 2]!.url,
              `/auth/${path}`,
              { username, password: 'Bonjour77', balance: 1.5 },
              token,
              { 'idempotency-key': key },
            ),
          ),
        );
        const distinct = new Set(answers.map(({ status, text }) => `${status} ${text}`));
        const { rowCount: made } = await cluster.owner.query(
          'select from users where username = $1 and parent_id = $2',
          [username, parent.id],
        );
        const moved = before - (await cluster.balanceOf(parent.username));
        if (distinct.size !== 1 || answers[0]!.status !== 200 || made !== 1 || Math.abs(moved - 1.5) > 1e-9)
          failures.push(
            `${path}: ${distinct.size} answers, ${made} users, ${moved} TND moved, ${[...distinct][0]}`,
          );
      }
      return { trials: trials + registers.length, failures };
    },
  },
  {
    id: 'A5',
    title: 'idempotency key reused for another request',
    fault: 'a key reused with another body, for another endpoint, by another agent',
    bound: '422 and no posting; the other agent’s request is independent',
    trials: { short: 1, long: 5, budgetS: 2 },
    async run({ cluster, trials }) {
      const { accessToken: admin } = await cluster.login('admin');
      const { accessToken: superAdmin } = await cluster.login('superadmin');
      const [child, other] = await Promise.all([cluster.newChild('admin', 5), cluster.newChild('admin', 5)]);
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        const key = newKey();
        await pay(cluster, 0, admin, deposit(child.username, 1), { key });
        const before = await cluster.balanceOf(child.username);
        const bodies = [
          deposit(child.username, 2),
          withdrawal(child.username, 1),
          deposit(other.username, 1),
        ];
        for (const [index, body] of bodies.entries()) {
          const answer = await pay(cluster, index, admin, body, { key });
          if (answer.status !== 422 || errorsOf(answer).length === 0)
            failures.push(`body ${index}: ${answer.status} ${answer.text}`);
        }
        const register = await registerClient(
          cluster.processes[1]!.url,
          admin,
          `a5-${trial}-${child.id}`,
          0,
          { 'idempotency-key': key },
        );
        if (register.status !== 422) failures.push(`another call: ${register.status}`);
        if ((await cluster.balanceOf(child.username)) !== before) failures.push('money moved');
        const [given, held] = [await cluster.balanceOf('superadmin'), await cluster.balanceOf('admin')];
        const independent = await pay(cluster, 1, superAdmin, deposit('admin', 3), { key });
        const { agentNewBalance } = independent.json as { agentNewBalance?: number };
        if (agentNewBalance !== given - 3 || (await cluster.balanceOf('admin')) !== held + 3)
          failures.push(`another agent: ${independent.status} ${independent.text}`);
      }
      return { trials, failures };
    },
  },
  {
    id: 'A6',
    title: 'idempotency key of a refused request',
    fault: 'a request refused for lack of funds is repeated with its key after a deposit',
    bound: 'the same refusal; a new key passes',
    trials: { short: 1, long: 10, budgetS: 2 },
    async run({ cluster, trials }) {
      const { accessToken } = await cluster.login('admin');
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        const { username } = await cluster.newChild('admin', 1);
        const key = newKey();
        const first = await pay(cluster, 0, accessToken, withdrawal(username, 4), { key });
        await pay(cluster, 0, accessToken, deposit(username, 10));
        const again = await pay(cluster, 1, accessToken, withdrawal(username, 4), { key });
        const fresh = await pay(cluster, 1, accessToken, withdrawal(username, 4), { key: newKey() });
        if (
          first.status !== 400 ||
          again.status !== 400 ||
          errorsOf(again)[0] !== errorsOf(first)[0] ||
          fresh.status !== 200
        )
          failures.push(`trial ${trial}: ${first.status}, then ${again.status}, new key ${fresh.status}`);
        const left = await cluster.balanceOf(username);
        if (left !== 7) failures.push(`trial ${trial}: ${left} TND left, not 7`);
      }
      return { trials, failures };
    },
  },
  {
    id: 'A7',
    title: 'response lost after commit',
    fault: 'the response to a deposit is lost and the deposit is repeated with its key',
    bound: 'one posting each; the repeated request gets the lost answer',
    trials: { short: 8, long: 200, budgetS: 10 },
    async run({ cluster, trials }) {
      const { accessToken } = await cluster.login('admin');
      const { username } = await cluster.newChild('admin', 0);
      const proxy = await startFaultyProxy([portOf(cluster.processes[0]!.url)], 'drop-replies');
      const failures: string[] = [];
      try {
        for (let trial = 0; trial < trials; trial += 1) {
          const key = newKey();
          const before = await cluster.balanceOf(username);
          const agentBefore = await cluster.balanceOf('admin');
          const lost = await post(proxy.url, '/transactions', deposit(username, 1), accessToken, {
            'idempotency-key': key,
            connection: 'close',
          }).catch(() => null);
          const retried = await pay(cluster, 1, accessToken, deposit(username, 1), { key });
          const moved = (await cluster.balanceOf(username)) - before;
          const { agentNewBalance } = retried.json as { agentNewBalance: number };
          if (lost !== null || retried.status !== 200 || moved !== 1 || agentNewBalance !== agentBefore - 1)
            failures.push(
              `trial ${trial}: ${lost === null ? '' : 'the reply came through, '}${retried.text}, ${moved} TND moved`,
            );
        }
      } finally {
        await proxy.stop();
      }
      return { trials, failures };
    },
  },
];
export default scenarios;
