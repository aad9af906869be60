import type { NumberedRound } from '../store/records.js';
import { toDecimal } from '../money.js';

/** "YYYY-MM-DD hh:mm:ss" in UTC, as gold_api writes times. */
function toLogTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}

/** The entries of get_game_log for a round, in the documented form: one for each transaction that the operator has accepted or owes. */
export function describeTransactions({ number, round }: NumberedRound, agentCode: string): object[] {
  const entryOf = (place: number, createdAt: string, transaction: object): object => ({
    history_id: number * 2 + place,
    agent_code: agentCode,
    user_code: round.userCode,
    provider_code: round.providerCode,
    game_code: round.gameCode,
    type: 'BASE',
    ...transaction,
    created_at: toLogTime(createdAt),
  });
  const entries: object[] = [];
  if (round.debit === 'accepted')
    entries.push(
      entryOf(0, round.createdAt, {
        bet_money: toDecimal(round.stakeMillimes),
        win_money: 0,
        txn_id: round.debitTxnId,
        txn_type: 'debit',
      }),
    );
  if (round.credit !== 'none')
    entries.push(
      entryOf(1, round.settledAt ?? round.createdAt, {
        bet_money: 0,
        win_money: toDecimal(round.winMillimes),
        txn_id: round.creditTxnId,
        txn_type: 'credit',
      }),
    );
  return entries;
}
