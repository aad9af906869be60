import type { Game, Provider } from '@palier/shared/contracts';

/** What Palier asks of any games aggregator; each dialect is an adapter beside this file. */
export interface GameAggregator {
  /** Open providers. Throws a Refusal, unavailable, when nobody answers and nothing is remembered. */
  listProviders(): Promise<Provider[]>;
  /** The open games of one of `listProviders`, empty for any other. Throws as `listProviders`. */
  listGames(providerCode: string): Promise<Game[]>;
  /** The address of a started game, on an origin that Palier trusts with a frame. */
  launch(game: { userCode: string; providerCode: string; gameCode: string }): Promise<string>;
  /**
   * The provider's own log of a player's rounds begun in a period. Throws a Refusal when it does not answer,
   * RoundLogTooLong when the period holds more than is read.
   */
  readRounds(period: { userCode: string; from: Date; to: Date }): Promise<RoundLog>;
}

/** What the provider's log says of a period. */
export interface RoundLog {
  readonly rounds: readonly LoggedRound[];
  /** False when there may be more than could be read: a round that is not listed may have been played all the same. */
  readonly isWhole: boolean;
}

/** A period of the provider's log that is too long to be read whole; a shorter one may not be. */
export class RoundLogTooLong extends Error {}

interface RoundNames {
  readonly providerCode: string;
  readonly roundId: string;
}

/** A round as the provider's book has it; amounts in micro-dinars. */
export interface ReadableRound extends RoundNames {
  /** `refused`: the provider holds that no stake was taken. `pending`: it is not over. */
  readonly state: 'pending' | 'settled' | 'refused';
  readonly bet: bigint;
  readonly win: bigint;
  readonly debitTransactionId: string;
  readonly creditTransactionId: string | null;
}

/** A round of which the provider's book says what is none of ours, such as its amount or state; whatever else it says is not gone by. */
export interface UnreadableRound extends RoundNames {
  readonly state: 'unreadable';
  readonly reason: string;
}

export type LoggedRound = ReadableRound | UnreadableRound;

/** How a player is called outside: opaque, and never a username. */
export const userCodeOf = (userId: number): string => `u${userId}`;

/** The user id behind a user code, or null when it is not one of ours. */
export function userIdOf(userCode: string): number | null {
  const digits = /^u([1-9]\d{0,9})$/.exec(userCode)?.[1];
  const id = Number(digits);
  return digits !== undefined && id <= 2_147_483_647 ? id : null;
}
