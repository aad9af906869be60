import { betOf, isNotAccepted, unlessAll, type Check, type CheckContext } from './check';

type Body = Record<string, unknown>;
type Edit = (body: Body) => unknown;

/** Sends one bet with each alteration; none may be accepted. */
async function expectRefused(context: CheckContext, edits: readonly Edit[]): Promise<string[]> {
  const sent = edits.map((edit) => context.operator.sendAltered(betOf(context, 100), edit));
  const answers = await Promise.all(sent);
  return answers.flatMap((answer, index) =>
    unlessAll([answer], isNotAccepted).map((fault) => `alteration ${index + 1}: ${fault}`),
  );
}

/** Requests that are not the aggregator's valid callbacks move no money. */
export const REFUSAL_CHECKS: readonly Check[] = [
  {
    name: 'wrong, missing and altered credentials',
    change: 0,
    run: (context) =>
      expectRefused(context, [
        withSecret(() => 'wrong-secret'),
        withSecret(() => undefined),
        withSecret(() => ''),
        withSecret(() => null),
        withSecret((secret) => [secret]),
        withSecret((secret) => `${secret} `),
        withSecret((secret) => secret.slice(0, -1)),
        withSecret((secret) => (secret.startsWith('a') ? 'b' : 'a') + secret.slice(1)),
        (body) => ({ ...body, agent_code: `${String(body.agent_code)}x` }),
        (body) => ({ ...body, agent_code: undefined }),
      ]),
  },
  {
    name: 'amounts that are not amounts',
    change: 0,
    run(context) {
      const step = context.unit === 'cents' ? 0.5 : 0.0001;
      const amounts = [-1, step, 1e308, '1,5', true, [1], { a: 1 }, null, '0x10', 'NaN'];
      return expectRefused(
        context,
        amounts.map((amount) => (body) => withAmount(body, amount)),
      );
    },
  },
  {
    name: 'bodies that are not callbacks',
    change: 0,
    run: (context) =>
      expectRefused(context, [
        () => '{',
        () => '[]',
        () => 'null',
        (body) => ({ ...body, user_code: undefined }),
        (body) => ({ ...body, user_code: 'nobody-at-all' }),
        (body) => withField(body, 'txn_type', 'refund'),
        (body) => withField(body, 'txn_id', undefined),
        (body) => withField(body, 'provider_code', "X'; drop table users; --"),
      ]),
  },
];

const withSecret =
  (change: (secret: string) => unknown): Edit =>
  (body) => ({ ...body, agent_secret: change(String(body.agent_secret)) });

function withField(body: Body, name: string, value: unknown): Body {
  const game = body.slot as Body | undefined;
  return game === undefined ? { ...body, [name]: value } : { ...body, slot: { ...game, [name]: value } };
}

function withAmount(body: Body, amount: unknown): Body {
  const game = (body.slot ?? body) as Body;
  return withField(body, 'bet_money' in game ? 'bet_money' : 'bet', amount);
}
