import type { Game, Provider } from '@palier/shared/contracts';
import { useQuery } from '@palier/shared/query';
import { useSearchParams } from '@palier/shared/router';
import { useUrlText } from '@palier/shared/url-text';
import { useDeferredValue, useMemo } from 'react';
import { KNOWN_PROVIDERS } from '../../lib/known-providers';
import { gamesQuery, providersQuery } from './catalogue.api';
import { chosenProvider, createSearch, DEFAULT_PROVIDER } from './catalogue.rules';

interface Catalogue {
  readonly providers: readonly Provider[];
  readonly provider: string;
  readonly games: readonly Game[];
  readonly search: string;
  /** The search that `games` match, '' for all games. It follows `search` with a delay. */
  readonly searchedFor: string;
  readonly isLoading: boolean;
  /** True from a failed request for the games until an automatic repeat succeeds. */
  readonly isUnavailable: boolean;
  readonly retry: () => unknown;
  readonly chooseProvider: (code: string) => void;
  readonly changeSearch: (text: string) => void;
}

/** Provider and search are kept in the URL, so that Back restores them. */
export function useCatalogue(): Catalogue {
  const [params, setParams] = useSearchParams();
  const { text, setText, replaceWhileTyping } = useUrlText('search');
  const providerList = useQuery(providersQuery);
  const providers = providerList.data ?? KNOWN_PROVIDERS;
  const code = chosenProvider(params.get('provider'), providers);
  const gameList = useQuery(gamesQuery(code));
  // `error` is null during each repeat.
  const isUnavailable = gameList.data === undefined && gameList.errorUpdateCount > 0;

  function updateUrl(nextProvider: string, nextSearch: string): void {
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
    retry: gameList.refetch,
    chooseProvider: (next) => updateUrl(next, text),
    changeSearch: (next) => {
      setText(next);
      updateUrl(code, next);
    },
  };
}
