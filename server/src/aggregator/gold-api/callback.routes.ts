import { createHash, timingSafeEqual } from 'node:crypto';
import { fromMicros } from '@palier/shared/money';
import type { App } from '../../app-type';
import type { Services } from '../../services';
import { findById } from '../../users/user.repository';
import { settleGameTransaction } from '../settle-game-transaction.use-case';
import { userIdOf } from '../port';
import { balanceCallSchema, callerSchema, transactionCallSchema } from './callback.schemas';

type Answer = { status: 1; user_balance: number } | { status: 0; user_balance: number; msg: string };

const refuse = (msg: string, balanceMicros = 0n): Answer => ({
  status: 0,
  user_balance: fromMicros(balanceMicros),
  msg,
});

const WORDS = {
  funds: 'INSUFFICIENT_USER_FUNDS',
  player: 'INVALID_USER',
  duplicate: 'DUPLICATED_REQUEST',
  round: 'INVALID_PARAMETER',
  'rolled-back': 'INVALID_PARAMETER',
  limit: 'INTERNAL_ERROR',
  'key-reused': 'INTERNAL_ERROR',
  'name-taken': 'INTERNAL_ERROR',
} as const;

/** The seamless wallet of the gold_api family, dialect (i): one address, `method` in the body, HTTP 200 throughout. */
export function registerGoldApiCallbacks(app: App, services: Services): void {
  app.post('/gold_api', { schema: { hide: true } }, async (request): Promise<Answer> => {
    const caller = callerSchema.safeParse(request.body);
    if (!caller.success || !isAgent(services, caller.data)) {
      request.log.warn('wallet callback refused: wrong agent code or secret');
      return refuse('INVALID_AGENT');
    }
    try {
      return await answer(services, request.body);
    } catch (error) {
      request.log.error({ err: error }, 'wallet callback failed');
      return refuse('INTERNAL_ERROR');
    }
  });
}

async function answer(services: Services, body: unknown): Promise<Answer> {
  const balanceCall = balanceCallSchema.safeParse(body);
  const transactionCall = balanceCall.success ? undefined : transactionCallSchema.safeParse(body);
  const userCode = balanceCall.success ? balanceCall.data.user_code : transactionCall?.data?.user_code;
  if (userCode === undefined) return refuse('INVALID_PARAMETER');

  const userId = userIdOf(userCode);
  const player = userId === null ? null : await findById(services.pool, userId);
  if (player === null || player.role !== 'ROLE_CLIENT') return refuse('INVALID_USER');
  if (transactionCall?.data === undefined)
    return { status: 1, user_balance: fromMicros(player.balanceMicros) };

  const call = transactionCall.data;
  const game = call.game_type === 'slot' ? call.slot : call.live;
  const result = await settleGameTransaction(services, player, {
    providerCode: game.provider_code,
    gameCode: game.game_code,
    roundId: game.round_id,
    transactionId: game.txn_id,
    bet: game.txn_type === 'credit' ? 0 : game.bet_money,
    win: game.txn_type === 'debit' ? 0 : game.win_money,
    settlesRound: game.txn_type !== 'debit',
  });
  const balanceMicros = result.balance ?? player.balanceMicros;
  if (!result.ok) return refuse(WORDS[result.reason ?? 'limit'], balanceMicros);
  return { status: 1, user_balance: fromMicros(balanceMicros) };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function isAgent({ config }: Services, caller: { agent_code: string; agent_secret: string }): boolean {
  const isSecret = timingSafeEqual(digest(caller.agent_secret), digest(config.PROVIDER_SECRET));
  return caller.agent_code === config.PROVIDER_AGENT_CODE && isSecret;
}
