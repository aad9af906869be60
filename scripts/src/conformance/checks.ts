import type { Callback, Unit } from './dialects';
import type { Operator, Verdict } from './operator';
import type { Random } from './random';

export interface CheckContext {
  readonly operator: Operator;
  readonly random: Random;
  readonly unit: Unit;
  readonly userCode: string;
  readonly providerCode: string;
  readonly gameCode: string;
  /** An id no other run of this kit has used. */
  readonly newId: () => string;
  /** Whether the operator offers the rollback of docs/providers.md, which the family itself lacks. */
  readonly hasRollback: boolean;
}

/** One rule that any operator must keep; `run` gives a sentence for each way it was broken. */
export interface Check {
  readonly name: string;
  readonly isSkipped?: (context: CheckContext) => boolean;
  readonly run: (context: CheckContext) => Promise<string[]>;
}

const RETRIES = 50;

export async function balanceOf({ operator, userCode }: CheckContext): Promise<number> {
  const { kind, balance, word } = await operator.balance(userCode);
  if (kind !== 'accepted' || Number.isNaN(balance)) throw new Error(`user_balance of ${userCode}: ${word}`);
  return balance;
}

export function callbackOf(
  { userCode, providerCode, gameCode, newId }: CheckContext,
  fields: Partial<Callback> & Pick<Callback, 'type'>,
): Callback {
  return { userCode, providerCode, gameCode, roundId: newId(), txnId: newId(), bet: 0, win: 0, ...fields };
}

/** The difference that `act` made to the player's balance must be `expected` thousandths. */
async function expectChange(
  context: CheckContext,
  expected: number,
  act: () => Promise<string[]>,
): Promise<string[]> {
  const before = await balanceOf(context);
  const faults = await act();
  const changed = (await balanceOf(context)) - before;
  return changed === expected
    ? faults
    : [...faults, `the balance changed by ${changed}/1000, not ${expected}/1000`];
}

const isTaken = ({ kind, word }: Verdict): boolean => kind === 'accepted' || word === 'DUPLICATED_REQUEST';
const unless = (isGood: boolean, sentence: string): string[] => (isGood ? [] : [sentence]);
const saying = (verdicts: readonly Verdict[]): string =>
  [...new Set(verdicts.map(({ word }) => word))].join(', ');

export const CHECKS: readonly Check[] = [
  {
    name: 'a bet and its win',
    run: (context) =>
      expectChange(context, 1500, async () => {
        const bet = callbackOf(context, { type: 'debit', bet: 1000 });
        const taken = await context.operator.send(bet);
        const paid = await context.operator.send({
          ...bet,
          txnId: context.newId(),
          type: 'credit',
          bet: 0,
          win: 2500,
        });
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
        const second = await context.operator.send({
          ...bet,
          txnId: context.newId(),
          type: 'credit',
          bet: 9000,
          win: 700,
        });
        return unless(first.kind === 'accepted' && second.kind === 'accepted', saying([first, second]));
      }),
  },
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
        const win = { ...bet, txnId: context.newId(), type: 'credit' as const, bet: 0, win: 500 };
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
        const win = { ...bet, txnId: context.newId(), type: 'credit' as const, bet: 0, win: 600 };
        const early = await context.operator.send(win);
        const taken = await context.operator.send(bet);
        // Refused or kept for later: either way it is paid once in the end.
        const late = early.kind === 'accepted' ? early : await context.operator.send(win);
        return unless(taken.kind === 'accepted' && isTaken(late), `bet ${taken.word}, win ${late.word}`);
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
            'nobody heard INSUFFICIENT_USER_FUNDS',
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
  {
    name: 'wrong, missing and altered credentials',
    run: (context) =>
      expectChange(context, 0, async () => {
        const bet = callbackOf(context, { type: 'debit', bet: 100 });
        const edits: ((body: Record<string, unknown>) => unknown)[] = [
          (body) => ({ ...body, agent_secret: 'wrong-secret' }),
          (body) => ({ ...body, agent_secret: undefined }),
          (body) => ({ ...body, agent_secret: '' }),
          (body) => ({ ...body, agent_secret: null }),
          (body) => ({ ...body, agent_secret: [body.agent_secret] }),
          (body) => ({ ...body, agent_secret: `${String(body.agent_secret)} ` }),
          (body) => ({ ...body, agent_secret: String(body.agent_secret).slice(0, -1) }),
          (body) => ({ ...body, agent_secret: flipped(String(body.agent_secret)) }),
          (body) => ({ ...body, agent_code: `${String(body.agent_code)}x` }),
          (body) => ({ ...body, agent_code: undefined }),
        ];
        const answers = await Promise.all(edits.map((edit) => context.operator.sendAltered(bet, edit)));
        return unless(
          answers.every(({ kind }) => kind !== 'accepted'),
          `answers: ${saying(answers)}`,
        );
      }),
  },
  {
    name: 'amounts that are not amounts',
    run: (context) =>
      expectChange(context, 0, async () => {
        const step = context.unit === 'cents' ? 0.5 : 0.0001;
        const amounts = [-1, step, 1e308, '1', true, [1], { a: 1 }, null, '0x10', 'NaN'];
        const answers = await Promise.all(
          amounts.map((amount) =>
            context.operator.sendAltered(callbackOf(context, { type: 'debit', bet: 100 }), (body) =>
              withAmount(body, amount),
            ),
          ),
        );
        return answers.flatMap(({ kind }, index) =>
          unless(kind !== 'accepted', `${JSON.stringify(amounts[index])} was accepted`),
        );
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
    name: 'bodies that are not callbacks',
    run: (context) =>
      expectChange(context, 0, async () => {
        const bet = callbackOf(context, { type: 'debit', bet: 100 });
        const edits: ((body: Record<string, unknown>) => unknown)[] = [
          () => '{',
          () => '[]',
          () => 'null',
          (body) => ({ ...body, user_code: undefined }),
          (body) => ({ ...body, user_code: 'nobody-at-all' }),
          (body) => withField(body, 'txn_type', 'refund'),
          (body) => withField(body, 'txn_id', undefined),
          (body) => withField(body, 'round_id', ''),
          (body) => withField(body, 'provider_code', "X'; drop table users; --"),
        ];
        const answers = await Promise.all(edits.map((edit) => context.operator.sendAltered(bet, edit)));
        return unless(
          answers.every(({ kind }) => kind !== 'accepted'),
          `answers: ${saying(answers)}`,
        );
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
];

const expectSame = (found: number, expected: number, what: string): string[] =>
  unless(found === expected, `${what} is ${found}/1000, not ${expected}/1000`);

/** The stake that was taken comes back as a win, so that the check leaves the player as rich as before. */
async function giveBack(context: CheckContext, bets: readonly Callback[], stake: number): Promise<string[]> {
  for (const bet of bets) {
    const { kind } = await context.operator.send({
      ...bet,
      txnId: context.newId(),
      type: 'credit',
      bet: 0,
      win: stake,
    });
    if (kind === 'accepted') return [];
  }
  return ['the stake did not come back as a win'];
}

const flipped = (text: string): string =>
  String.fromCharCode(text.charCodeAt(0) === 97 ? 98 : 97) + text.slice(1);

function withField(body: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  const game = body.slot as Record<string, unknown> | undefined;
  return game === undefined ? { ...body, [name]: value } : { ...body, slot: { ...game, [name]: value } };
}

function withAmount(body: Record<string, unknown>, amount: unknown): Record<string, unknown> {
  const game = (body.slot ?? body) as Record<string, unknown>;
  return withField(body, 'bet_money' in game ? 'bet_money' : 'bet', amount);
}
