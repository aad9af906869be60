import { agentNewBalanceSchema, type RegisterRequest } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { sendOnce } from '../../lib/attempt/attempt';

/** Returns the agent's new balance in TND. */
export async function registerUser(agentId: number, path: string, request: RegisterRequest): Promise<number> {
  const { username, balance: amount } = request;
  const answer = await sendOnce({ agentId, kind: 'USER_CREATION', username, amount }, request, (headers) =>
    http.post(path, request, agentNewBalanceSchema, { headers }),
  );
  return answer.agentNewBalance;
}
