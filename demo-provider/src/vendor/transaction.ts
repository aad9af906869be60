import type { GameForm, Profile } from './profile.js';

export type TransactionType = 'debit' | 'credit' | 'debit_credit';

/**
 * One movement as a vendor records it. Amounts are whole millimes; the figure that the type does not count
 * is 0.
 */
export interface Transaction {
  readonly userCode: string;
  readonly providerCode: string;
  readonly gameCode: string;
  readonly form: GameForm;
  readonly kind: 'BASE' | 'FREE';
  readonly type: TransactionType;
  readonly roundId: string;
  /** Unique for this transaction. */
  readonly id: string;
  /** The bet that it belongs to: its own id, or that of the bet that it pays. */
  readonly betId: string;
  readonly betMillimes: number;
  readonly winMillimes: number;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly balanceBefore?: number | undefined;
  readonly balanceAfter?: number | undefined;
  /** The session of the launch. */
  readonly session?: string | undefined;
}

/** The ids of a transaction on the wire. */
export function wireIds(
  { roundIds, transactionIds }: Pick<Profile, 'roundIds' | 'transactionIds'>,
  { roundId, id, betId }: Pick<Transaction, 'roundId' | 'id' | 'betId'>,
): Readonly<Record<string, string | number | null>> {
  const ids = {
    unique: { txn_id: id },
    round: { txn_id: roundId, txn_id_v2: id },
    bet: { txn_id: betId },
  }[transactionIds];
  const round = {
    text: { round_id: roundId },
    number: { round_id: Number(roundId) },
    null: { round_id: null },
  };
  return roundIds === 'absent' ? ids : { ...round[roundIds], ...ids };
}

/** Makes ids of rounds: a number of 13 digits, also after a restart larger than before, or a text. */
export function createRoundIds({ roundIds }: Pick<Profile, 'roundIds'>, newText: () => string): () => string {
  let last = 0;
  return () => {
    if (roundIds !== 'number') return newText();
    last = Math.max(last + 1, Date.now());
    return String(last);
  };
}
