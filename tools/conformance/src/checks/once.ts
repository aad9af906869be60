import type { Verdict } from '../operator';
import { callbackOf, expectChange, isTaken, saying, unless, winOf, type Check } from './check';

const RETRIES = 50;
const OTHER_ROUNDS = 3;

/** Duplicate, late, early and altered callbacks count once, in their own round. */
export const ONCE_CHECKS: readonly Check[] = [
  {
    name: `one transaction sent ${RETRIES} times at once`,
    run: (context) =>
      expectChange(context, -300, async () => {
        const bet = callbackOf(context, { type: 'debit', bet: 300 });
        const answers = await Promise.all(Array.from({ length: RETRIES }, () => context.operator.send(bet)));
        return unless(answers.every(isTaken), `answers: ${saying(answers)}`);
      }),
  },
  {
    name: `one win sent ${RETRIES} times, one after another`,
    run: (context) =>
      expectChange(context, 400, async () => {
        const bet = callbackOf(context, { type: 'debit', bet: 100 });
        await context.operator.send(bet);
        const win = winOf(context, bet, 500);
        const answers: Verdict[] = [];
        for (let retry = 0; retry < RETRIES; retry += 1) answers.push(await context.operator.send(win));
        return unless(answers.every(isTaken), `answers: ${saying(answers)}`);
      }),
  },
  {
    name: 'the same id with another amount, round, type or player',
    run: (context) =>
      expectChange(context, -200, async () => {
        const bet = callbackOf(context, { type: 'debit', bet: 200 });
        await context.operator.send(bet);
        const altered = [
          { ...bet, bet: 900 },
          { ...bet, roundId: context.newId() },
          { ...bet, type: 'credit' as const, bet: 0, win: 900 },
          { ...bet, type: 'debit_credit' as const, win: 900 },
          ...(context.otherUserCode === undefined ? [] : [{ ...bet, userCode: context.otherUserCode }]),
        ];
        const answers = await Promise.all(altered.map((each) => context.operator.send(each)));
        return unless(
          answers.every(({ kind }) => kind === 'refused'),
          `answers: ${saying(answers)}`,
        );
      }),
  },
  {
    name: 'a win before its bet, then both in order',
    run: (context) =>
      expectChange(context, 500, async () => {
        const bet = callbackOf(context, { type: 'debit', bet: 100 });
        const win = winOf(context, bet, 600);
        const early = await context.operator.send(win);
        const taken = await context.operator.send(bet);
        // Whether the early win was refused or stored, it must be paid once.
        const late = early.kind === 'accepted' ? early : await context.operator.send(win);
        return unless(taken.kind === 'accepted' && isTaken(late), `bet ${taken.word}, win ${late.word}`);
      }),
  },
  {
    name: 'a win that comes late, after other rounds were played and paid',
    run: (context) =>
      expectChange(context, 700, async () => {
        const early = callbackOf(context, { type: 'debit', bet: 100 });
        const answers = [await context.operator.send(early)];
        for (let round = 0; round < OTHER_ROUNDS; round += 1) {
          const bet = callbackOf(context, { type: 'debit', bet: 200 });
          answers.push(
            await context.operator.send(bet),
            await context.operator.send(winOf(context, bet, 300)),
          );
        }
        answers.push(await context.operator.send(winOf(context, early, 500)));
        return unless(answers.every(isTaken), `answers: ${saying(answers)}`);
      }),
  },
  {
    name: 'a win in a round that has no bet',
    run: (context) =>
      expectChange(context, 0, async () => {
        const answer = await context.operator.send(callbackOf(context, { type: 'credit', win: 5000 }));
        return unless(answer.kind === 'refused', answer.word);
      }),
  },
  {
    name: 'a rollback before its bet: the bet fails',
    isSkipped: ({ hasRollback }) => !hasRollback,
    run: (context) =>
      expectChange(context, 0, async () => {
        const bet = callbackOf(context, { type: 'debit', bet: 700 });
        const first = await context.operator.rollBack(bet, context.newId());
        const late = await context.operator.send(bet);
        return [
          ...unless(first.kind === 'accepted', first.word),
          ...unless(late.kind === 'refused', `late bet: ${late.word}`),
        ];
      }),
  },
  {
    name: 'a bet and its rollback racing, then the rollback again',
    isSkipped: ({ hasRollback }) => !hasRollback,
    run: (context) =>
      expectChange(context, 0, async () => {
        const bet = callbackOf(context, { type: 'debit', bet: 700 });
        const id = context.newId();
        await Promise.all([context.operator.send(bet), context.operator.rollBack(bet, id)]);
        const again = await context.operator.rollBack(bet, id);
        return unless(isTaken(again), again.word);
      }),
  },
  {
    name: 'a rollback of a lost round’s credit: its stake still stands, and a corrected win is paid',
    isSkipped: ({ hasRollback }) => !hasRollback,
    run: (context) =>
      expectChange(context, 500, async () => {
        const bet = callbackOf(context, { type: 'debit', bet: 100 });
        const lost = winOf(context, bet, 0);
        const answers = [await context.operator.send(bet), await context.operator.send(lost)];
        // Whether refused or accepted, it must move no money and leave the round open for a corrected win.
        await context.operator.rollBack(lost, context.newId());
        answers.push(await context.operator.send({ ...lost, txnId: context.newId(), win: 600 }));
        return unless(answers.every(isTaken), `answers: ${saying(answers)}`);
      }),
  },
];
