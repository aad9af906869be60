import type { Scenario } from '../../scenario';
import type { WalletAnswer } from '../../actors/wallet-client';
import { failUnless, formatAnswers, repeat } from '../../actors/wallet-trials';

const scenarios: Scenario[] = [
  {
    id: 'B16',
    title: 'duplicate bet',
    fault: 'a bet delivered 2 to 50 times at once over two processes',
    bound: 'one debit, equal answers',
    trials: { short: 5, long: 100, budgetS: 8 },
    run: (context) =>
      repeat(context, async ({ send, id }) => {
        const copies = context.random.between(2, 50);
        const answers = await Promise.all(
          Array.from({ length: copies }, () => send({ txn: id('bet'), round: id('r'), bet: 1.5 })),
        );
        const isSame = new Set(answers.map((answer) => JSON.stringify(answer))).size === 1;
        return { expected: -1500, ...failUnless(isSame && answers[0]!.status === 1, formatAnswers(answers)) };
      }),
  },
  {
    id: 'B18',
    title: 'rollback before its bet',
    fault: 'a rollback of an unknown bet, then the bet',
    bound: 'the rollback is accepted, the bet refused; no debit',
    trials: { short: 5, long: 200, budgetS: 8 },
    run: (context) =>
      repeat(context, async ({ send, id }) => {
        const back = await send({ txn: id('rb'), round: id('r'), cancels: id('bet') });
        const late = [await send({ txn: id('bet'), round: id('r'), bet: 3 })];
        late.push(await send({ txn: id('bet'), round: id('r'), bet: 4 }));
        return {
          expected: 0,
          ...failUnless(
            formatAnswers([back, ...late]) === '1, INVALID_PARAMETER, INVALID_PARAMETER',
            formatAnswers([back, ...late]),
          ),
        };
      }),
  },
  {
    id: 'B19',
    title: 'bet and rollback at once',
    fault: 'a bet and its rollback in parallel',
    bound: 'balance unchanged, every time',
    trials: { short: 10, long: 500, budgetS: 8 },
    run: (context) =>
      repeat(context, async ({ send, id }) => {
        const bet = () => send({ txn: id('bet'), round: id('r'), bet: 2.75 });
        const back = () => send({ txn: id('rb'), round: id('r'), cancels: id('bet') });
        let undone: WalletAnswer;
        if (context.random.between(0, 1) === 0) [, undone] = await Promise.all([bet(), back()]);
        else [undone] = await Promise.all([back(), bet()]);
        return { expected: 0, ...failUnless(undone.status === 1, formatAnswers([undone])) };
      }),
  },
  {
    id: 'B20',
    title: 'duplicate rollback and win',
    fault: 'a rollback and a win, each delivered many times at once',
    bound: 'one refund, one credit',
    trials: { short: 3, long: 100, budgetS: 7 },
    run: (context) =>
      repeat(context, async ({ send, id }) => {
        await send({ txn: id('a'), round: id('ra'), bet: 1 });
        await send({ txn: id('b'), round: id('rb'), bet: 1 });
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, copy) => [
            send({ txn: id('back'), round: id('ra'), cancels: id('a') }),
            send({ txn: id(`back${copy}`), round: id('ra'), cancels: id('a') }),
            send({ txn: id('win'), round: id('rb'), type: 'credit', win: 4 }),
          ]).flat(),
        );
        return {
          expected: 3000,
          ...failUnless(
            answers.every(({ status }) => status === 1),
            formatAnswers(answers),
          ),
        };
      }),
  },
  {
    id: 'B21',
    title: 'win and rollback of one round',
    fault: 'a win and a rollback of the same round, in both orders and in parallel',
    bound: 'the first is accepted, the second refused',
    trials: { short: 6, long: 150, budgetS: 7 },
    run: (context) =>
      repeat(context, async ({ send, id, index }) => {
        await send({ txn: id('bet'), round: id('r'), bet: 1 });
        const win = () => send({ txn: id('win'), round: id('r'), type: 'credit', win: 5 });
        const back = () => send({ txn: id('rb'), round: id('r'), cancels: id('bet') });
        let won: WalletAnswer;
        let undone: WalletAnswer;
        if (index % 3 === 0) [won, undone] = [await win(), await back()];
        else if (index % 3 === 1) [undone, won] = [await back(), await win()];
        else [won, undone] = await Promise.all([win(), back()]);
        // With another error the provider would repeat the call without end.
        const refused = won.status === 1 ? undone : won;
        return {
          expected: won.status === 1 ? 4000 : 0,
          ...failUnless(
            won.status + undone.status === 1 && refused.msg === 'INVALID_PARAMETER',
            formatAnswers([won, undone]),
          ),
        };
      }),
  },
  {
    id: 'B23',
    title: 'settlement after deactivation',
    fault: 'a win and a rollback after the player was deactivated and the game session ended',
    bound: 'both accepted; a new bet is refused',
    trials: { short: 2, long: 30, budgetS: 4 },
    run: (context) =>
      repeat(context, async ({ send, id, player }) => {
        await send({ txn: id('a'), round: id('ra'), bet: 1 });
        await send({ txn: id('b'), round: id('rb'), bet: 1 });
        const { owner } = context.cluster;
        await owner.query('update users set active = false where id = $1', [player.id]);
        const off = await send({ txn: id('c'), round: id('rc'), bet: 1 });
        const win = await send({ txn: id('win'), round: id('ra'), type: 'credit', win: 3 });
        await owner.query('update users set active = true where id = $1', [player.id]);
        await owner.query('update game_openings set ended_at = now() where user_id = $1', [player.id]);
        const ended = await send({ txn: id('d'), round: id('rd'), bet: 1 });
        const back = await send({ txn: id('back'), round: id('rb'), cancels: id('b') });
        await owner.query('update game_openings set ended_at = null where user_id = $1', [player.id]);
        const answers = [off, ended, win, back];
        return {
          expected: 2000,
          ...failUnless(
            formatAnswers(answers) === 'INVALID_USER, INVALID_USER, 1, 1',
            formatAnswers(answers),
          ),
        };
      }),
  },
  {
    id: 'B28',
    title: 'bet on a closed round',
    fault: 'a bet after its round was paid; a rollback of one of three bets of a round',
    bound: 'the late bet is refused; only the one bet is refunded',
    trials: { short: 2, long: 50, budgetS: 3 },
    run: (context) =>
      repeat(context, async ({ send, id }) => {
        for (const bet of [1, 2, 4]) await send({ txn: id(`b${bet}`), round: id('r'), bet });
        const back = await send({ txn: id('rb'), round: id('r'), cancels: id('b2') });
        const win = await send({ txn: id('w'), round: id('r'), type: 'credit', win: 5 });
        const late = await send({ txn: id('late'), round: id('r'), bet: 1 });
        return {
          expected: 0,
          ...failUnless(
            formatAnswers([back, win, late]) === '1, 1, INVALID_PARAMETER',
            formatAnswers([back, win, late]),
          ),
        };
      }),
  },
];
export default scenarios;
