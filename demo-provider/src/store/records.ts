/** One round of play, as the store keeps it. What each spin shows is not written: it follows from the stops. */
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
  /** `unknown` until the operator has answered: the money may or may not have been taken. */
  debit: 'unknown' | 'accepted' | 'refused';
  refusal?: string;
  /** The stops of the paid spin and of the free ones; absent until the debit is accepted. */
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

/** One flight of a crash game. Multipliers are whole hundredths. */
export interface Flight {
  /** Its place among the session's flights, from which its secret follows. */
  number: number;
  secret: string;
  autoCashOut?: number;
  /** Both absent until the debit is accepted. */
  tookOffAt?: string;
  crashPoint?: number;
  /** Absent while it flies. `void` gives the stake back. */
  end?: 'crashed' | 'cashed-out' | 'void';
  cashOut?: number;
}

/** A launched game. The token itself is not kept, only its SHA-256. */
export interface Session {
  sessionKey: string;
  userCode: string;
  providerCode: string;
  gameCode: string;
  /** What the secrets of the session's flights are made from. */
  fairnessKey?: string;
  /** The session this one goes on with: its rounds and its fairness key are that one's. */
  continues?: string;
  expiresAt: string;
}

export type Entry =
  | { kind: 'user'; userCode: string }
  | { kind: 'session'; session: Session }
  | { kind: 'round'; round: Round };

export function isOpen(round: Round): boolean {
  return round.settledAt === undefined;
}
