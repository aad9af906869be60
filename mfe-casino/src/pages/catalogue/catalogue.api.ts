import {
  type Game,
  gamesResponseSchema,
  type Provider,
  providersResponseSchema,
} from '@palier/shared/contracts';
import { FIRST_BANNERS } from '@palier/shared/first-screen';
import { http } from '@palier/shared/http';
import type { QueryClient } from '@palier/shared/query';
import { KNOWN_PROVIDERS } from '../../lib/known-providers';
import { chosenProvider } from './catalogue.rules';

const LIST_FRESH_MS = 10 * 60_000;
const RETRY_MS = 5_000;
const LIST_OPTIONS = {
  staleTime: LIST_FRESH_MS,
  gcTime: LIST_FRESH_MS,
  refetchInterval: ({ state }: { readonly state: { readonly data: unknown } }): number | false =>
    state.data === undefined ? RETRY_MS : false,
};

async function fetchProviders(signal: AbortSignal): Promise<readonly Provider[]> {
  const options = { quiet: true, signal };
  const { providers } = await http.get('/casino/providers', providersResponseSchema, options);
  return providers.length === 0 ? KNOWN_PROVIDERS : providers;
}

/** The whole list of one provider. `quiet` does not show the loader. */
async function fetchGames(
  providerCode: string,
  options: { readonly quiet: boolean; readonly signal: AbortSignal },
): Promise<readonly Game[]> {
  const query = { providerCode };
  const { games } = await http.get('/casino/games', gamesResponseSchema, { query, ...options });
  return games;
}

interface Reading {
  readonly client: QueryClient;
  readonly queryKey: readonly unknown[];
  readonly signal: AbortSignal;
}

export const providersQuery = {
  queryKey: ['casino', 'providers'],
  queryFn: ({ signal }: Reading) => fetchProviders(signal),
  meta: { failureLog: 'providers not fetched' },
  ...LIST_OPTIONS,
};

export const gamesQuery = (providerCode: string) => ({
  queryKey: ['casino', 'games', providerCode],
  // Only the first request shows the loader, not the repeats after a failure.
  queryFn: ({ client, queryKey, signal }: Reading) =>
    fetchGames(providerCode, { quiet: (client.getQueryState(queryKey)?.errorUpdateCount ?? 0) > 0, signal }),
  meta: { failureLog: 'games not fetched' },
  ...LIST_OPTIONS,
});

/** Starts the reads of the catalogue and its first banners; `search` is the query of the page's address. */
export function prefetchCatalogue(cache: QueryClient, search: string): void {
  const code = chosenProvider(new URLSearchParams(search).get('provider'), KNOWN_PROVIDERS);
  void cache.prefetchQuery(providersQuery);
  cache.fetchQuery(gamesQuery(code)).then(
    (games) => {
      for (const { banner } of games.slice(0, FIRST_BANNERS)) if (banner !== '') new Image().src = banner;
    },
    // Logged by the cache; the screen shows it.
    () => undefined,
  );
}
