import type { Game, Provider } from '@palier/shared/contracts';
import { useQuery } from '@palier/shared/query';
import { useLocation, useSearchParams } from '@palier/shared/router';
import { useState } from 'react';
import { fetchGames, fetchProviders } from './catalogue.api';
import { chosenProvider, DEFAULT_PROVIDER, KNOWN_PROVIDERS, matchingGames } from './catalogue.rules';

/** A catalogue is asked for once per provider and visit; it changes a few times a day at most. */
const LIST_FRESH_MS = 10 * 60_000;
/** Marks our own address changes, so that only a change from outside (a nav link, Back) rewrites the search box. */
const OWN_CHANGE = { catalogueSearch: true } as const;

interface Catalogue {
  readonly providers: readonly Provider[];
  readonly provider: string;
  readonly games: readonly Game[];
  readonly search: string;
  readonly isLoading: boolean;
  readonly chooseProvider: (code: string) => void;
  readonly changeSearch: (text: string) => void;
}

const isOwnChange = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'catalogueSearch' in state;

/** The catalogue's state: provider and search live in the address, so that Back brings them back. */
export function useCatalogue(): Catalogue {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const inAddress = params.get('search') ?? '';
  const [text, setText] = useState(inAddress);
  const [seenKey, setSeenKey] = useState(location.key);
  if (seenKey !== location.key) {
    setSeenKey(location.key);
    if (!isOwnChange(location.state)) setText(inAddress);
  }

  const providerList = useQuery({
    queryKey: ['casino', 'providers'],
    queryFn: fetchProviders,
    staleTime: LIST_FRESH_MS,
    gcTime: LIST_FRESH_MS,
  });
  const providers = providerList.data ?? KNOWN_PROVIDERS;
  const code = chosenProvider(params.get('provider'), providers);
  const gameList = useQuery({
    queryKey: ['casino', 'games', code],
    queryFn: () => fetchGames(code),
    staleTime: LIST_FRESH_MS,
    gcTime: LIST_FRESH_MS,
  });

  function writeAddress(nextProvider: string, nextSearch: string): void {
    const next = new URLSearchParams();
    if (nextProvider !== DEFAULT_PROVIDER) next.set('provider', nextProvider);
    if (nextSearch !== '') next.set('search', nextSearch);
    setParams(next, { replace: true, state: OWN_CHANGE, preventScrollReset: true });
  }

  const games = gameList.data ?? [];
  const search = text.trim();
  return {
    providers,
    provider: code,
    games: search === '' ? games : matchingGames(games, search),
    search: text,
    isLoading: gameList.isPending,
    chooseProvider: (next) => writeAddress(next, text),
    changeSearch: (next) => {
      setText(next);
      writeAddress(code, next);
    },
  };
}
