import { lazy, useState } from 'react';
import { firstError } from '@palier/shared/http';
import { useProof } from '@palier/shared/prove-identity';
import { useQuery, useQueryClient } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { endOtherSessions, endOwnSession, listOwnSessions, OWN_SESSIONS_KEY } from './sessions.api';
import { messages } from './sessions.messages';

/** Loaded when the end of a session is refused for a missing proof. */
const LazyProofDialog = lazy(async () => ({
  default: (await import('@palier/shared/prove-identity/proof-dialog')).ProofDialog,
}));

export function useOwnSessions() {
  const userId = useUser()?.id;
  const queryClient = useQueryClient();
  const { withProof, dialog } = useProof(LazyProofDialog, 'any');
  const [error, setError] = useState<string | null>(null);
  const [success, setSuccess] = useState<string | null>(null);
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: [OWN_SESSIONS_KEY, userId],
    queryFn: ({ signal }) => listOwnSessions(signal),
    // The list is never shown from the cache, because users look in the list for sessions of strangers.
    gcTime: 0,
  });

  /** Resolves to whether the call succeeded. */
  async function end(call: () => Promise<number>): Promise<boolean> {
    setError(null);
    setSuccess(null);
    try {
      const ended = await withProof(call);
      setSuccess(ended === 0 ? messages.noneEnded : messages.ended(ended));
      return true;
    } catch (refusal) {
      setError(firstError(refusal, messages.endFailed));
      return false;
    } finally {
      await queryClient.invalidateQueries({ queryKey: [OWN_SESSIONS_KEY, userId] });
    }
  }

  return {
    own: data,
    isLoading: isFetching && (isError || data === undefined),
    hasFailed: isError && !isFetching,
    refetch,
    error,
    success,
    dialog,
    endOne: (id: string) => end(() => endOwnSession(id).then(() => 1)),
    endOthers: () => end(endOtherSessions),
  };
}
