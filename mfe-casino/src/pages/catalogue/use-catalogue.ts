import type { Game, Provider } from '@palier/shared/contracts';
import { DEFAULT_PROVIDER } from '@palier/shared/first-screen';
import { useQuery } from '@palier/shared/query';
import { useSearchParams } from '@palier/shared/router';
import { useUrlText } from '@palier/shared/url-text';
import { useDeferredValue, useMemo } from 'react';
import { KNOWN_PROVIDERS } from '../../lib/known-providers';
import { useWriteAfterPause } from '../../lib/use-write-after-pause';
import { gamesQuery, providersQuery } from './catalogue.api';
import { chosenProvider, createSearch } from './catalogue.rules';

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
  /** Writes the search into the URL without waiting for a pause in the typing. */
  readonly writeSearch: () => void;
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

  function paramsOf(nextProvider: string): URLSearchParams {
    const next = new URLSearchParams();
    if (nextProvider !== DEFAULT_PROVIDER) next.set('provider', nextProvider);
    if (text !== '') next.set('search', text);
    return next;
  }

  const writeSearch = useWriteAfterPause(text, params.get('search') ?? '', () =>
    setParams(paramsOf(code), replaceWhileTyping),
  );
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
    // Another list, which begins at its top.
    chooseProvider: (next) => setParams(paramsOf(next), { replace: true }),
    changeSearch: setText,
    writeSearch,
  };
}
