import type { Game, Provider } from '@palier/shared/contracts';
import { DEFAULT_PROVIDER } from '@palier/shared/first-screen';
import { foldText } from '@palier/shared/fold-text';

export const CHUNK_SIZE = 12;
export const FIRST_PROVIDERS = 5;

/**
 * Returns a search by game name. A list may have 10 000 games, so all names are folded once, at the first
 * search.
 */
export function createSearch(games: readonly Game[]): (search: string) => readonly Game[] {
  let names: readonly string[] | undefined;
  return (search) => {
    if (search === '') return games;
    const wanted = foldText(search);
    names ??= games.map((game) => foldText(game.game_name));
    return games.filter((_, index) => names?.[index]?.includes(wanted));
  };
}

export const chosenProvider = (asked: string | null, providers: readonly Provider[]): string =>
  providers.find((provider) => provider.code === asked)?.code ?? DEFAULT_PROVIDER;
