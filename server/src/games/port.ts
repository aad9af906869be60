import type { Game, Provider } from '@palier/shared/contracts';
import type { GameKind, Volatility } from '@palier/shared/contracts/lobby';

/** A game with what the aggregator says about it; `rtp` is the return to player in percent. */
export interface ListedGame extends Game {
  readonly kind?: GameKind | undefined;
  readonly rtp?: number | undefined;
  readonly volatility?: Volatility | undefined;
}

/** An open provider. `isLive`: whether its games are live tables, where the aggregator says so. */
export interface ListedProvider extends Provider {
  readonly isLive?: boolean | undefined;
}

/**
 * The game code of a live provider's lobby, in which the player chooses a table. It has a space, so that no
 * aggregator has a game with this code; `launch` translates it.
 */
export const LOBBY_CODE = 'the lobby';

/** The interface of all games aggregators; an adapter for each family is in a folder beside this file. */
export interface GameAggregator {
  /** The aggregator and our account there: lists and the pace of calls of another one are kept apart. */
  readonly name: string;
  /**
   * The open providers, asked now. Throws gamesUnavailable when the aggregator does not answer, a
   * ProviderRefusal with the meaning `later` when the lists are read too often.
   */
  listProviders(): Promise<ListedProvider[]>;
  /** The open games of a provider of `listProviders`, asked now. Throws like `listProviders`. */
  listGames(provider: ListedProvider): Promise<ListedGame[]>;
  /** Starts a game, or the lobby of a provider; returns its address, on one of ALLOWED_FRAME_ORIGINS. */
  launch(game: { userCode: string; providerCode: string; gameCode: string }): Promise<string>;
}

/** Reads the log that an aggregator keeps of a player's transactions. */
export interface LogReader {
  /**
   * The transactions of a period. Throws a Refusal when the provider does not answer, LogTooLong when the
   * period has more transactions than are read.
   */
  readLog(period: { userCode: string; from: Date; to: Date }): Promise<TransactionLog>;
}

export interface TransactionLog {
  readonly transactions: readonly LoggedTransaction[];
  readonly unreadable: readonly UnreadableTransaction[];
  /** False when transactions may be missing because the log could not be read to its end. */
  readonly isWhole: boolean;
}

/** The period has too many transactions; a shorter period may be read. */
export class LogTooLong extends Error {}

/** A stake, a win or both in the provider's log; amounts in micro-dinars. */
export interface LoggedTransaction {
  readonly providerCode: string;
  readonly gameCode: string | null;
  /** Null where the log names no round. */
  readonly roundId: string | null;
  /** The vendor's id: transactions of one bet may share it, and it may be the id of the round. */
  readonly vendorId: string;
  /**
   * The key of the movement in the ledger, and the key without the vendor's second id where that differs
   * (decision 0068).
   */
  readonly transactionId: string;
  readonly otherTransactionId: string | null;
  /**
   * The same in each list and period that shows the entry; equal transactions of one list have keys of their
   * own.
   */
  readonly entryKey: string;
  /** The entry's own number and date as the log has them, which order the entries. */
  readonly historyId: string | null;
  readonly loggedAt: string | null;
  readonly isStake: boolean;
  /** Whether a stake without a win counts as lost; false for bets that are decided later. */
  readonly isDecidedAtOnce: boolean;
  readonly bet: bigint;
  readonly win: bigint;
}

/** An entry of the log that cannot be understood; the reason names its place and field. */
export interface UnreadableTransaction {
  readonly providerCode: string | null;
  readonly roundId: string | null;
  readonly vendorId: string | null;
  readonly reason: string;
}

/** The player's code at providers: opaque, never a username. */
export const userCodeOf = (userId: number): string => `u${userId}`;

/** The user id of a user code, or null for another form. */
export function userIdOf(userCode: string): number | null {
  const digits = /^u([1-9]\d{0,9})$/.exec(userCode)?.[1];
  const id = Number(digits);
  return digits !== undefined && id <= 2_147_483_647 ? id : null;
}
