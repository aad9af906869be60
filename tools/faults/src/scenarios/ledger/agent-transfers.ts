import { deposit, pay, withdrawal } from '../../actors/api-client';
import { checkBalanceSums } from '../../actors/balance-snapshots';
import { errorsOf, read } from '../../actors/raw-http';
import type { Scenario } from '../../scenario';

/** Without a pause the reader would halve the number of transfers. */
const READER_PAUSE_MS = 5;
const NOTHING_MOVED = 'no transfer passed, so the scenario tested nothing';

const scenarios: Scenario[] = [
  {
    id: 'A1',
    title: 'concurrent withdrawals of one balance',
    fault: '32 parallel withdrawals of a whole balance over two processes',
    bound: 'exactly one 200, the other 31 are 400 with a message; balance 0',
    trials: { short: 2, long: 50, budgetS: 10 },
    async run({ cluster, trials }) {
      const { accessToken: token } = await cluster.login('admin');
      const failures: string[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        const { username } = await cluster.newChild('admin', 7);
        const answers = await Promise.all(
          Array.from({ length: 32 }, (_, index) => pay(cluster, index, token, withdrawal(username, 7))),
        );
        const passed = answers.filter(({ status }) => status === 200).length;
        const refused = answers.filter(
          (answer) => answer.status === 400 && errorsOf(answer).length > 0,
        ).length;
        const left = await cluster.balanceOf(username);
        if (passed !== 1 || refused !== 31 || left !== 0)
          failures.push(`trial ${trial}: ${passed} passed, ${refused} refused, ${left} TND left`);
      }
      return { trials, failures };
    },
  },
  {
    id: 'A2',
    title: 'crossing transfers',
    fault:
      'deposits and withdrawals between three levels of one hierarchy over two processes, while all balances are summed',
    bound: 'no 5xx, no deadlock; every sum is zero, no balance negative, no account missing',
    trials: { short: 1, long: 1, budgetS: 63 },
    async run({ cluster, random, isLong }) {
      const [top, middle] = await Promise.all(
        (['superadmin', 'admin'] as const).map(async (name) => (await cluster.login(name)).accessToken),
      );
      const { username } = await cluster.newChild('admin', 50);
      const deadlocks = async (): Promise<number> =>
        Number(
          (
            await cluster.owner.query<{ deadlocks: bigint }>(
              'select deadlocks from pg_stat_database where datname = current_database()',
            )
          ).rows[0]!.deadlocks,
        );
      const before = await deadlocks();
      const until = Date.now() + (isLong ? 60_000 : 1_500);
      const failures: string[] = [];
      let [trials, moved] = [0, 0];
      const reading = checkBalanceSums(cluster, () => Date.now() >= until, READER_PAUSE_MS);
      await Promise.all(
        Array.from({ length: 16 }, async (_, worker) => {
          while (Date.now() < until) {
            const [token, receiver] = random.pick([
              [top!, 'admin'],
              [middle!, username],
            ] as const);
            const body = random.pick([deposit, withdrawal])(receiver, random.between(1, 4));
            const answer = await pay(cluster, worker, token, body);
            trials += 1;
            if (answer.status === 200) moved += 1;
            else if (answer.status !== 400) failures.push(`${answer.status} ${answer.text}`);
          }
        }),
      );
      const sums = await reading;
      const after = await deadlocks();
      if (after !== before) failures.push(`${after - before} deadlocks`);
      if (moved === 0) failures.push(NOTHING_MOVED);
      return {
        trials,
        failures: [...failures, ...sums.failures],
        measured: `${moved} moved, ${sums.read} sums of all balances meanwhile`,
      };
    },
  },
  {
    id: 'A3',
    title: 'balance sums during transfers',
    fault: 'all balances are summed while six writers transfer',
    bound: 'every sum is zero, no balance negative, no account missing',
    trials: { short: 20, long: 2_000, budgetS: 5 },
    async run({ cluster, random, trials }) {
      const { accessToken } = await cluster.login('admin');
      const children = await Promise.all([1, 2, 3].map(() => cluster.newChild('admin', 20)));
      let isReading = true;
      let moved = 0;
      const writers = Array.from({ length: 6 }, async (_, worker) => {
        while (isReading) {
          const { username } = random.pick(children);
          const body = random.pick([deposit, withdrawal])(username, random.between(1, 9));
          if ((await pay(cluster, worker, accessToken, body)).status === 200) moved += 1;
        }
      });
      const { failures } = await checkBalanceSums(cluster, (read) => read === trials);
      isReading = false;
      await Promise.all(writers);
      if (moved === 0) failures.push(NOTHING_MOVED);
      return { trials, failures, measured: `${moved} transfers meanwhile` };
    },
  },
  {
    id: 'A13',
    title: 'read after write on the other process',
    fault: 'the balance is read from one process after a deposit through the other',
    bound: 'the new balance, every time',
    trials: { short: 30, long: 1_000, budgetS: 10 },
    async run({ cluster, trials }) {
      const { accessToken } = await cluster.login('admin');
      const { username, id } = await cluster.newChild('admin', 0);
      const failures: string[] = [];
      for (let trial = 1; trial <= trials; trial += 1) {
        await pay(cluster, trial, accessToken, deposit(username, 1));
        const answer = await read(
          cluster.processes[(trial + 1) % 2]!.url,
          `/user/sub-account/${id}`,
          accessToken,
        );
        const { balance } = answer.json as { balance: number };
        if (balance !== trial) failures.push(`after ${trial} deposits: ${balance}`);
      }
      return { trials, failures };
    },
  },
];
export default scenarios;
