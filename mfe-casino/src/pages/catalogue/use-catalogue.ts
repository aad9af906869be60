import type { Game, Provider } from '@palier/shared/contracts';
import { useQuery } from '@palier/shared/query';
import { useSearchParams } from '@palier/shared/router';
import { useUrlText } from '@palier/shared/url-text';
import { useDeferredValue, useMemo } from 'react';
import { fetchGames, fetchProviders } from './catalogue.api';
import { chosenProvider, createSearch, DEFAULT_PROVIDER } from './catalogue.rules';
import { KNOWN_PROVIDERS } from './known-providers';

/** A catalogue is asked for once per provider and visit; it changes a few times a day at most. */
const LIST_FRESH_MS = 10 * 60_000;
/** How soon a list that could not be fetched is asked for again, by itself. */
const RETRY_MS = 5_000;
const untilFetched = ({ state }: { readonly state: { readonly data: unknown } }): number | false =>
  state.data === undefined ? RETRY_MS : false;

interface Catalogue {
  readonly providers: readonly Provider[];
  readonly provider: string;
  readonly games: readonly Game[];
  /** What stands in the search box. */
  readonly search: string;
  /** What `games` were searched for; '' when they are all. The box does not wait for them: it may be a moment ahead. */
  readonly searchedFor: string;
  readonly isLoading: boolean;
  /** True while the list could not be fetched; it is asked for again by itself. */
  readonly isUnavailable: boolean;
  readonly chooseProvider: (code: string) => void;
  readonly changeSearch: (text: string) => void;
}

/** The catalogue's state: provider and search live in the address, so that Back brings them back. */
export function useCatalogue(): Catalogue {
  const [params, setParams] = useSearchParams();
  const { text, setText, replaceWhileTyping } = useUrlText('search');
  const providerList = useQuery({
    queryKey: ['casino', 'providers'],
    queryFn: ({ signal }) => fetchProviders(signal),
    staleTime: LIST_FRESH_MS,
    gcTime: LIST_FRESH_MS,
    refetchInterval: untilFetched,
  });
  const providers = providerList.data ?? KNOWN_PROVIDERS;
  const code = chosenProvider(params.get('provider'), providers);
  const gameList = useQuery({
    queryKey: ['casino', 'games', code],
    // The first try is the player's own wait; the tries that follow a failure are in the background.
    queryFn: ({ client, queryKey, signal }) =>
      fetchGames(code, { quiet: (client.getQueryState(queryKey)?.errorUpdateCount ?? 0) > 0, signal }),
    staleTime: LIST_FRESH_MS,
    gcTime: LIST_FRESH_MS,
    refetchInterval: untilFetched,
  });
  // Not the error itself, which is gone for as long as the list is being asked for again.
  const isUnavailable = gameList.data === undefined && gameList.errorUpdateCount > 0;

  function writeAddress(nextProvider: string, nextSearch: string): void {
    const next = new URLSearchParams();
    if (nextProvider !== DEFAULT_PROVIDER) next.set('provider', nextProvider);
    if (nextSearch !== '') next.set('search', nextSearch);
    setParams(next, replaceWhileTyping);
  }

  const searchedFor = useDeferredValue(text.trim());
  const find = useMemo(() => createSearch(gameList.data ?? []), [gameList.data]);
  const games = useMemo(() => find(searchedFor), [find, searchedFor]);
  return {
    providers,
    provider: code,
    games,
    search: text,
    searchedFor,
    isLoading: gameList.isPending && !isUnavailable,
    isUnavailable,
    chooseProvider: (next) => writeAddress(next, text),
    changeSearch: (next) => {
      setText(next);
      writeAddress(code, next);
    },
  };
}
