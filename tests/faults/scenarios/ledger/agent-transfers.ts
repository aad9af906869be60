import { setTimeout as wait } from 'node:timers/promises';
import { depositOf, pay, withdrawalOf } from '@palier/test-support/actors/api-client';
import type { Cluster } from '@palier/test-support/actors/cluster';
import { errorsOf, read } from '@palier/test-support/actors/raw-http';
import { atOnce } from '@palier/test-support/at-once';
import type { Scenario, ScenarioContext } from '../../scenario';

/** Without a pause the reader would halve the number of transfers. */
const READER_PAUSE_MS = 5;
const NOTHING_MOVED = 'no transfer passed, so the scenario tested nothing';

async function countDeadlocks(cluster: Cluster): Promise<number> {
  const sql = 'select deadlocks from pg_stat_database where datname = current_database()';
  return Number((await cluster.readRow<{ deadlocks: bigint }>(sql)).deadlocks);
}

/**
 * Sums all balances repeatedly until `isOver`; returns their number. Each sum must be zero, no balance
 * negative, and the number of accounts constant.
 */
async function checkBalanceSums(
  { cluster, expect }: ScenarioContext,
  isOver: () => boolean,
): Promise<number> {
  let accounts: bigint | undefined;
  let read = 0;
  for (; !isOver(); read += 1) {
    const { sum, least, n } = await cluster.readRow<{ sum: string; least: string; n: bigint }>(
      `select sum(balance) as sum, min(balance) filter (where kind in ('USER', 'JACKPOT')) as least,
        count(*) as n from accounts`,
    );
    await wait(READER_PAUSE_MS);
    accounts ??= n;
    const isWhole = Number(sum) === 0 && Number(least) >= 0 && n === accounts;
    expect(isWhole, `snapshot ${read}: sum ${sum}, least ${least}, ${n} of ${accounts} accounts`);
  }
  return read;
}

export default [
  {
    id: 'A1',
    title: 'concurrent withdrawals of one balance',
    fault: '32 parallel withdrawals of a whole balance over two processes',
    bound: 'exactly one 200, the other 31 are 400 with a message; balance 0',
    trials: { short: 2, long: 50 },
    async run({ cluster, trials, expect }) {
      const { accessToken: token } = await cluster.login('admin');
      for (let trial = 0; trial < trials; trial += 1) {
        const { username } = await cluster.newChild('admin', 7);
        const answers = await atOnce(32, (index) =>
          pay(cluster.urlOf(index), token, withdrawalOf(username, 7)),
        );
        const passed = answers.filter(({ status }) => status === 200).length;
        const refused = answers.filter(
          (answer) => answer.status === 400 && errorsOf(answer).length > 0,
        ).length;
        const outcome = `${passed} passed, ${refused} refused, ${await cluster.balanceOf(username)} TND left`;
        expect(outcome === '1 passed, 31 refused, 0 TND left', `trial ${trial}: ${outcome}`);
      }
    },
  },
  {
    id: 'A2',
    title: 'crossing transfers',
    fault:
      'deposits and withdrawals between three levels of one hierarchy over two processes, ' +
      'while all balances are summed',
    bound: 'no 5xx, no deadlock; every sum is zero, no balance negative, no account missing',
    async run(context) {
      const { cluster, random, isLong, expect, expectAnswer } = context;
      const { accessToken: top } = await cluster.login('superadmin');
      const { accessToken: middle } = await cluster.login('admin');
      const { username } = await cluster.newChild('admin', 50);
      const deadlocks = await countDeadlocks(cluster);
      const until = Date.now() + (isLong ? 60_000 : 1_500);
      let moved = 0;
      const reading = checkBalanceSums(context, () => Date.now() >= until);
      await atOnce(16, async (worker) => {
        while (Date.now() < until) {
          const [token, receiver] = random.pick([[top, 'admin'] as const, [middle, username] as const]);
          const body = random.pick([depositOf, withdrawalOf])(receiver, random.between(1, 4));
          const answer = await pay(cluster.urlOf(worker), token, body);
          expectAnswer('a transfer', answer, 200, 400);
          if (answer.status === 200) moved += 1;
        }
      });
      const sums = await reading;
      expect((await countDeadlocks(cluster)) === deadlocks, 'a deadlock occurred');
      expect(moved > 0, NOTHING_MOVED);
      return `${moved} moved, ${sums} sums of all balances meanwhile`;
    },
  },
  {
    id: 'A13',
    title: 'read after write on the other process',
    fault: 'the balance is read from one process after a deposit through the other',
    bound: 'the new balance, every time',
    trials: { short: 30, long: 1_000 },
    async run({ cluster, trials, expect }) {
      const { accessToken } = await cluster.login('admin');
      const { username, id } = await cluster.newChild('admin', 0);
      for (let trial = 1; trial <= trials; trial += 1) {
        await pay(cluster.urlOf(trial), accessToken, depositOf(username, 1));
        const { json } = await read(cluster.urlOf(trial + 1), `/user/sub-account/${id}`, accessToken);
        const { balance } = json as { balance: number };
        expect(balance === trial, `after ${trial} deposits: ${balance}`);
      }
    },
  },
] satisfies Scenario[];
