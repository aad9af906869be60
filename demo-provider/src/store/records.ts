/** One round of play. The spins' results are not stored: they follow from the stops. */
export interface Round {
  roundId: string;
  spinId: string;
  sessionKey: string;
  userCode: string;
  providerCode: string;
  gameCode: string;
  stakeMillimes: number;
  debitTxnId: string;
  creditTxnId: string;
  createdAt: string;
  /** `unknown` until the operator has answered. */
  debit: 'unknown' | 'accepted' | 'refused';
  refusal?: string;
  /** A slot's stops, the paid spin first; absent until the debit is accepted. */
  stops?: number[][];
  /** A crash game's round has a flight instead of stops. */
  flight?: Flight;
  winMillimes: number;
  credit: 'none' | 'unknown' | 'accepted';
  /** The balance in the operator's last answer about this round. */
  balance?: number;
  balanceBefore?: number;
  settledAt?: string;
}

/** A round with its place in the order of creation. */
export interface NumberedRound {
  number: number;
  round: Round;
}

/** One flight of a crash game. Multipliers are whole hundredths. */
export interface Flight {
  /** The flight's position in its session, from which the secret is derived. */
  number: number;
  secret: string;
  autoCashOut?: number;
  /** Absent, like the crash point, until the debit is accepted. */
  tookOffAt?: string;
  crashPoint?: number;
  /** Absent until the flight is over. `void` returns the stake. */
  end?: 'crashed' | 'cashed-out' | 'void';
  cashOut?: number;
}

export interface Session {
  /** The SHA-256 of the token. */
  sessionKey: string;
  userCode: string;
  providerCode: string;
  gameCode: string;
  fairnessKey?: string;
  expiresAt: string;
}

/** A player and a game. */
export type PlayerGame = Pick<Session, 'userCode' | 'providerCode' | 'gameCode'>;

export const isOpen = (round: Round): boolean => round.settledAt === undefined;

/** The round with its outcome: the win is owed, or the round is settled. */
export const decide = (round: Round, winMillimes: number): Round => ({
  ...round,
  winMillimes,
  ...(winMillimes > 0 ? { credit: 'unknown' } : { settledAt: new Date().toISOString() }),
});
