import { bus, type BusPayload } from '@palier/shared/bus';
import { currentUser } from '@palier/shared/session';

/** Raises a notice for the agent who made the call, unless another user has signed in since. */
export function notifyIfStillSignedIn(
  agentId: number | undefined,
  notice: BusPayload<'notice/raised'>,
): void {
  if (currentUser()?.id === agentId) bus.emit('notice/raised', notice);
}
