import { callbackOf, expectChange, saying, unless, type Check } from './check';

/** Requests that are not the aggregator's valid callbacks move no money. */
export const REFUSAL_CHECKS: readonly Check[] = [
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
];

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
