import type { GameMovement, GameResult, RollbackMovement } from '../ledger/movement';
import type { LedgerWriter } from '../ledger/writer';
import { isStakeRefusal, type StakeRefusal } from '../refusals/refusal-texts';
import type { Player, PlayerAccounts } from './player-account.repository';

/** Publishes to the sockets of players what a commit has changed. */
interface WalletAnnouncer {
  readonly announceBalance: (userId: number) => void;
  readonly announceCounters: () => void;
  readonly announceWins: (userId: number) => void;
  readonly announceRefusedStake: (userId: number, code: StakeRefusal) => void;
}

export interface GameWallet {
  readonly ledger: Pick<LedgerWriter, 'applyGame'>;
  readonly accounts: PlayerAccounts;
  readonly announcer: WalletAnnouncer;
}

/** Without what is found out before the ledger is called. */
type WithoutAccounts<Movement> = Omit<Movement, 'houseAccountId' | 'playerAccountId' | 'fingerprint'>;

/** A bet, a win or both. */
export type GameTransaction = WithoutAccounts<GameMovement>;
/**
 * Refunds a stake if it was taken, and refuses it if it arrives later. A stake is not refunded once a win has
 * been paid with it or after it. Its contribution to the jackpots stays in the pots (decision 0009).
 */
export type StakeRollback = Omit<WithoutAccounts<RollbackMovement>, 'roundId'> & {
  /** Null: the round of the stake. */
  readonly roundId: string | null;
};

/**
 * Moves money between the player and the provider's house, once: the key and content of a movement decide
 * whether it is new, a repeat (same answer) or another movement under a used key, which is refused. Round,
 * stake, jackpot and balance change in one commit; the player's sockets are notified after it.
 */
export async function applyGameMovement(
  { accounts, ledger, announcer }: GameWallet,
  { userId, accountId: playerAccountId }: Player,
  movement: GameTransaction | StakeRollback,
): Promise<GameResult> {
  const house = await accounts.findHouse(movement.providerCode, userId);
  if (house === null) return { ok: false, reason: 'player' };
  const { providerCode, accountId: houseAccountId } = house;
  const roundId =
    movement.kind === 'ROLLBACK' && movement.roundId === null
      ? await accounts.findRound(providerCode, movement.stakeTransactionId)
      : movement.roundId!;
  const fingerprint = JSON.stringify([userId, roundId, ...contentOf(movement)]);
  const result = await ledger.applyGame({
    ...movement,
    roundId,
    providerCode,
    houseAccountId,
    playerAccountId,
    fingerprint,
  });
  if (!result.ok) {
    const code = `stake/${result.reason}`;
    // A repeat was announced before.
    if (movement.kind === 'GAME' && movement.bet > 0n && result.replayed !== true && isStakeRefusal(code))
      announcer.announceRefusedStake(userId, code);
    return result;
  }
  // Also after a repeated transaction: the process that applied it may have died before the announcement.
  announcer.announceBalance(userId);
  if (movement.kind === 'GAME' && movement.bet > 0n) announcer.announceCounters();
  if (result.wins !== undefined) announcer.announceWins(userId);
  return result;
}

/** Not the game, whose code some vendors spell in two ways. */
const contentOf = (movement: GameTransaction | StakeRollback): unknown[] =>
  movement.kind === 'ROLLBACK'
    ? [movement.stakeTransactionId]
    : [String(movement.bet), String(movement.win), movement.settles];
