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
 * The game code of a live provider's lobby, in which the player chooses a table. It has a space, so that no aggregator has a game
 * with this code; `launch` translates it.
 */
export const LOBBY_CODE = 'the lobby';

/** The interface of all games aggregators; an adapter for each family is in a folder beside this file. */
export interface GameAggregator {
  /** The aggregator and our account there: lists and the pace of calls of another one are kept apart. */
  readonly name: string;
  /**
   * The open providers, asked now. Throws gamesUnavailable when the aggregator does not answer, a ProviderRefusal with the meaning
   * `later` when the lists are read too often.
   */
  listProviders(): Promise<ListedProvider[]>;
  /** The open games of a provider of `listProviders`, asked now. Throws like `listProviders`. */
  listGames(provider: ListedProvider): Promise<ListedGame[]>;
  /** Starts a game, or the lobby of a provider; returns its address, on one of ALLOWED_FRAME_ORIGINS. */
  launch(game: { userCode: string; providerCode: string; gameCode: string }): Promise<string>;
  /**
   * The provider's log of a player's rounds that began in a period. Throws a Refusal when the provider does not answer,
   * RoundLogTooLong when the period has more rounds than are read.
   */
  readRounds(period: { userCode: string; from: Date; to: Date }): Promise<RoundLog>;
}

export interface RoundLog {
  readonly rounds: readonly LoggedRound[];
  /** False when rounds may be missing because the log could not be read to its end. */
  readonly isWhole: boolean;
}

/** The period has too many rounds; a shorter period may be read. */
export class RoundLogTooLong extends Error {}

interface RoundNames {
  readonly providerCode: string;
  readonly roundId: string;
}

/** A round in the provider's log; amounts in micro-dinars. */
export interface ReadableRound extends RoundNames {
  /** `refused`: no stake was taken, according to the provider. `pending`: not over. */
  readonly state: 'pending' | 'settled' | 'refused';
  readonly bet: bigint;
  readonly win: bigint;
  readonly debitTransactionId: string;
  readonly creditTransactionId: string | null;
}

/** A round whose entry in the provider's log cannot be parsed; its other fields are ignored. */
interface UnreadableRound extends RoundNames {
  readonly state: 'unreadable';
  readonly reason: string;
}

export type LoggedRound = ReadableRound | UnreadableRound;

/** The player's code at providers: opaque, never a username. */
export const userCodeOf = (userId: number): string => `u${userId}`;

/** The user id of a user code, or null for another form. */
export function userIdOf(userCode: string): number | null {
  const digits = /^u([1-9]\d{0,9})$/.exec(userCode)?.[1];
  const id = Number(digits);
  return digits !== undefined && id <= 2_147_483_647 ? id : null;
}
