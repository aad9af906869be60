import { transactionAnswerSchema, type TransactionAnswer } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';

/** Needs no idempotency key: a deposit is reversed at most once. */
export const reverseDeposit = (id: number): Promise<TransactionAnswer> =>
  http.post(`/transactions/${id}/reversal`, {}, transactionAnswerSchema);
