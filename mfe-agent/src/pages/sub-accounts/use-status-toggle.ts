import type { Page, SubAccount } from '@palier/shared/contracts';
import { logIgnored, wasAnswered } from '@palier/shared/http';
import { useQueryClient } from '@palier/shared/query';
import { currentUser } from '@palier/shared/session';
import { useRef } from 'react';
import { tellAgent } from '../../lib/tell-agent';
import { updateStatus } from './sub-accounts.api';
import { messages } from './sub-accounts.messages';

const LIST = { queryKey: ['sub-accounts'] };

/** Spec §4: flips the flag in the list at once, calls the server, flips it back on failure. */
export function useStatusToggle() {
  const queryClient = useQueryClient();
  const idsInFlight = useRef(new Set<number>());
  const isReadingDue = useRef(false);

  function show(id: number, active: boolean): void {
    queryClient.setQueriesData<Page<SubAccount>>(
      LIST,
      (list) => list && { ...list, data: list.data.map((row) => (row.id === id ? { ...row, active } : row)) },
    );
  }

  return async function toggle({ id, active }: SubAccount): Promise<void> {
    // A double click must not undo itself.
    if (idsInFlight.current.has(id)) return;
    idsInFlight.current.add(id);
    const agentId = currentUser()?.id;
    const wanted = !active;
    // A list already on its way would bring the old flag back: it is read once the last flag is settled.
    isReadingDue.current ||= queryClient.isFetching(LIST) > 0;
    await queryClient.cancelQueries(LIST);
    show(id, wanted);
    try {
      await updateStatus(id, wanted);
      // A list that was read meanwhile may have brought the old flag.
      show(id, wanted);
      tellAgent(agentId, { tone: 'success', text: wanted ? messages.activated : messages.deactivated });
    } catch (error) {
      logIgnored(error, 'sub-accounts: the status was not updated');
      show(id, active);
      // Without an answer nobody here knows the flag: it may have been set.
      isReadingDue.current ||= !wasAnswered(error);
      tellAgent(agentId, { tone: 'failure', text: messages.updateFailed });
    } finally {
      idsInFlight.current.delete(id);
      isReadingDue.current ||= queryClient.isFetching(LIST) > 0;
      if (isReadingDue.current && idsInFlight.current.size === 0) {
        isReadingDue.current = false;
        void queryClient.invalidateQueries(LIST);
      }
    }
  };
}
