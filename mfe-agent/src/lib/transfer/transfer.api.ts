import {
  transactionAnswerSchema,
  type TransactionAnswer,
  type TransactionRequest,
} from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { sendOnce } from '../attempt/attempt';

export async function createTransaction(
  agentId: number,
  request: TransactionRequest,
): Promise<TransactionAnswer> {
  const summary = { agentId, kind: request.type, username: request.receiverUsername, amount: request.amount };
  return sendOnce(summary, request, (headers) =>
    http.post('/transactions', request, transactionAnswerSchema, { headers }),
  );
}
