import { bus, type BusPayload } from '@palier/shared/bus';
import { currentUser } from '@palier/shared/session';

/** Raises a notice for the agent who asked, while it is the one signed in: what became of its call is nothing for who comes next. */
export function tellAgent(agentId: number | undefined, notice: BusPayload<'notice/raised'>): void {
  if (currentUser()?.id === agentId) bus.emit('notice/raised', notice);
}
