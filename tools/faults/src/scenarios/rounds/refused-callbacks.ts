import { createFundedPlayers, type Player } from '../../actors/players';
import { callWallet } from '../../actors/wallet-client';
import { formatAnswers, repeat } from '../../actors/wallet-trials';
import type { ScenarioContext, Scenario } from '../../scenario';
import { untilTrue } from '../../wait-until';

const INVALID_AMOUNTS = [-1, -0.001, 0.0001, 1e308, '1', true, [1], null, 2 ** 53];
const SECRET = 'palier-demo-secret';
const WRONG_SECRETS: readonly unknown[] = [
  ...Array.from(SECRET, (_, at) => `${SECRET.slice(0, at)}#${SECRET.slice(at + 1)}`),
  ...['', ' ', `${SECRET} `, ` ${SECRET}`, SECRET.toUpperCase(), SECRET.slice(1), SECRET.slice(0, -1)],
  ...[`${SECRET}\0`, 'palier-demo-token', null, 0, true, [], [SECRET], {}, { SECRET }, `${SECRET}${SECRET}`],
  ...['%70alier-demo-secret', 'undefined', 'null', "' or 1=1 --"],
];

/** How many refused callbacks the processes have logged. */
const countLoggedRefusals = ({ cluster }: ScenarioContext): number =>
  cluster.processes.reduce(
    (sum, { log }) => sum + log.join('').split('wallet callback refused').length - 1,
    0,
  );

export default [
  {
    id: 'B17',
    title: 'transaction id with other content',
    fault:
      'a known transaction id with another amount, round, player or type; invalid amounts, games and providers',
    bound: 'refused, no posting',
    trials: { short: 1, long: 10, budgetS: 2 },
    run: (context) =>
      repeat(context, async ({ bet, win, other, expectAnswers }) => {
        await bet('bet', 'r', 1);
        const altered = [
          ...[bet('bet', 'r', 2), bet('bet', 'r2', 1), bet('bet', 'r', 1, { player: other })],
          ...[win('bet', 'r', 9), bet('bet', 'r', 1, { game: 'g2' })],
        ];
        for (const answer of await Promise.all(altered)) expectAnswers([answer], 'DUPLICATED_REQUEST');
        const invalid = INVALID_AMOUNTS.map((amount, index) => bet(`bad${index}`, 'bad', amount));
        for (const answer of await Promise.all(invalid)) expectAnswers([answer], 'INVALID_PARAMETER');
        const unknown = [
          await bet('game', 'g', 1, { game: 'unknown' }),
          await bet('provider', 'p', 1, { provider: 'UNKNOWN' }),
        ];
        expectAnswers(unknown, 'INVALID_USER, INVALID_USER');
        return -1000;
      }),
  },
  {
    id: 'B22',
    title: 'win without its bet',
    fault: 'a win without a bet, in another round, for another player',
    bound: 'refused',
    trials: { short: 2, long: 50, budgetS: 4 },
    run: (context) =>
      repeat(context, async ({ bet, win, other }) => {
        await bet('bet', 'r', 1);
        const answers = await Promise.all([
          win('w1', 'none', 5),
          win('w2', 'r', 5, { player: other }),
          win('w3', 'r', 5, { provider: 'SPRIBE' }),
          win('w4', 'none2', 5, { type: 'debit_credit' }),
        ]);
        // Errors after which the provider does not retry; the third provider may have no account here.
        const isRefused = answers.every(({ msg }) => msg === 'INVALID_PARAMETER' || msg === 'INVALID_USER');
        context.expect(isRefused, formatAnswers(answers));
        return -1000;
      }),
  },
  {
    id: 'B24',
    title: 'bets around the balance',
    fault: 'bets just below, at and just above the balance; two bets in parallel that exceed it together',
    bound: 'INSUFFICIENT_USER_FUNDS with the true balance and no debit; one of the two bets passes',
    trials: { short: 2, long: 50, budgetS: 5 },
    async run({ cluster, trials, expect }) {
      const short = 'INSUFFICIENT_USER_FUNDS';
      for (let trial = 0; trial < trials; trial += 1) {
        const [player] = (await createFundedPlayers(cluster, 1, 10)) as [Player];
        const send = (process: number, name: string, bet: number) => {
          const id = `${player.id}-${name}`;
          return callWallet(cluster.processes[process]!, { player, txn: id, round: id, bet });
        };
        const above = await send(0, 'above', 10.001);
        const again = await send(1, 'above', 10.001);
        const both = await Promise.all([send(0, 'one', 6), send(1, 'two', 6)]);
        const passed = both.filter(({ status }) => status === 1).length;
        const last = await send(1, 'last', 4);
        const empty = await send(0, 'empty', 0.001);
        const found = `${formatAnswers([above, again])} of ${above.user_balance}; ${passed}; ${last.status}, left ${last.user_balance}; ${empty.msg}`;
        expect(found === `${short}, ${short} of 10; 1; 1, left 0; ${short}`, found);
      }
    },
  },
  {
    id: 'B26',
    title: 'wrong aggregator credentials',
    fault: '40 wrong secrets and agent codes',
    bound: 'refused, no posting, logged',
    trials: { short: 1, long: 10, budgetS: 2 },
    run: (context) =>
      repeat(context, async ({ bet, expectAnswers }) => {
        const before = countLoggedRefusals(context);
        const wrong = [...WRONG_SECRETS.map((agent_secret) => ({ agent_secret })), { agent_code: 'Palier' }];
        const sent = wrong.map((body, index) => bet(`x${index}`, 'r', 1, { body }));
        for (const answer of await Promise.all(sent)) expectAnswers([answer], 'INVALID_AGENT');
        const isLogged = (): boolean => countLoggedRefusals(context) - before === wrong.length;
        context.expect(await untilTrue(isLogged), `${wrong.length} calls, not each logged once`);
        return 0;
      }),
  },
] satisfies Scenario[];
