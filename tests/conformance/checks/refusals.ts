import { toWireAmount } from '@palier/demo-provider/vendor/amount';
import type { CallbackRequest } from '@palier/demo-provider/vendor/callback';
import type { AlteredRequest } from '../operator';
import { betOf, isNotAccepted, stepOf, unlessAll, type Check, type CheckContext } from './check';

type Body = Readonly<Record<string, unknown>>;
type Edit = (request: CallbackRequest) => AlteredRequest;

/** Sends one bet with each alteration; none may be accepted. */
async function expectRefused(context: CheckContext, edits: readonly Edit[]): Promise<string[]> {
  const sent = edits.map((edit) => context.operator.sendAltered(betOf(context, 100), edit));
  const answers = await Promise.all(sent);
  return answers.flatMap((answer, index) =>
    unlessAll([answer], isNotAccepted).map((fault) => `alteration ${index + 1}: ${fault}`),
  );
}

/** Headers have no other types than text, and lose spaces at their end. */
const secretsNeverRight = ({ profile }: CheckContext): readonly Edit[] =>
  profile.secretIn === 'header'
    ? []
    : [
        withSecret(() => null),
        withSecret((secret) => [secret]),
        withSecret((secret) => `${secret} `),
        // Beside a secret in a header, operators need no code.
        inBody((body) => ({ ...body, agent_code: undefined })),
      ];

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
        ...secretsNeverRight(context),
        withSecret((secret) => secret.slice(0, -1)),
        withSecret((secret) => (secret.startsWith('a') ? 'b' : 'a') + secret.slice(1)),
        inBody((body) => ({ ...body, agent_code: `${String(body.agent_code)}x` })),
      ]),
  },
  {
    name: 'amounts that are not amounts',
    change: 0,
    run(context) {
      // A part of the smallest amount. A vendor of two decimals may send three by agreement.
      const part = toWireAmount({ ...context.profile, amountForm: 'number' }, stepOf(context)) as number;
      const amounts = [-1, part / 20, 1e308, '1,5', '1e', true, [1], { a: 1 }, null, '0x10', 'NaN'];
      return expectRefused(
        context,
        amounts.map((amount) => inBody((body) => withAmount(body, amount))),
      );
    },
  },
  {
    name: 'bodies that are not callbacks',
    change: 0,
    run: (context) =>
      expectRefused(context, [
        inBody(() => '{'),
        inBody(() => '[]'),
        inBody(() => 'null'),
        inBody((body) => ({ ...body, user_code: undefined })),
        inBody((body) => ({ ...body, user_code: 'nobody-at-all' })),
        inBody((body) => withField(body, 'txn_type', 'refund')),
        inBody((body) => withField(body, 'txn_id', undefined)),
        inBody((body) => withField(body, 'provider_code', "X'; drop table users; --")),
      ]),
  },
];

function inBody(change: (body: Body) => unknown): Edit {
  return (request) => ({ ...request, body: change(request.body) });
}

/** Changes the secret where the vendor sends it. */
function withSecret(change: (secret: string) => unknown): Edit {
  return ({ body, headers, ...request }) => {
    const { 'agent-secret': inHeader, ...otherHeaders } = headers;
    if (inHeader === undefined) {
      return { ...request, headers, body: { ...body, agent_secret: change(String(body.agent_secret)) } };
    }
    const changed = change(inHeader);
    const given = typeof changed === 'string' ? { 'agent-secret': changed } : {};
    return { ...request, body, headers: { ...otherHeaders, ...given } };
  };
}

/** The key of the game's object if that object has the field; null if the body itself has it. */
function placeOf(body: Body, name: string): string | null {
  const type = body.game_type;
  if (typeof type !== 'string') return null;
  return name in (body[type] as Body) ? type : null;
}

function withField(body: Body, name: string, value: unknown): Body {
  const place = placeOf(body, name);
  return place === null
    ? { ...body, [name]: value }
    : { ...body, [place]: { ...(body[place] as Body), [name]: value } };
}

function withAmount(body: Body, amount: unknown): Body {
  const place = placeOf(body, 'txn_type');
  const game = place === null ? body : (body[place] as Body);
  return withField(body, 'bet_money' in game ? 'bet_money' : 'bet', amount);
}
