import { agentNewBalanceSchema, type TransactionRequest } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { sendOnce } from '../attempt/attempt';

/** Answers with the agent's own balance after, in TND. */
export async function createTransaction(agentId: number, request: TransactionRequest): Promise<number> {
  const name = `transaction.${agentId}.${request.type}.${request.receiverUsername}`;
  const answer = await sendOnce(name, request, (headers) =>
    http.post('/transactions', request, agentNewBalanceSchema, { headers }),
  );
  return answer.agentNewBalance;
}
