import type { SubAccountSummary } from '@palier/shared/contracts';
import { useQuery } from '@palier/shared/query';
import { useNavigate } from '@palier/shared/router';
import { currentUser, useUser } from '@palier/shared/session';
import { useReturnToList } from '@palier/shared/return-to-list';
import { useEffect } from 'react';
import { getSubAccount } from './sub-account.api';

/** The sub-account a form is about; null while it loads. A failure leads silently to /admin (spec §8). */
export function useSubAccount(id: string): SubAccountSummary | null {
  const navigate = useNavigate();
  const { address: list } = useReturnToList();
  const { data, isLoadingError } = useQuery({
    queryKey: ['sub-account', useUser()?.id, id],
    queryFn: ({ signal }) => getSubAccount(id, signal),
    // A balance is checked against what the server says now, never against an earlier visit.
    gcTime: 0,
    // Nor against the one of before the phone rang, which would be told to whoever waits for it.
    refetchOnWindowFocus: true,
  });
  useEffect(() => {
    // A re-read in the background that fails leaves the form, and what is typed in it, as they are.
    // When the session has ended, the way leads to /login, and the shell shows it.
    if (isLoadingError && currentUser() !== null) void navigate(list, { replace: true });
  }, [isLoadingError, navigate, list]);
  return data ?? null;
}
