import type { GameMovement, GameResult, RollbackMovement } from '../ledger/movement';
import type { LedgerWriter } from '../ledger/writer';
import type { Player, PlayerAccounts } from './player-account.repository';

/** A bet, a win or both; amounts in micro-dinars. */
export interface GameTransaction {
  readonly providerCode: string;
  readonly gameCode: string;
  readonly roundId: string;
  readonly transactionId: string;
  readonly bet: bigint;
  readonly win: bigint;
  /** True when no further stake may follow in the round. */
  readonly settlesRound: boolean;
}

/** Publishes to the sockets of players what a commit has changed. */
interface WalletAnnouncer {
  readonly announceBalance: (userId: number) => void;
  readonly announceCounters: () => void;
  readonly announceWins: (userId: number) => void;
}

export interface GameWallet {
  readonly ledger: Pick<LedgerWriter, 'applyGame'>;
  readonly accounts: PlayerAccounts;
  readonly announcer: WalletAnnouncer;
}

/** Sends a movement of the player and the provider's house to the ledger, and announces the player's new balance. */
async function apply(
  { accounts, ledger, announcer }: GameWallet,
  player: Player,
  movement: WithoutAccounts<GameMovement> | WithoutAccounts<RollbackMovement>,
): Promise<GameResult> {
  const houseAccountId = await accounts.findHouse(movement.providerCode, player);
  if (houseAccountId === null) return { ok: false, reason: 'player' };
  const result = await ledger.applyGame({ ...movement, houseAccountId, playerAccountId: player.accountId });
  // Also after a repeated transaction: the process that applied it may have died before the announcement.
  if (result.ok) announcer.announceBalance(player.userId);
  return result;
}

type WithoutAccounts<Movement> = Omit<Movement, 'houseAccountId' | 'playerAccountId'>;

/**
 * Applies a provider's transaction once: its id and content decide whether it is new, a repeat (same answer) or a
 * duplicate. Round, stake, jackpot and balance change in one commit; the player's sockets are notified after it.
 */
export async function applyGameTransaction(
  wallet: GameWallet,
  player: Player,
  { settlesRound, ...transaction }: GameTransaction,
): Promise<GameResult> {
  const { roundId, gameCode, bet, win } = transaction;
  const result = await apply(wallet, player, {
    kind: 'GAME',
    ...transaction,
    settles: settlesRound,
    fingerprint: JSON.stringify([player.userId, roundId, gameCode, String(bet), String(win), settlesRound]),
  });
  if (result.ok && bet > 0n) wallet.announcer.announceCounters();
  if (result.ok && result.wins !== undefined) wallet.announcer.announceWins(player.userId);
  return result;
}

export interface StakeRollback {
  readonly providerCode: string;
  readonly gameCode: string;
  readonly roundId: string;
  /** The rollback's own id. */
  readonly transactionId: string;
  /** The id of the stake that is rolled back. */
  readonly stakeTransactionId: string;
}

/**
 * Rolls a stake back: refunds it if it was taken, and refuses it if it arrives later. A stake is not refunded once a win of
 * the round has been paid. Its contribution to the jackpots stays in the pots (decision 0009).
 */
export const rollBackStake = (
  wallet: GameWallet,
  player: Player,
  rollback: StakeRollback,
): Promise<GameResult> =>
  apply(wallet, player, {
    kind: 'ROLLBACK',
    ...rollback,
    fingerprint: JSON.stringify([player.userId, rollback.roundId, rollback.stakeTransactionId]),
  });
