import type { Page, SubAccount } from '@palier/shared/contracts';
import { logIgnored, isDefiniteRefusal } from '@palier/shared/http';
import { useMutation, useQueryClient } from '@palier/shared/query';
import { currentUser } from '@palier/shared/session';
import { useRef } from 'react';
import { notifyIfStillSignedIn } from '../../lib/notify-if-still-signed-in';
import { statusNotice } from '../../lib/sub-account/status-notice';
import { updateStatus } from '../../lib/sub-account/sub-account.api';
import { messages } from '../../lib/sub-account/sub-account.messages';

const LIST = { queryKey: ['sub-accounts'] };
const TOGGLES = { mutationKey: ['sub-account-status'] };

/**
 * Section 4 of docs/spec-coverage.md: flips the flag in the list at once, calls the server, reverts on
 * failure.
 */
export function useStatusToggle(): (row: SubAccount) => void {
  const queryClient = useQueryClient();
  const isListOutdated = useRef(false);

  function show(id: number, active: boolean): void {
    queryClient.setQueriesData<Page<SubAccount>>(
      LIST,
      (list) => list && { ...list, data: list.data.map((row) => (row.id === id ? { ...row, active } : row)) },
    );
  }

  const { mutate } = useMutation({
    ...TOGGLES,
    mutationFn: ({ id, active }: SubAccount & { readonly agentId: number | undefined }) =>
      updateStatus(id, !active),
    onMutate: async ({ id, active }) => {
      // A running read of the list would bring the old flag back. The list is read again after the last
      // toggle.
      isListOutdated.current ||= queryClient.isFetching(LIST) > 0;
      await queryClient.cancelQueries(LIST);
      show(id, !active);
    },
    onSuccess: (_, { id, username, active, agentId }) => {
      show(id, !active);
      notifyIfStillSignedIn(agentId, statusNotice({ id, username, isActive: !active }));
    },
    onError: (error, { id, active, agentId }) => {
      logIgnored(error, 'sub-accounts: status not updated');
      show(id, active);
      // Without an answer the server may have set the flag.
      isListOutdated.current ||= !isDefiniteRefusal(error);
      notifyIfStillSignedIn(agentId, { tone: 'failure', text: messages.updateFailed });
    },
    onSettled: () => {
      isListOutdated.current ||= queryClient.isFetching(LIST) > 0;
      if (!isListOutdated.current || queryClient.isMutating(TOGGLES) > 1) return;
      isListOutdated.current = false;
      void queryClient.invalidateQueries(LIST);
    },
  });

  return function toggle(row) {
    const running = queryClient.getMutationCache().findAll({ ...TOGGLES, status: 'pending' });
    if (running.some(({ state }) => (state.variables as SubAccount).id === row.id)) return;
    mutate({ ...row, agentId: currentUser()?.id });
  };
}
