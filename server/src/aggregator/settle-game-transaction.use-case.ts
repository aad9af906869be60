import { toMicros } from '@palier/shared/money';
import { houseAccountOf } from '../ledger/ledger.repository';
import type { MovementResult } from '../ledger/movement';
import type { Services } from '../services';
import type { UserRecord } from '../users/user.repository';

/** A bet, a win or both, as any dialect says it; amounts in TND. */
export interface GameTransaction {
  readonly providerCode: string;
  readonly gameCode: string;
  readonly roundId: string;
  readonly transactionId: string;
  readonly bet: number;
  readonly win: number;
  /** True when no further stake may follow in the round. */
  readonly settlesRound: boolean;
}

/**
 * Applies a provider's transaction once: its id and content decide whether it is new, a repeat (same answer) or a
 * duplicate. Rounds, stakes, jackpot and balance are one commit; the player's sockets hear of it afterwards.
 */
export async function settleGameTransaction(
  { pool, ledger, announcer }: Services,
  player: UserRecord,
  transaction: GameTransaction,
): Promise<MovementResult> {
  const bet = toMicros(transaction.bet);
  const win = toMicros(transaction.win);
  const { providerCode, gameCode, roundId, transactionId, settlesRound } = transaction;
  const result = await ledger.apply({
    kind: 'GAME',
    provider: providerCode,
    house: await houseAccountOf(pool, providerCode),
    user: player.accountId,
    txn: transactionId,
    round: roundId,
    game: gameCode,
    bet,
    win,
    settles: settlesRound,
    fingerprint: JSON.stringify([player.id, roundId, gameCode, String(bet), String(win), settlesRound]),
  });
  if (result.ok && result.replayed !== true && result.balance !== undefined) {
    announcer.announceBalance(player.id, result.balance);
    if (bet > 0n) announcer.announceCounters();
    if (result.wins !== undefined) announcer.announceWins(player.id);
  }
  return result;
}
