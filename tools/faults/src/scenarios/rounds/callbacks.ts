import { repeat } from '../../actors/wallet-trials';
import { atOnce } from '../../at-once';
import type { Scenario } from '../../scenario';

export default [
  {
    id: 'B16',
    title: 'duplicate bet',
    fault: 'a bet delivered 2 to 50 times at once over two processes',
    bound: 'one debit, equal answers',
    trials: { short: 5, long: 100, budgetS: 8 },
    run: (context) =>
      repeat(context, async ({ bet, expectAnswers }) => {
        const answers = await atOnce(context.random.between(2, 50), () => bet('bet', 'r', 1.5));
        context.expect(new Set(answers.map((answer) => JSON.stringify(answer))).size === 1, 'answers differ');
        expectAnswers(answers.slice(0, 1), '1');
        return -1500;
      }),
  },
  {
    id: 'B18',
    title: 'rollback before its bet',
    fault: 'a rollback of an unknown bet, then the bet',
    bound: 'the rollback is accepted, the bet refused; no debit',
    trials: { short: 5, long: 200, budgetS: 8 },
    run: (context) =>
      repeat(context, async ({ bet, rollBack, expectAnswers }) => {
        const answers = [
          await rollBack('rb', 'r', 'bet'),
          await bet('bet', 'r', 3),
          await bet('bet', 'r', 4),
        ];
        expectAnswers(answers, '1, INVALID_PARAMETER, INVALID_PARAMETER');
        return 0;
      }),
  },
  {
    id: 'B19',
    title: 'bet and rollback at once',
    fault: 'a bet and its rollback in parallel',
    bound: 'balance unchanged, every time',
    trials: { short: 10, long: 500, budgetS: 8 },
    run: (context) =>
      repeat(context, async ({ bet, rollBack, expectAnswers }) => {
        const sends = [() => bet('bet', 'r', 2.75), () => rollBack('rb', 'r', 'bet')];
        const isBetFirst = context.random.chance(0.5);
        const answers = await Promise.all((isBetFirst ? sends : sends.reverse()).map((send) => send()));
        expectAnswers([answers[isBetFirst ? 1 : 0]!], '1');
        return 0;
      }),
  },
  {
    id: 'B20',
    title: 'duplicate rollback and win',
    fault: 'a rollback and a win, each delivered many times at once',
    bound: 'one refund, one credit',
    trials: { short: 3, long: 100, budgetS: 7 },
    run: (context) =>
      repeat(context, async ({ bet, win, rollBack, expectAnswers }) => {
        await bet('a', 'ra', 1);
        await bet('b', 'rb', 1);
        const copies = await atOnce(8, (copy) =>
          Promise.all([rollBack('back', 'ra', 'a'), rollBack(`back${copy}`, 'ra', 'a'), win('win', 'rb', 4)]),
        );
        for (const answers of copies) expectAnswers(answers, '1, 1, 1');
        return 3000;
      }),
  },
  {
    id: 'B21',
    title: 'win and rollback of one round',
    fault: 'a win and a rollback of the same round, in both orders and in parallel',
    bound: 'the first is accepted, the second refused',
    trials: { short: 6, long: 150, budgetS: 7 },
    run: (context) =>
      repeat(context, async ({ index, bet, win, rollBack, expectAnswers }) => {
        await bet('bet', 'r', 1);
        const pay = () => win('win', 'r', 5);
        const cancel = () => rollBack('rb', 'r', 'bet');
        // With another error the provider would repeat the call without end.
        if (index % 3 === 0) expectAnswers([await pay(), await cancel()], '1, INVALID_PARAMETER');
        if (index % 3 === 1) expectAnswers([await cancel(), await pay()], '1, INVALID_PARAMETER');
        if (index % 3 < 2) return index % 3 === 0 ? 4000 : 0;
        const [paid, cancelled] = await Promise.all([pay(), cancel()]);
        expectAnswers(paid.status === 1 ? [paid, cancelled] : [cancelled, paid], '1, INVALID_PARAMETER');
        return paid.status === 1 ? 4000 : 0;
      }),
  },
  {
    id: 'B23',
    title: 'settlement after deactivation',
    fault: 'a win and a rollback after the player was deactivated and the game session ended',
    bound: 'both accepted; a new bet is refused',
    trials: { short: 2, long: 30, budgetS: 4 },
    run: (context) =>
      repeat(context, async ({ player, bet, win, rollBack, expectAnswers }) => {
        const change = (statement: string) => context.cluster.owner.query(statement, [player.id]);
        await bet('a', 'ra', 1);
        await bet('b', 'rb', 1);
        await change('update users set active = false where id = $1');
        expectAnswers([await bet('c', 'rc', 1), await win('win', 'ra', 3)], 'INVALID_USER, 1');
        await change('update users set active = true where id = $1');
        await change('update game_openings set ended_at = now() where user_id = $1');
        expectAnswers([await bet('d', 'rd', 1), await rollBack('back', 'rb', 'b')], 'INVALID_USER, 1');
        await change('update game_openings set ended_at = null where user_id = $1');
        return 2000;
      }),
  },
  {
    id: 'B28',
    title: 'bet on a closed round',
    fault: 'a bet after its round was paid; a rollback of one of three bets of a round',
    bound: 'the late bet is refused; only the one bet is refunded',
    trials: { short: 2, long: 50, budgetS: 3 },
    run: (context) =>
      repeat(context, async ({ bet, win, rollBack, expectAnswers }) => {
        for (const amount of [1, 2, 4]) await bet(`b${amount}`, 'r', amount);
        const answers = [await rollBack('rb', 'r', 'b2'), await win('w', 'r', 5), await bet('late', 'r', 1)];
        expectAnswers(answers, '1, 1, INVALID_PARAMETER');
        return 0;
      }),
  },
] satisfies Scenario[];
