import type { Round } from '../store/records.js';
import { toDecimal } from '../money.js';

/** "YYYY-MM-DD hh:mm:ss" in UTC, as gold_api writes times. */
function toLogTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}

/** One entry of get_game_log: a round with its two transactions and their states. */
export function describeRound(round: Round, agentCode: string) {
  const isSettled = round.settledAt !== undefined;
  return {
    history_id: round.roundId,
    agent_code: agentCode,
    user_code: round.userCode,
    provider_code: round.providerCode,
    game_code: round.gameCode,
    type: 'BASE',
    round_id: round.roundId,
    round_status: round.debit === 'refused' ? 'refused' : isSettled ? 'settled' : 'pending',
    bet_money: round.debit === 'refused' ? 0 : toDecimal(round.stakeMillimes),
    win_money: toDecimal(round.winMillimes),
    txn_id: round.debitTxnId,
    txn_type: 'debit_credit',
    debit_txn_id: round.debitTxnId,
    debit_status: round.debit,
    credit_txn_id: round.credit === 'none' ? null : round.creditTxnId,
    credit_status: round.credit,
    user_end_balance: round.balance ?? null,
    created_at: toLogTime(round.createdAt),
    settled_at: round.settledAt === undefined ? null : toLogTime(round.settledAt),
  };
}
