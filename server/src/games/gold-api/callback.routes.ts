import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config';
import type { App } from '../../http/app-type';
import { Refusal } from '../../refusals/refusal';
import type { GameRefusal } from '../../ledger/movement';
import { recordOutcome } from '../../http/request-outcome';
import { applyGameMovement, type GameWallet } from '../apply-game-movement.use-case';
import { createCallerCheck, type CallerSettings } from './caller';
import { loggedIdsIn, readCall, UnreadableCallback, type Dialect, type WalletCall } from './callback.schemas';
import { writeVendorAmount } from './money-unit';

/** A callback without an outcome by then is answered INTERNAL_ERROR: the strictest vendor waits no longer for the answer to a bet. */
const ANSWER_LIMIT_MS = 4_000;

const MESSAGES: Record<GameRefusal, RefusalMessage> = {
  funds: 'INSUFFICIENT_USER_FUNDS',
  limit: 'INTERNAL_ERROR',
  player: 'INVALID_USER',
  duplicate: 'DUPLICATED_REQUEST',
  round: 'INVALID_PARAMETER',
  'rolled-back': 'INVALID_PARAMETER',
};
const FLAT_PATH = '/gold_api/flat';
/** HTTP statuses of the flat dialect; the others answer 200 throughout. */
const FLAT_STATUS = {
  INSUFFICIENT_USER_FUNDS: 400,
  INVALID_PARAMETER: 400,
  DUPLICATED_REQUEST: 400,
  INVALID_USER: 404,
  INVALID_AGENT: 404,
  INTERNAL_ERROR: 500,
} as const;
type RefusalMessage = keyof typeof FLAT_STATUS;
const NO_BODY =
  'the body is no JSON (UTF-8, without a byte order mark, not compressed) with "content-type: application/json" and no key twice, or above 64 kB';

interface Outcome {
  /** The `msg` of a refusal; absent after a success. */
  readonly msg?: RefusalMessage;
  readonly balanceMicros: bigint;
  /** The invalid fields of an unreadable callback, for the vendor's developers. */
  readonly detail?: string;
}

/**
 * The seamless wallet of the gold_api family. (i): one address, `method` in the body; (ii): a path for each method;
 * (iii): flat fields, HTTP statuses. What each answer means is in docs/providers.md.
 */
export function registerGoldApiCallbacks(
  app: App,
  config: CallerSettings & Pick<Config, 'PROVIDER_MONEY_UNIT'>,
  wallet: GameWallet,
): void {
  const isCaller = createCallerCheck(config);

  const answerer =
    (dialect: Dialect, methodOf: MethodOf) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { msg, balanceMicros, detail } = await handleCallback(request, dialect, methodOf);
      recordOutcome(request, msg, loggedIdsIn(request.body));
      return reply
        .header('cache-control', 'no-store')
        .status(dialect === 'iii' && msg !== undefined ? FLAT_STATUS[msg] : 200)
        .send({
          status: msg === undefined ? 1 : 0,
          user_balance: writeVendorAmount(balanceMicros, config.PROVIDER_MONEY_UNIT),
          ...(msg === undefined ? {} : { msg, detail }),
        });
    };

  async function handleCallback(
    { body, ip, log }: FastifyRequest,
    dialect: Dialect,
    methodOf: MethodOf,
  ): Promise<Outcome> {
    if (!isCaller(body, ip)) {
      log.warn('wallet callback refused: wrong agent code, secret or address');
      return refused('INVALID_AGENT');
    }
    const method = methodOf(body as Record<string, unknown>);
    try {
      return await limitTime(carryOut(wallet, readCall(dialect, method, body, config.PROVIDER_MONEY_UNIT)));
    } catch (error) {
      if (error instanceof UnreadableCallback) {
        const { message: detail } = error;
        log.warn({ method, detail }, 'wallet callback refused: not understood');
        return { ...refused('INVALID_PARAMETER'), detail };
      }
      // The outcome is unknown to the caller, who repeats the call with the same id.
      log.error({ err: error }, 'wallet callback failed');
      return refused('INTERNAL_ERROR');
    }
  }

  app.register(async (scope) => {
    const routes = scope as unknown as App;
    const hidden = { schema: { hide: true } };
    scope.setErrorHandler(async (error: FastifyError, request, reply) => {
      request.log.warn({ err: error }, 'wallet callback not read');
      const answer = (status: number, msg: RefusalMessage, detail?: string) => {
        recordOutcome(request, msg, loggedIdsIn(request.body));
        return reply.status(status).send({ status: 0, user_balance: 0, msg, detail });
      };
      // INTERNAL_ERROR and not a final refusal, because the call may be the repeat of an accepted stake. The status makes a
      // balancer try another process.
      if (!isCallersFault(error)) return answer(503, 'INTERNAL_ERROR');
      const isFlat = request.routeOptions.url?.startsWith(FLAT_PATH) === true;
      return answer(isFlat ? FLAT_STATUS.INVALID_PARAMETER : 200, 'INVALID_PARAMETER', NO_BODY);
    });
    const methodInBody: MethodOf = ({ method }) => method;
    const serve = (path: string, dialect: Dialect, methodOf: MethodOf | string) =>
      routes.post(path, hidden, answerer(dialect, typeof methodOf === 'string' ? () => methodOf : methodOf));
    serve('/gold_api', 'i', methodInBody);
    serve('/gold_api/user_balance', 'ii', 'user_balance');
    serve('/gold_api/game_callback', 'ii', 'transaction');
    serve('/gold_api/rollback', 'ii', 'rollback');
    // Reports money in a wallet at the vendor. Palier has no such wallet: a report without a game moves nothing (docs/providers.md).
    serve('/gold_api/money_callback', 'ii', (body) =>
      'slot' in body || 'live' in body ? 'transaction' : 'user_balance',
    );
    serve(FLAT_PATH, 'iii', methodInBody);
    for (const method of ['user_balance', 'transaction', 'rollback'])
      serve(`${FLAT_PATH}/${method}`, 'iii', method);
  });
}

async function carryOut(wallet: GameWallet, { userCode, movement }: WalletCall): Promise<Outcome> {
  const player = await wallet.accounts.findPlayer(userCode);
  if (player === null) return refused('INVALID_USER');
  if (movement === null) return { balanceMicros: await wallet.accounts.readBalance(player) };
  const result = await applyGameMovement(wallet, player, movement);
  const balanceMicros = result.balance ?? (await wallet.accounts.readBalance(player));
  if (result.ok) return { balanceMicros };
  const msg = MESSAGES[result.reason];
  return { msg, balanceMicros: msg === 'INTERNAL_ERROR' ? 0n : balanceMicros };
}

/** The method of a call, from its body or its path. */
type MethodOf = (body: Record<string, unknown>) => unknown;

/** An invalid request, and not an error or a shutdown of this process. */
const isCallersFault = (error: FastifyError): boolean =>
  error instanceof Refusal ? error.code === 'invalid-input' : (error.statusCode ?? 500) < 500;

const refused = (msg: RefusalMessage): Outcome => ({ msg, balanceMicros: 0n });

function limitTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_LIMIT_MS);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
