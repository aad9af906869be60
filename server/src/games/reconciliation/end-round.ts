import type { GameResult } from '../../ledger/movement';
import { userCodeOf } from '../port';
import { applyGameMovement, type GameWallet } from '../apply-game-movement.use-case';
import type { OpenRound } from './open-round.repository';

// An open round is ended by the movements that its callbacks would have made. Transaction ids made here
// contain a space and the player, because players of a live table share a round; ids of providers contain no
// space.

/**
 * Closes a round without paying. The id contains the date of its opening, because an ended round may be
 * opened again.
 */
export const closeRound = (wallet: GameWallet, round: OpenRound): Promise<GameResult> =>
  payRound(
    wallet,
    round,
    0n,
    `close ${round.roundId} ${userCodeOf(round.userId)} ${round.openedAt.toISOString()}`,
  );

/** Pays a win under the provider's transaction id, so that a late callback is a repeat. */
export const payRound = (
  wallet: GameWallet,
  round: OpenRound,
  win: bigint,
  transactionId: string,
): Promise<GameResult> =>
  applyGameMovement(wallet, round, {
    kind: 'GAME',
    ...namesOf(round),
    transactionId,
    bet: 0n,
    win,
    settles: true,
  });

/** Pays wins one by one; false after the first that the ledger refuses. */
export async function payWins(
  wallet: GameWallet,
  round: OpenRound,
  wins: readonly { readonly win: bigint; readonly transactionId: string }[],
): Promise<boolean> {
  for (const { win, transactionId } of wins) {
    const { ok } = await payRound(wallet, round, win, transactionId);
    if (!ok) return false;
  }
  return true;
}

/**
 * Refunds stakes one by one; false after the first refused refund: the round is open, or its callback has
 * paid a win meanwhile.
 */
export async function refundStakes(
  wallet: GameWallet,
  round: OpenRound,
  stakes: readonly string[],
): Promise<boolean> {
  for (const stakeTransactionId of stakes) {
    const transactionId = `refund ${stakeTransactionId}`;
    const rollback = { kind: 'ROLLBACK', ...namesOf(round), transactionId, stakeTransactionId } as const;
    const { ok } = await applyGameMovement(wallet, round, rollback);
    if (!ok) return false;
  }
  return true;
}

const namesOf = ({ providerCode, gameCode, roundId }: OpenRound) => ({ providerCode, gameCode, roundId });
