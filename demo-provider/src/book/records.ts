/** One round of play, as the book keeps it. Its win is not written: it follows from the stops and the stake. */
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
  winMillimes: number;
  credit: 'none' | 'unknown' | 'accepted';
  /** The balance in the operator's last answer about this round. */
  balance?: number;
  balanceBefore?: number;
  settledAt?: string;
}

/** A launched game. The token itself is not kept, only its SHA-256. */
export interface Session {
  sessionKey: string;
  userCode: string;
  providerCode: string;
  gameCode: string;
  expiresAt: string;
}

export type Entry =
  | { kind: 'user'; userCode: string }
  | { kind: 'session'; session: Session }
  | { kind: 'round'; round: Round };

export function isOpen(round: Round): boolean {
  return round.settledAt === undefined;
}
