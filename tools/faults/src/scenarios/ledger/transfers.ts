import type { Scenario } from '../../scenario';

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
          Array.from({ length: 32 }, (_, index) =>
            cluster.processes[index % 2]!.call('POST', '/transactions', {
              token,
              body: { receiverUsername: username, amount: 7, type: 'WITHDRAWAL' },
            }),
          ),
        );
        const passed = answers.filter(({ status }) => status === 200).length;
        const refused = answers.filter(
          ({ status, body }) =>
            status === 400 && typeof (body as { errors?: unknown[] }).errors?.[0] === 'string',
        ).length;
        const left = await cluster.balanceOf(username);
        if (passed !== 1 || refused !== 31 || left !== 0)
          failures.push(`trial ${trial}: ${passed} passed, ${refused} refused, ${left} TND left`);
      }
      return { trials, failures };
    },
  },
];
export default scenarios;
