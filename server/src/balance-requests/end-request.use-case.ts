import { endRequest } from '../ledger/ledger.repository';
import type { RequestEnd } from '../ledger/movement';
import { endRefused } from './errors';
import type { RequestDependencies } from './make-request.use-case';

type EndDependencies = Pick<RequestDependencies, 'pool' | 'announceBalance' | 'announceRequests'>;

/** Ends a request without paying it: the parent refuses it, the asker withdraws it, or it expires. */
export async function endOpenRequest(
  { pool, announceBalance, announceRequests }: EndDependencies,
  end: RequestEnd,
): Promise<{ id: number }> {
  const result = await endRequest(pool, end);
  if (!result.ok) throw endRefused(result.reason, result.status);
  announceRequests(result.userId);
  announceRequests(result.parentId);
  // Also when nothing was reserved: the message then repeats the balance.
  announceBalance(result.userId);
  return { id: end.id };
}
