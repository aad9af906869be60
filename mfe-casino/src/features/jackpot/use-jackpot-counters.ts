import { bus } from '@palier/shared/bus';
import type { JackpotCounters } from '@palier/shared/contracts';
import { useQuery, useQueryClient } from '@palier/shared/query';
import { useEffect } from 'react';
import { fetchCounters, NO_COUNTERS } from './jackpot.api';

const COUNTERS_KEY = ['jackpot', 'counters'];

/** The counters: fetched once, then as the socket tells them. */
export function useJackpotCounters(): JackpotCounters {
  const cache = useQueryClient();
  useEffect(
    () =>
      bus.on('jackpot/counted', (counters) => {
        // An answer still on its way is older than what the socket has just said.
        void cache
          .cancelQueries({ queryKey: COUNTERS_KEY })
          .then(() => cache.setQueryData(COUNTERS_KEY, counters));
      }),
    [cache],
  );
  const { data } = useQuery({
    queryKey: COUNTERS_KEY,
    queryFn: ({ signal }) => fetchCounters(signal),
  });
  return data ?? NO_COUNTERS;
}
