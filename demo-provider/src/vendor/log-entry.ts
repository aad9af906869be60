import { toWireAmount } from './amount.js';
import type { Profile } from './profile.js';
import { wireIds, type Transaction } from './transaction.js';

const LARGE_NUMBERS_FROM = 9_007_199_254_740_993n;

/** "YYYY-MM-DD hh:mm:ss" in UTC, as the family writes times. */
export const toLogTime = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

/** One entry of get_game_log: a transaction, not a round. `number`: its place in the vendor's history. */
export function writeLogEntry(profile: Profile, agentCode: string, number: number, transaction: Transaction) {
  const { userCode, providerCode, gameCode, kind, type, betMillimes, winMillimes } = transaction;
  return {
    // Written with all digits by `toJsonWithBigints`.
    history_id: profile.hasLargeHistoryIds ? LARGE_NUMBERS_FROM + BigInt(number) : number,
    agent_code: agentCode,
    user_code: userCode,
    provider_code: providerCode,
    game_code: gameCode,
    type: kind,
    bet_money: toWireAmount({ ...profile, amountForm: 'number' }, betMillimes),
    win_money: toWireAmount({ ...profile, amountForm: 'number' }, winMillimes),
    txn_id: wireIds(profile, transaction).txn_id,
    txn_type: type,
    user_start_balance: transaction.balanceBefore ?? null,
    user_end_balance: transaction.balanceAfter ?? null,
    created_at: toLogTime(transaction.createdAt),
  };
}
