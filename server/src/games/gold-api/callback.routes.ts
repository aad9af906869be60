import { toMicros } from '@palier/shared/money';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config';
import { CALLBACK_LIMIT_BYTES } from '../../http/callback-path';
import type { App } from '../../http/app-type';
import type { StoreGameType } from './game-type.repository';
import { Refusal } from '../../refusals/refusal';
import type { GameRefusal, GameResult } from '../../ledger/movement';
import { recordOutcome } from '../../http/request-outcome';
import { applyGameMovement, type GameWallet } from '../apply-game-movement.use-case';
import { acceptCallbackBodies, UnreadBody } from './callback.body';
import { createCallerCheck, type CallerSettings } from './caller';
import {
  gameObjectOf,
  isMethod,
  loggedIdsIn,
  readCall,
  UnreadableCallback,
  type CallRules,
  type Dialect,
  type Method,
  type WalletCall,
} from './callback.schemas';
import { writeVendorAmount } from './money-unit';

/**
 * A callback without an outcome by then is answered INTERNAL_ERROR: the strictest vendor waits no longer for
 * the answer to a bet.
 */
const ANSWER_LIMIT_MS = 4_000;

/** By the player's own limit, pause or exclusion: answered as PROVIDER_LIMIT_REFUSAL says. */
type ProtectiveRefusal = 'paused' | 'excluded' | 'stake-limit' | 'loss-limit';

const MESSAGES: Record<Exclude<GameRefusal, ProtectiveRefusal>, RefusalMessage> = {
  funds: 'INSUFFICIENT_USER_FUNDS',
  limit: 'INTERNAL_ERROR',
  player: 'INVALID_USER',
  // Never DUPLICATED_REQUEST, which vendors read as "already done".
  duplicate: 'INVALID_PARAMETER',
  round: 'INVALID_PARAMETER',
  'no-stake': 'INVALID_PARAMETER',
  'refused-stake': 'INVALID_PARAMETER',
  'rolled-back': 'INVALID_PARAMETER',
};
/** For the vendor's developers. */
const DETAILS: Partial<Record<GameRefusal, string>> = {
  duplicate: 'the id was used for a movement with another type, amount, round or player',
  round: 'not a stake of this round, or its win was paid',
  'no-stake': 'no stake stands in the round of this win',
  'refused-stake': 'the stake of this win was refused',
  'rolled-back': 'this stake was rolled back',
};
const FLAT_PATH = '/gold_api/flat';
/** HTTP statuses of the flat dialect; the others answer 200, except where the outcome is unknown. */
const FLAT_STATUS = {
  INSUFFICIENT_USER_FUNDS: 400,
  INVALID_PARAMETER: 400,
  INVALID_USER: 404,
  INVALID_AGENT: 404,
  INTERNAL_ERROR: 500,
} as const;
type RefusalMessage = keyof typeof FLAT_STATUS;
const NOT_READ =
  'the body was not read: it must be JSON in UTF-8, not compressed, without a key twice, ' +
  `of at most ${CALLBACK_LIMIT_BYTES / 1024} kB`;

interface Outcome {
  /** The `msg` of a refusal; absent after a success. */
  readonly msg?: RefusalMessage;
  /** Absent where the balance was not read, because a vendor would show a 0 to the player. */
  readonly balanceMicros?: bigint | undefined;
  /** Why an INVALID_PARAMETER was refused, for the vendor's developers. */
  readonly detail?: string | undefined;
}

type CallbackSettings = CallerSettings &
  Pick<
    Config,
    'PROVIDER_MONEY_UNIT' | 'PROVIDER_MOVEMENT_ID' | 'PROVIDER_FREE_WIN_LIMIT_TND' | 'PROVIDER_LIMIT_REFUSAL'
  >;

/**
 * The seamless wallet of the gold_api family. (i): one address, `method` in the body; (ii): a path for each
 * method; (iii): flat fields, HTTP statuses. What each answer means is in docs/providers.md.
 */
export function registerGoldApiCallbacks(
  app: App,
  config: CallbackSettings,
  wallet: GameWallet,
  storeGameType: StoreGameType,
): void {
  const answerer = createAnswerer(config, wallet, storeGameType);
  app.register(async (scope) => {
    const routes = scope as unknown as App;
    acceptCallbackBodies(scope);
    scope.setErrorHandler(answerUnread);
    const serve = (path: string, dialect: Dialect, methodOf: MethodOfPath) =>
      routes.post(
        path,
        { schema: { hide: true }, bodyLimit: CALLBACK_LIMIT_BYTES },
        answerer(dialect, methodOf),
      );
    serve('/gold_api', 'i', () => null);
    serve('/gold_api/user_balance', 'ii', methodByContent);
    serve('/gold_api/game_callback', 'ii', () => 'transaction');
    serve('/gold_api/rollback', 'ii', () => 'rollback');
    // Reports money in a wallet at the vendor. Palier has no such wallet: a report without a game moves
    // nothing (docs/providers.md).
    serve('/gold_api/money_callback', 'ii', methodByContent);
    serve('/gold_api/*', 'i', lastPart);
    serve(FLAT_PATH, 'iii', () => null);
    for (const method of ['user_balance', 'transaction', 'rollback'] as const)
      serve(`${FLAT_PATH}/${method}`, 'iii', () => method);
    serve(`${FLAT_PATH}/*`, 'iii', () => null);
  });
}

