/** One round of play. The spins' results are not stored: they follow from the stops. */
export interface Round {
  roundId: string;
  spinId: string;
  sessionKey: string;
  userCode: string;
  providerCode: string;
  gameCode: string;
  stakeMillimes: number;
  /** Stake and win are one transaction, which has the id of the debit. */
  isOneCall?: boolean;
  /** A lost round ends with a credit of 0. */
  creditsLoss?: boolean;
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
  /** The win of free spins, a transaction of its own, after the round's other ones. */
  free?: FreeWin;
  /** The balance in the operator's last answer about this round. */
  balance?: number;
  balanceBefore?: number;
  settledAt?: string;
}

/** `refused`: the operator takes no win of a round without a stake. */
export interface FreeWin {
  roundId: string;
  txnId: string;
  winMillimes: number;
  state: 'unknown' | 'accepted' | 'refused';
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

export const isOpen = (round: Round): boolean => round.settledAt === undefined;

/**
 * The round with its outcome: a win, or the end of a lost round, is owed to the operator, or the round is
 * settled.
 */
export function decide(round: Round, winMillimes: number): Round {
  const hasCredit = round.isOneCall !== true && (winMillimes > 0 || round.creditsLoss === true);
  const decided: Round = { ...round, winMillimes, ...(hasCredit ? { credit: 'unknown' } : {}) };
  const isOwed = hasCredit || round.free !== undefined || round.debit === 'unknown';
  return isOwed ? decided : { ...decided, settledAt: new Date().toISOString() };
}

/** What the player won, with free spins. A win that the operator has refused was not paid. */
export const wholeWinMillimes = ({ winMillimes, free }: Round): number =>
  winMillimes + (free === undefined || free.state === 'refused' ? 0 : free.winMillimes);
