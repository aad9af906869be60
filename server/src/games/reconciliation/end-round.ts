import type { GameResult } from '../../ledger/movement';
import { userCodeOf, type ReadableRound } from '../port';
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

/**
 * Pays what is missing of a round's win, where the log names it by one transaction; null where nothing is. Whatever else the
 * books differ in is for people.
 */
export async function payMissingWin(
  wallet: GameWallet,
  round: OpenRound,
  logged: ReadableRound,
): Promise<'paid' | 'differs' | null> {
  if (logged.bet !== round.bet || round.win > logged.win) return 'differs';
  const missing = logged.win - round.win;
  if (missing === 0n) return null;
  if (round.win > 0n || logged.creditTransactionId === null) return 'differs';
  return (await payRound(wallet, round, missing, logged.creditTransactionId)).ok ? 'paid' : 'differs';
}

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
