import * as kit from './check';

/** Bets and wins change the balance exactly, and no bet exceeds the balance. */
export const AMOUNT_CHECKS: readonly kit.Check[] = [
  {
    name: 'a bet and its win',
    change: 1500,
    async run(context) {
      const bet = kit.betOf(context, 1000);
      return kit.unlessAll(await kit.sendInTurn(context, bet, kit.winOf(context, bet, 2500)), kit.isAccepted);
    },
  },
  {
    name: 'bet and win in one call, and the balance it answers',
    change: -600,
    async run(context) {
      const before = await kit.balanceOf(context);
      const both = kit.callbackOf(context, { type: 'debit_credit', bet: 1000, win: 400 });
      return expectBalance((await context.operator.send(both)).balance, before - 600);
    },
  },
  {
    name: 'only the side that txn_type names counts',
    change: -1000 + 700,
    async run(context) {
      const bet = { ...kit.betOf(context, 1000), win: 9000 };
      const win = { ...kit.winOf(context, bet, 700), bet: 9000 };
      return kit.unlessAll(await kit.sendInTurn(context, bet, win), kit.isAccepted);
    },
  },
  {
    name: 'three decimals, to the last one',
    change: -1001 - 400 + 1,
    isSkipped: (context) => kit.stepOf(context) !== 1,
    async run(context) {
      const both = kit.callbackOf(context, { type: 'debit_credit', bet: 1, win: 2 });
      const answers = await kit.sendInTurn(context, kit.betOf(context, 1001), kit.betOf(context, 400), both);
      return kit.unlessAll(answers, kit.isAccepted);
    },
  },
  {
    name: 'two bets at once on a balance that covers one',
    change: 0,
    async run(context) {
      const stake = Math.floor(((await kit.balanceOf(context)) * 0.6) / 10) * 10;
      const bets = [kit.betOf(context, stake), kit.betOf(context, stake)];
      const answers = await Promise.all(bets.map((bet) => context.operator.send(bet)));
      const accepted = answers.filter(kit.isAccepted).length;
      const isRefusedForFunds = answers.some(({ word }) => word === 'INSUFFICIENT_USER_FUNDS');
      // The win of the accepted bet returns the stake; the other win has no bet and must not be accepted.
      const wins = await kit.sendInTurn(context, ...bets.map((bet) => kit.winOf(context, bet, stake)));
      return [
        ...kit.unless(accepted === 1, `${accepted} of the two bets were accepted`),
        ...kit.unless(isRefusedForFunds, 'no answer was INSUFFICIENT_USER_FUNDS'),
        ...kit.unless(wins.filter(kit.isAccepted).length === 1, 'the stake did not come back as a win'),
      ];
    },
  },
  {
    name: 'a bet one step above the balance, and the balance it answers',
    change: 0,
    async run(context) {
      const balance = await kit.balanceOf(context);
      const step = kit.stepOf(context);
      const above = Math.floor(balance / step) * step + step;
      const answer = await context.operator.send(kit.betOf(context, above));
      return [
        ...kit.unless(answer.word === 'INSUFFICIENT_USER_FUNDS', answer.word),
        // Vendors document an answer without the balance too.
        ...(Number.isNaN(answer.balance) ? [] : expectBalance(answer.balance, balance)),
      ];
    },
  },
];

const expectBalance = (found: number, expected: number): string[] =>
  kit.unless(found === expected, `the answer’s user_balance is ${found}/1000, not ${expected}/1000`);
