import type { GameResult } from '../../ledger/movement';
import { userCodeOf } from '../port';
import { rollBackStake, settleGameTransaction, type GameWallet } from '../settle-game-transaction.use-case';
import type { OpenRound } from './open-round.repository';

// An open round ends by the movements that its callbacks would have made. An id that is ours has a space, which no
// provider's has: the two cannot meet. At a live table many players have one round.

/** Closes it to further stakes: nothing more is paid. Its date is of the id: one that was rolled back may be opened again. */
export const closeRound = (wallet: GameWallet, round: OpenRound): Promise<GameResult> =>
  payRound(
    wallet,
    round,
    0n,
    `close ${round.roundId} ${userCodeOf(round.userId)} ${round.openedAt.toISOString()}`,
  );

/** Pays a win under the provider's own id of it, so that its callback, should it come after all, finds it paid. */
export const payRound = (
  wallet: GameWallet,
  round: OpenRound,
  win: bigint,
  transactionId: string,
): Promise<GameResult> =>
  settleGameTransaction(wallet, round, {
    ...namesOf(round),
    transactionId,
    bet: 0n,
    win,
    settlesRound: true,
  });

/** Gives stakes back, one after another; false at the first that may not be. */
export async function giveBackStakes(
  wallet: GameWallet,
  round: OpenRound,
  stakes: readonly string[],
): Promise<boolean> {
  for (const stakeTransactionId of stakes) {
    const transactionId = `refund ${stakeTransactionId}`;
    const { ok } = await rollBackStake(wallet, round, {
      ...namesOf(round),
      transactionId,
      stakeTransactionId,
    });
    if (!ok) return false;
  }
  return true;
}

const namesOf = ({ providerCode, gameCode, roundId }: OpenRound) => ({ providerCode, gameCode, roundId });
