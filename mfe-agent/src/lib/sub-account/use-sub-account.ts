import { useQuery } from '@palier/shared/query';
import { useNavigate } from '@palier/shared/router';
import { currentUser, useUser } from '@palier/shared/session';
import { useReturnToList } from '@palier/shared/return-to-list';
import { useEffect } from 'react';
import { getSubAccount, type SubAccountTarget } from './sub-account.api';

/**
 * Null while the sub-account loads. A failure navigates silently to /admin (section 8 of
 * docs/spec-coverage.md).
 */
export function useSubAccount(id: string): SubAccountTarget | null {
  const navigate = useNavigate();
  const { address: list } = useReturnToList();
  const { data, isLoadingError } = useQuery({
    queryKey: ['sub-account', useUser()?.id, id],
    queryFn: ({ signal }) => getSubAccount(id, signal),
    // The form checks the amount against the present balance, so the balance is not cached and is read again
    // when the agent returns.
    gcTime: 0,
    refetchOnWindowFocus: true,
  });
  useEffect(() => {
    // A failed background read does not leave the form. After the session has ended, the shell navigates to
    // /login.
    if (isLoadingError && currentUser() !== null) void navigate(list, { replace: true });
  }, [isLoadingError, navigate, list]);
  return data ?? null;
}
