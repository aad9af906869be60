import { bus } from '@palier/shared/bus';
import type { QueryClient } from '@palier/shared/query';
import { currentUser } from '@palier/shared/session';

export async function refreshBalances(queryClient: QueryClient): Promise<void> {
  if (currentUser() === null) return;
  bus.emit('balance/outdated', {});
  await queryClient.invalidateQueries({ queryKey: ['sub-accounts'] });
  await queryClient.invalidateQueries({ queryKey: ['sub-account'] });
}

/**
 * Publishes the agent's balance after a movement, if the agent is still signed in, and drops lists from
 * before the movement.
 */
export function publishNewBalance(queryClient: QueryClient, agentId: number, balance: number): void {
  if (currentUser()?.id !== agentId) return;
  bus.emit('balance/changed', { balance });
  queryClient.removeQueries({ queryKey: ['sub-accounts'], type: 'inactive' });
}
