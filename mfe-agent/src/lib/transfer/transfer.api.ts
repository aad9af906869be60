import { agentNewBalanceSchema, type TransactionRequest } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { sendOnce } from '../attempt/attempt';

/** Returns the agent's new balance in TND. */
export async function createTransaction(agentId: number, request: TransactionRequest): Promise<number> {
  const summary = { agentId, kind: request.type, username: request.receiverUsername, amount: request.amount };
  const answer = await sendOnce(summary, request, (headers) =>
    http.post('/transactions', request, agentNewBalanceSchema, { headers }),
  );
  return answer.agentNewBalance;
}
