import type { ScenarioContext, Scenario } from '../../scenario';
import { createFundedPlayers } from '../../actors/players';
import { callWallet } from '../../actors/wallet-client';
import { failUnless, formatAnswers, repeat } from '../../actors/wallet-trials';

/** Joined, because log chunks may end inside a line. */
const countLoggedRefusals = ({ cluster }: ScenarioContext): number =>
  cluster.processes.reduce(
    (sum, { log }) => sum + log.join('').split('wallet callback refused').length - 1,
    0,
  );

const scenarios: Scenario[] = [
  {
    id: 'B17',
    title: 'transaction id with other content',
    fault:
      'a known transaction id with another amount, round, player or type; invalid amounts, games and providers',
    bound: 'refused, no posting',
    trials: { short: 1, long: 10, budgetS: 2 },
    run: (context) =>
      repeat(context, async ({ send, id, other }) => {
        await send({ txn: id('bet'), round: id('r'), bet: 1 });
        const same = { txn: id('bet'), round: id('r') };
        const altered = await Promise.all([
          send({ ...same, bet: 2 }),
          send({ ...same, round: id('r2'), bet: 1 }),
          send({ ...same, bet: 1, player: other }),
          send({ ...same, type: 'credit', win: 9 }),
        ]);
        const amounts = await Promise.all(
          [-1, -0.001, 0.0001, 1e308, '1', true, [1], null, 2 ** 53].map((bet, index) =>
            send({ txn: id(`bad${index}`), round: id('bad'), bet }),
          ),
        );
        const others = await Promise.all([
          send({ ...same, game: 'g2', bet: 1 }),
          send({ txn: id('game'), round: id('g'), bet: 1, game: 'unknown' }),
          send({ txn: id('provider'), round: id('p'), bet: 1, provider: 'UNKNOWN' }),
        ]);
        return {
          expected: -1000,
          ...failUnless(
            altered.every(({ msg }) => msg === 'DUPLICATED_REQUEST') &&
              amounts.every(({ msg }) => msg === 'INVALID_PARAMETER') &&
              formatAnswers(others) === 'DUPLICATED_REQUEST, INVALID_USER, INVALID_USER',
            formatAnswers([...altered, ...amounts, ...others]),
          ),
        };
      }),
  },
  {
    id: 'B22',
    title: 'win without its bet',
    fault: 'a win without a bet, in another round, for another player',
    bound: 'refused',
    trials: { short: 2, long: 50, budgetS: 4 },
    run: (context) =>
      repeat(context, async ({ send, id, other }) => {
        await send({ txn: id('bet'), round: id('r'), bet: 1 });
        const answers = await Promise.all([
          send({ txn: id('w1'), round: id('none'), type: 'credit', win: 5 }),
          send({ txn: id('w2'), round: id('r'), type: 'credit', win: 5, player: other }),
          send({ txn: id('w3'), round: id('r'), type: 'credit', win: 5, provider: 'SPRIBE' }),
          send({ txn: id('w4'), round: id('none2'), type: 'debit_credit', win: 5 }),
        ]);
        return {
          expected: -1000,
          ...failUnless(
            // Errors after which the provider does not retry; the third provider may have no account here.
            answers.every(({ msg }) => msg === 'INVALID_PARAMETER' || msg === 'INVALID_USER'),
            formatAnswers(answers),
          ),
        };
      }),
  },
  {
    id: 'B24',
    title: 'bets around the balance',
    fault: 'bets just below, at and just above the balance; two bets in parallel that exceed it together',
    bound: 'INSUFFICIENT_USER_FUNDS with the true balance and no debit; one of the two bets passes',
    trials: { short: 2, long: 50, budgetS: 5 },
    async run({ cluster, trials }) {
      const failures: string[] = [];
      const short = 'INSUFFICIENT_USER_FUNDS';
      for (let trial = 0; trial < trials; trial += 1) {
        const [player] = await createFundedPlayers(cluster, 1, 10);
        const send = (process: number, txn: string, bet: number) =>
          callWallet(cluster.processes[process]!, {
            player: player!,
            txn: `${player!.id}-${txn}`,
            round: `${player!.id}-${txn}`,
            bet,
          });
        const above = await send(0, 'above', 10.001);
        const again = await send(1, 'above', 10.001);
        const both = await Promise.all([send(0, 'one', 6), send(1, 'two', 6)]);
        const last = await send(1, 'last', 4);
        const empty = await send(0, 'empty', 0.001);
        const told = `${above.msg} ${again.msg} ${above.user_balance} ${both.filter(({ status }) => status === 1).length} ${last.status} ${last.user_balance} ${empty.msg}`;
        if (told !== `${short} ${short} 10 1 1 0 ${short}`) failures.push(told);
      }
      return { trials, failures };
    },
  },
  {
    id: 'B26',
    title: 'wrong aggregator credentials',
    fault: '40 wrong secrets and agent codes',
    bound: 'refused, no posting, logged',
    trials: { short: 1, long: 10, budgetS: 2 },
    run: (context) =>
      repeat(context, async ({ send, id }) => {
        const secret = 'palier-demo-secret';
        const secrets: unknown[] = [
          ...Array.from(
            { length: secret.length },
            (_, at) => `${secret.slice(0, at)}#${secret.slice(at + 1)}`,
          ),
          ...[
            '',
            ' ',
            `${secret} `,
            ` ${secret}`,
            secret.toUpperCase(),
            secret.slice(1),
            secret.slice(0, -1),
          ],
          ...[
            `${secret}\0`,
            'palier-demo-token',
            null,
            0,
            true,
            [],
            [secret],
            {},
            { secret },
            `${secret}${secret}`,
          ],
          ...['%70alier-demo-secret', 'undefined', 'null', "' or 1=1 --"],
        ];
        const before = countLoggedRefusals(context);
        const answers = await Promise.all(
          secrets.map((agent_secret, index) =>
            send({ txn: id(`x${index}`), round: id('r'), bet: 1, body: { agent_secret } }),
          ),
        );
        answers.push(await send({ txn: id('code'), round: id('r'), bet: 1, body: { agent_code: 'Palier' } }));
        const logged = (): number => countLoggedRefusals(context) - before;
        for (let wait = 0; wait < 100 && logged() < answers.length; wait += 1)
          await new Promise((resolve) => setTimeout(resolve, 10));
        return {
          expected: 0,
          ...failUnless(
            answers.length >= 40 &&
              answers.every(({ msg }) => msg === 'INVALID_AGENT') &&
              logged() === answers.length,
            `${answers.length}, ${logged()} logged: ${formatAnswers(answers)}`,
          ),
        };
      }),
  },
];
export default scenarios;
