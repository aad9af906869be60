import { QueryCache, QueryClient } from '@tanstack/react-query';
import { logIgnored } from '../http';

export { QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
export type { QueryClient } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** For a failure that is only logged (section 8 of docs/spec-coverage.md): the reason it is logged under. */
      readonly failureLog?: string;
    };
  }
}

/** The page's one cache of server state, made by the shell (or the standalone harness). */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (meta?.failureLog !== undefined) logIgnored(error, meta.failureLog);
      },
    }),
    defaultOptions: {
      // Queries run without a network too: the screen then says that the answer did not come, and reads again once it is back.
      queries: { retry: false, staleTime: 0, refetchOnWindowFocus: false, networkMode: 'offlineFirst' },
      // A mutation without a network fails at once. The default mode would hold the call back and send it once the network returns.
      // A settled mutation is dropped early because its variables may hold a password.
      mutations: { networkMode: 'always', gcTime: 1_000 },
    },
  });
