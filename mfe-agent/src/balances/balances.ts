import { bus } from '@palier/shared/bus';
import type { QueryClient } from '@palier/shared/query';
import { currentUser } from '@palier/shared/session';

/** The balances that are shown may be old: the agent's own and those of its sub-accounts are read again. */
export async function readBalancesAgain(queryClient: QueryClient): Promise<void> {
  if (currentUser() === null) return;
  bus.emit('balance/outdated', {});
  await queryClient.invalidateQueries({ queryKey: ['sub-accounts'] });
  await queryClient.invalidateQueries({ queryKey: ['sub-account'] });
}

/** Tells the agent's balance after a movement, if it is still the one signed in; no list read before it is shown again. */
export function keepNewBalance(queryClient: QueryClient, agentId: number, balance: number): void {
  if (currentUser()?.id !== agentId) return;
  bus.emit('balance/changed', { balance });
  queryClient.removeQueries({ queryKey: ['sub-accounts'], type: 'inactive' });
}
