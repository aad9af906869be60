import type { GameResult } from '../ledger/movement';
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

const UNKNOWN_PROVIDER: GameResult = { ok: false, reason: 'player' };

/**
 * Applies a provider's transaction once: its id and content decide whether it is new, a repeat (same answer) or a
 * duplicate. Round, stake, jackpot and balance change in one commit; the player's sockets are notified after it.
 */
export async function applyGameTransaction(
  { accounts, ledger, announcer }: GameWallet,
  player: Player,
  transaction: GameTransaction,
): Promise<GameResult> {
  const { providerCode, gameCode, roundId, transactionId, bet, win, settlesRound } = transaction;
  const houseAccountId = await accounts.findHouse(providerCode, player);
  if (houseAccountId === null) return UNKNOWN_PROVIDER;
  const result = await ledger.applyGame({
    kind: 'GAME',
    providerCode,
    houseAccountId,
    playerAccountId: player.accountId,
    transactionId,
    roundId,
    gameCode,
    bet,
    win,
    settles: settlesRound,
    fingerprint: JSON.stringify([player.userId, roundId, gameCode, String(bet), String(win), settlesRound]),
  });
  // Also after a repeated transaction: the process that applied it may have died before the announcement.
  if (result.ok) {
    announcer.announceBalance(player.userId);
    if (bet > 0n) announcer.announceCounters();
    if (result.wins !== undefined) announcer.announceWins(player.userId);
  }
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
export async function rollBackStake(
  { accounts, ledger, announcer }: GameWallet,
  player: Player,
  rollback: StakeRollback,
): Promise<GameResult> {
  const { providerCode, gameCode, roundId, transactionId, stakeTransactionId } = rollback;
  const houseAccountId = await accounts.findHouse(providerCode, player);
  if (houseAccountId === null) return UNKNOWN_PROVIDER;
  const result = await ledger.applyGame({
    kind: 'ROLLBACK',
    providerCode,
    houseAccountId,
    playerAccountId: player.accountId,
    transactionId,
    roundId,
    gameCode,
    stakeTransactionId,
    fingerprint: JSON.stringify([player.userId, roundId, stakeTransactionId]),
  });
  if (result.ok) announcer.announceBalance(player.userId);
  return result;
}
