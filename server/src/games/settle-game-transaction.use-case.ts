import type { GameResult } from '../ledger/movement';
import type { Announcer } from '../realtime/announcer';
import type { LedgerWriter } from '../ledger/writer';
import type { Player, PlayerAccounts } from './player-accounts';

/** A bet, a win or both, as any dialect says it; amounts in micro-dinars. */
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

/** What games need to move money. */
export interface GameWallet {
  readonly ledger: Pick<LedgerWriter, 'applyGame'>;
  readonly accounts: PlayerAccounts;
  readonly announcer: Pick<Announcer, 'announceBalance' | 'announceCounters' | 'announceWins'>;
}

const UNKNOWN_PROVIDER: GameResult = { ok: false, reason: 'player' };

/**
 * Applies a provider's transaction once: its id and content decide whether it is new, a repeat (same answer) or a
 * duplicate. Rounds, stakes, jackpot and balance are one commit; the player's sockets hear of it afterwards.
 */
export async function settleGameTransaction(
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
  // Of a repeat as well: the process that settled it may have died before it could tell.
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
  /** The id of the stake it takes back. */
  readonly stakeTransactionId: string;
}

/**
 * Takes a stake back: refunded if it was taken, refused from now on if it comes later (section 6 of docs/design.md). Once a win of the
 * round has been paid, the stake stands. What it gave to the jackpots stays there (decision 0009).
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
