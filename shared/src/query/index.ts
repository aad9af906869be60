/** Singleton of the page: the cache of server state. */
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { logIgnored } from '../http';

export { QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
export type { QueryClient } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * Reason under which a failure is logged, when the failure is only logged (section 8 of
       * docs/spec-coverage.md).
       */
      readonly failureLog?: string;
    };
  }
}

/** Creates the cache; called once, by the host. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (meta?.failureLog !== undefined) logIgnored(error, meta.failureLog);
      },
    }),
    defaultOptions: {
      // Without a network a query fails at once, so the screen shows the failure, and the query is repeated
      // when the network returns.
      queries: { retry: false, staleTime: 0, refetchOnWindowFocus: false, networkMode: 'offlineFirst' },
      // A mutation without a network fails at once. The default mode would hold the call back and send it
      // once the network returns. A settled mutation is dropped early because its variables may hold a
      // password.
      mutations: { networkMode: 'always', gcTime: 1_000 },
    },
  });
