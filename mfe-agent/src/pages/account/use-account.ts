import type { AccountPage } from '@palier/shared/contracts/account-page';
import { firstError, isDefiniteRefusal, logIgnored } from '@palier/shared/http';
import { useMutation, useQuery, useQueryClient } from '@palier/shared/query';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useSearchParams } from '@palier/shared/router';
import { currentUser, useUser } from '@palier/shared/session';
import { useLiveBalances } from '../../lib/live-balances/live-balances';
import { notifyIfStillSignedIn } from '../../lib/notify-if-still-signed-in';
import { getAccount, getAccountEvents } from '../../lib/sub-account/account-page.api';
import { statusNotice } from '../../lib/sub-account/status-notice';
import { updateStatus } from '../../lib/sub-account/sub-account.api';
import { messages as accountMessages } from '../../lib/sub-account/sub-account.messages';
import { messages } from './account.messages';

const NO_ACCOUNTS: readonly AccountPage[] = [];

export function useAccount(id: string) {
  const queryClient = useQueryClient();
  const userId = useUser()?.id;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['account', userId, id, 'page'],
    queryFn: async ({ signal }) => {
      const readAtMs = performance.now();
      return { ...(await getAccount(id, signal)), readAtMs };
    },
    meta: { failureLog: 'account not read' },
  });
  useRefetchOnRevisit(refetch);
  const [live = data] = useLiveBalances(data?.isDirect === true ? [data] : NO_ACCOUNTS, data?.readAtMs);
  return {
    account: error === null ? live : undefined,
    /**
     * Set once money has moved since the last read. Not called by itself: new rows would move the rows below.
     */
    showNews:
      live?.balance === data?.balance
        ? undefined
        : () => void queryClient.invalidateQueries({ queryKey: ['account', userId, id] }),
    error: error === null || isFetching ? null : firstError(error, messages.failed),
    isLoading: isFetching && (error !== null || data === undefined),
    /** A missing account or one of another tree is missing at the next try too. */
    canRetry: !isDefiniteRefusal(error) || error.response.status !== 404,
    retry: refetch,
  };
}

/** The events of the account, from the position in the page's address (`?avant=`). */
export function useAccountEvents(id: string) {
  const asked = useSearchParams()[0].get('avant');
  const before = asked !== null && /^\d{1,15}(\.\d{1,15}){2}$/.test(asked) ? asked : null;
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['account', useUser()?.id, id, 'events', before],
    queryFn: ({ signal }) => getAccountEvents(id, before, { signal }),
    meta: { failureLog: 'events of an account not read' },
  });
  return { before, events: isError ? undefined : data, isLoading: isPending, hasFailed: isError, refetch };
}

/** Activates or deactivates a direct sub-account; account, time line and list are read again. */
export function useStatusChange({ id, username, active }: AccountPage): () => void {
  const queryClient = useQueryClient();
  const mutationKey = ['account-status', id];
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (_: { readonly agentId: number | undefined }) => updateStatus(id, !active),
    onSuccess: (_, { agentId }) => {
      notifyIfStillSignedIn(agentId, statusNotice({ id, username, isActive: !active }));
    },
    onError: (error, { agentId }) => {
      logIgnored(error, 'account: status not updated');
      notifyIfStillSignedIn(agentId, { tone: 'failure', text: accountMessages.updateFailed });
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['account'] }),
        queryClient.invalidateQueries({ queryKey: ['sub-accounts'] }),
      ]),
  });
  return () => {
    // A second click before the first answer.
    if (queryClient.isMutating({ mutationKey }) === 0) mutate({ agentId: currentUser()?.id });
  };
}