/** Makes the handler of a path: it checks the caller, carries the call out and answers in the dialect. */
function createAnswerer(config: CallbackSettings, wallet: GameWallet, storeGameType: StoreGameType) {
  const roleOf = createCallerCheck(config);
  const rules: CallRules = {
    unit: config.PROVIDER_MONEY_UNIT,
    movementId: config.PROVIDER_MOVEMENT_ID,
    freeWinLimit: toMicros(config.PROVIDER_FREE_WIN_LIMIT_TND),
  };

  async function handleCallback(
    request: FastifyRequest,
    dialect: Dialect,
    methodOf: MethodOfPath,
  ): Promise<Outcome> {
    const { body, log } = request;
    const role = roleOf(request);
    const { method: named } = body as { method?: unknown };
    const method = isMethod(named) ? named : (methodOf(body, request) ?? named);
    if (role === 'stranger' || (role === 'reader' && method !== 'user_balance')) {
      log.warn('wallet callback refused: wrong agent code, secret or address');
      return refused('INVALID_AGENT');
    }
    try {
      const call = readCall({ dialect, method }, body, rules);
      const work = async (): Promise<Outcome> => {
        if (call.movement !== null) await storeGameType((body as { game_type?: unknown }).game_type);
        return carryOut(request, wallet, call, config.PROVIDER_LIMIT_REFUSAL);
      };
      return await limitTime(work());
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

  return (dialect: Dialect, methodOf: MethodOfPath) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      // A body that a proxy has lost.
      if (request.body === undefined) throw new UnreadBody('no body');
      const { msg, balanceMicros, detail } = await handleCallback(request, dialect, methodOf);
      recordCallback(request, msg);
      const isFinal = dialect !== 'iii' && msg !== 'INTERNAL_ERROR';
      return reply
        .header('cache-control', 'no-store')
        .status(msg === undefined || isFinal ? 200 : FLAT_STATUS[msg])
        .send({
          status: msg === undefined ? 1 : 0,
          user_balance:
            balanceMicros === undefined ? undefined : writeVendorAmount(balanceMicros, rules.unit),
          msg,
          detail,
        });
    };
}

/** The method of a call whose body names none; null when the address does not say it either. */
type MethodOfPath = (body: unknown, request: FastifyRequest) => Method | null;

/** Some vendors send transactions to the address for balances. */
const methodByContent: MethodOfPath = (body) =>
  gameObjectOf(body) === null ? 'user_balance' : 'transaction';

const lastPart: MethodOfPath = (_body, { params }) => {
  const part = (params as { '*': string })['*'].split('/').at(-1);
  return isMethod(part) ? part : null;
};

/**
 * For the log and the metrics, with the address when it is none of docs/providers.md: the vendor has a wrong
 * one.
 */
function recordCallback(request: FastifyRequest, refusal: string | undefined): void {
  const [address = ''] = request.originalUrl.split('?');
  const wrongAddress = address === request.routeOptions.url ? undefined : address;
  if (wrongAddress !== undefined)
    request.log.warn({ address }, 'wallet callback at an address that is not documented');
  recordOutcome(request, refusal, { ...loggedIdsIn(request.body), wrongAddress });
}

/**
 * Answers a call that reached no handler. The content of a body that was not read is unknown, and it may be
 * the repeat of an accepted stake: the answer is one that vendors repeat, never a final refusal.
 */
async function answerUnread(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  request.log.warn({ err: error }, 'wallet callback not read');
  if (isCallersFault(error)) {
    recordCallback(request, 'NOT_READ');
    const status = error.statusCode ?? 400;
    // Fastify closes the connection, but a sender may read no answer before it has sent the whole body; Node
    // drops the rest.
    if (status === 413) void reply.removeHeader('connection');
    return reply.status(status).send({ status: 0, msg: 'INTERNAL_ERROR', detail: NOT_READ });
  }
  recordCallback(request, 'INTERNAL_ERROR');
  // The status makes a balancer try another process.
  return reply.status(503).send({ status: 0, msg: 'INTERNAL_ERROR' });
}

async function carryOut(
  { log }: FastifyRequest,
  wallet: GameWallet,
  { userCode, movement }: WalletCall,
  limitRefusal: Config['PROVIDER_LIMIT_REFUSAL'],
): Promise<Outcome> {
  const player = await wallet.accounts.findPlayer(userCode);
  if (player === null) return refused('INVALID_USER');
  if (movement === null) return { balanceMicros: await wallet.accounts.readBalance(player) };
  const result = await applyGameMovement(wallet, player, movement);
  logFinding(log, result, movement);
  const { balance: balanceMicros } = result;
  if (result.ok) return { balanceMicros };
  const messages: Partial<Record<GameRefusal, RefusalMessage>> = MESSAGES;
  const msg = messages[result.reason] ?? limitRefusal;
  // A balance beside INTERNAL_ERROR would look like a result.
  if (msg === 'INTERNAL_ERROR') return refused(msg);
  return { msg, balanceMicros, detail: DETAILS[result.reason] };
}

/** People learn of a finding by the log and by a metric; it is stored with the movement. */
function logFinding(
  log: FastifyRequest['log'],
  { ok, finding, replayed }: GameResult,
  { providerCode, roundId, transactionId }: NonNullable<WalletCall['movement']>,
): void {
  if (finding !== undefined)
    log.error(
      { finding, isPaid: ok, isRepeat: replayed === true, providerCode, roundId, transactionId },
      'wallet callback to be examined',
    );
}

/** An invalid request, and not an error or a shutdown of this process. */
const isCallersFault = (error: FastifyError): boolean =>
  error instanceof Refusal ? error.code === 'invalid-input' : (error.statusCode ?? 500) < 500;

const refused = (msg: RefusalMessage): Outcome => ({ msg });

function limitTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ANSWER_LIMIT_MS);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
