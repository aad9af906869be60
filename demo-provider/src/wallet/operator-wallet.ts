import { z } from 'zod';
import type { Round } from '../store/records.js';
import { toDecimal } from '../money.js';

interface WalletSettings {
  agentCode: string;
  secret: string;
  operatorCallbackUrl: string;
  timeoutMs?: number | undefined;
}

/** `unknown`: no answer, or an answer that leaves open whether the money moved. */
export type WalletAnswer =
  | { kind: 'accepted'; balance?: number }
  | { kind: 'refused'; reason: string; balance?: number }
  | { kind: 'unknown'; reason: string };

export type OperatorWallet = ReturnType<typeof createOperatorWallet>;

const answerShape = z.object({
  status: z.coerce.number(),
  user_balance: z.coerce.number().optional(),
  msg: z.string().optional(),
});

/** Messages that leave open whether the money moved; every other message with status 0 is final. */
const undecidedMessages = new Set(['INTERNAL_ERROR', 'EXTERNAL_ERROR', 'NOW_CHECKING', 'UNKNOWN']);

function readAnswer(body: unknown): WalletAnswer {
  const parsed = answerShape.safeParse(body);
  if (!parsed.success) return { kind: 'unknown', reason: 'UNREADABLE_ANSWER' };
  const { status, user_balance: balance, msg: reason = 'UNKNOWN' } = parsed.data;
  const known = balance === undefined ? {} : { balance };
  // Transaction ids are random UUIDs, so a duplicate can only be an earlier try of this provider that took effect.
  if (status === 1 || reason === 'DUPLICATED_REQUEST') return { kind: 'accepted', ...known };
  if (undecidedMessages.has(reason)) return { kind: 'unknown', reason };
  return { kind: 'refused', reason, ...known };
}

/** A client of the operator's seamless wallet (gold_api): one URL, `method` in the body. */
export function createOperatorWallet(settings: WalletSettings) {
  const { agentCode, secret, operatorCallbackUrl, timeoutMs = 5000 } = settings;

  async function call(body: Record<string, unknown>): Promise<WalletAnswer> {
    try {
      const response = await fetch(operatorCallbackUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ agent_code: agentCode, agent_secret: secret, ...body }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return readAnswer(await response.json());
    } catch (error) {
      return { kind: 'unknown', reason: error instanceof Error ? error.name : 'NO_ANSWER' };
    }
  }

  function move(round: Round, type: 'debit' | 'credit'): Promise<WalletAnswer> {
    const isDebit = type === 'debit';
    return call({
      method: 'transaction',
      user_code: round.userCode,
      user_balance: round.balance ?? round.balanceBefore ?? 0,
      game_type: 'slot',
      slot: {
        provider_code: round.providerCode,
        game_code: round.gameCode,
        round_id: round.roundId,
        type: 'BASE',
        bet_money: isDebit ? toDecimal(round.stakeMillimes) : 0,
        win_money: isDebit ? 0 : toDecimal(round.winMillimes),
        txn_id: isDebit ? round.debitTxnId : round.creditTxnId,
        txn_type: type,
      },
    });
  }

  return {
    readBalance: (userCode: string): Promise<WalletAnswer> =>
      call({ method: 'user_balance', user_code: userCode }),
    debit: (round: Round): Promise<WalletAnswer> => move(round, 'debit'),
    credit: (round: Round): Promise<WalletAnswer> => move(round, 'credit'),
  };
}
