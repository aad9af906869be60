import type { LimitKind, LimitPeriod, Protection } from '@palier/shared/contracts/limits';
import { firstError, http } from '@palier/shared/http';
import { useQuery, useQueryClient } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { useState } from 'react';
import { messages } from './protection.messages';

const PATH = '/user/protection';

/** Without the contract's schema, which is for the server. */
const protectionAnswer = {
  parse(body: unknown): Protection {
    if (!Array.isArray((Object(body) as Partial<Protection>).limits))
      throw new Error('protection: no limits');
    return body as Protection;
  },
};

type LimitKey = { readonly kind: LimitKind; readonly period: LimitPeriod };

/** The player's own protection, and the calls that change it, one at a time. */
export function useProtection() {
  const queryClient = useQueryClient();
  const queryKey = ['casino', 'protection', useUser()?.id];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => http.get(PATH, protectionAnswer, { quiet: true, signal }),
    meta: { failureLog: 'protection not read' },
  });
  const [error, setError] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);

  /** Returns what holds after the change; null when it was refused or another one is under way. */
  async function send(path: string, body: object): Promise<Protection | null> {
    if (isSending) return null;
    setError(null);
    setIsSending(true);
    try {
      const changed = await http.post(`${PATH}${path}`, body, protectionAnswer, { quiet: true });
      queryClient.setQueryData(queryKey, changed);
      return changed;
    } catch (refusal) {
      setError(firstError(refusal, messages.failed));
      return null;
    } finally {
      setIsSending(false);
    }
  }

  return {
    protection: data,
    isError,
    refetch,
    error,
    isSending,
    setLimit: (limit: LimitKey & { readonly amount: number | null }) => send('/limits', limit),
    confirmLimit: (limit: LimitKey) => send('/limits/confirm', limit),
    pause: async (hours: number) => (await send('/pause', { hours })) !== null,
    exclude: async (months: number) => (await send('/exclusion', { months })) !== null,
  };
}

export type ProtectionCalls = ReturnType<typeof useProtection>;
