import type { Callback } from '../dialects';
import {
  balanceOf,
  callbackOf,
  expectChange,
  saying,
  unless,
  winOf,
  type Check,
  type CheckContext,
} from './check';

/** Bets and wins change the balance exactly, and no bet exceeds the balance. */
export const AMOUNT_CHECKS: readonly Check[] = [
  {
    name: 'a bet and its win',
    run: (context) =>
      expectChange(context, 1500, async () => {
        const bet = callbackOf(context, { type: 'debit', bet: 1000 });
        const taken = await context.operator.send(bet);
        const paid = await context.operator.send(winOf(context, bet, 2500));
        return [
          ...unless(taken.kind === 'accepted', `bet: ${taken.word}`),
          ...unless(paid.kind === 'accepted', `win: ${paid.word}`),
        ];
      }),
  },
  {
    name: 'bet and win in one call, and the balance it answers',
    run: async (context) => {
      const before = await balanceOf(context);
      const answer = await context.operator.send(
        callbackOf(context, { type: 'debit_credit', bet: 1000, win: 400 }),
      );
      return expectSame(answer.balance, before - 600, 'the answer’s user_balance');
    },
  },
  {
    name: 'only the side that txn_type names counts',
    run: (context) =>
      expectChange(context, -1000 + 700, async () => {
        const bet = callbackOf(context, { type: 'debit', bet: 1000, win: 9000 });
        const first = await context.operator.send(bet);
        const second = await context.operator.send({ ...winOf(context, bet, 700), bet: 9000 });
        return unless(first.kind === 'accepted' && second.kind === 'accepted', saying([first, second]));
      }),
  },
  {
    name: 'three decimals, to the last one',
    isSkipped: ({ unit }) => unit === 'cents',
    run: (context) =>
      expectChange(context, -1001 - 400 + 1, async () => {
        const answers = [
          await context.operator.send(callbackOf(context, { type: 'debit', bet: 1001 })),
          await context.operator.send(callbackOf(context, { type: 'debit', bet: 400 })),
          await context.operator.send(callbackOf(context, { type: 'debit_credit', bet: 1, win: 2 })),
        ];
        return unless(
          answers.every(({ kind }) => kind === 'accepted'),
          saying(answers),
        );
      }),
  },
  {
    name: 'two bets at once on a balance that covers one',
    run: async (context) => {
      const balance = await balanceOf(context);
      const stake = Math.floor((balance * 0.6) / 10) * 10;
      const bets = [0, 1].map(() => callbackOf(context, { type: 'debit', bet: stake }));
      const faults = await expectChange(context, -stake, async () => {
        const answers = await Promise.all(bets.map((bet) => context.operator.send(bet)));
        return [
          ...unless(
            answers.filter(({ kind }) => kind === 'accepted').length === 1,
            `answers: ${saying(answers)}`,
          ),
          ...unless(
            answers.some(({ word }) => word === 'INSUFFICIENT_USER_FUNDS'),
            'no answer was INSUFFICIENT_USER_FUNDS',
          ),
        ];
      });
      return [...faults, ...(await giveBack(context, bets, stake))];
    },
  },
  {
    name: 'a bet one step above the balance, and the balance it answers',
    run: async (context) => {
      const balance = await balanceOf(context);
      const step = context.unit === 'cents' ? 10 : 1;
      const answer = await context.operator.send(callbackOf(context, { type: 'debit', bet: balance + step }));
      return [
        ...unless(answer.word === 'INSUFFICIENT_USER_FUNDS', answer.word),
        ...expectSame(answer.balance, balance, 'the answer’s user_balance'),
      ];
    },
  },
];

const expectSame = (found: number, expected: number, what: string): string[] =>
  unless(found === expected, `${what} is ${found}/1000, not ${expected}/1000`);

/** Returns the accepted stake as a win, to restore the player's balance. */
async function giveBack(context: CheckContext, bets: readonly Callback[], stake: number): Promise<string[]> {
  for (const bet of bets) {
    const { kind } = await context.operator.send(winOf(context, bet, stake));
    if (kind === 'accepted') return [];
  }
  return ['the stake did not come back as a win'];
}
