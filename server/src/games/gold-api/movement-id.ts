import type { MovementIdRule } from '../../config/config';

/**
 * The ids of a movement as a callback or an entry of the round log names them. Ids of vendors contain no
 * space.
 */
export interface MovementNames {
  readonly txn_id: string;
  readonly txn_id_v2?: string | null | undefined;
  readonly txn_type: 'debit' | 'credit' | 'debit_credit';
}

export interface MovementIds {
  /** The key of the movement in the ledger, such as `t-81` of a stake and `t-81 credit` of a win. */
  readonly transactionId: string;
  /**
   * The key that a source without `txn_id_v2` gives the movement, such as the round log; null when it is the
   * same one.
   */
  readonly otherTransactionId: string | null;
}

/**
 * The keys of a movement. A stake (`debit`, `debit_credit`) has the vendor's id as it is, so that a rollback
 * finds it by that id. A `credit` adds its type after a space, because many vendors give a win the id of its
 * stake.
 */
export function movementIdsOf(
  { txn_id: id, txn_id_v2: secondId, txn_type: type }: MovementNames,
  rule: MovementIdRule,
): MovementIds {
  const keyOf = (of: string): string => (rule !== 'txn_id' && type === 'credit' ? `${of} ${type}` : of);
  const transactionId = keyOf((rule === 'txn_id_v2' ? secondId : null) ?? id);
  const otherTransactionId = keyOf(id);
  return {
    transactionId,
    otherTransactionId: otherTransactionId === transactionId ? null : otherTransactionId,
  };
}

/** The key of a win that people name by one id, `txn_id_v2` or `txn_id`. */
export const winIdOf = (id: string, rule: MovementIdRule): string =>
  movementIdsOf({ txn_id: id, txn_type: 'credit' }, rule).transactionId;
