import { QueryClient } from '@tanstack/react-query';

export { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
export type { QueryClient } from '@tanstack/react-query';

/** The page's one cache of server state, made by the shell (or the standalone harness). */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Queries run without a network too: the screen then says that the answer did not come, and reads again once it is back.
      queries: { retry: false, staleTime: 0, refetchOnWindowFocus: false, networkMode: 'offlineFirst' },
    },
  });
