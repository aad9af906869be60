import type { Game, Provider } from '@palier/shared/contracts';

export const CHUNK_SIZE = 12;
export const FIRST_PROVIDERS = 5;
export const DEFAULT_PROVIDER = 'PRAGMATIC';

/** What is compared: "echo" finds "Écho", and the apostrophe of a phone's keyboard finds that of a name. */
const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/’/g, "'").toLowerCase();

/** Finds among `games` by name, all of them by ''. There may be 10 000: their names are made plain once, by the first search. */
export function createSearch(games: readonly Game[]): (search: string) => readonly Game[] {
  let names: readonly string[] | undefined;
  return (search) => {
    if (search === '') return games;
    const wanted = plain(search);
    names ??= games.map((game) => plain(game.game_name));
    return games.filter((_, index) => names?.[index]?.includes(wanted));
  };
}

/** The provider asked for in the address, or the default when there is none or nobody knows it. */
export const chosenProvider = (asked: string | null, providers: readonly Provider[]): string =>
  providers.find((provider) => provider.code === asked)?.code ?? DEFAULT_PROVIDER;

/** Half of a character has no place in an address, and one or two dots would be a step in it. */
const asSegment = (text: string): string =>
  encodeURIComponent(text.replace(/^\.{1,2}$|[\ud800-\udfff]/gu, '\ufffd'));

export const gamePath = (provider: string, game: Game): string =>
  `/game/${[provider, game.game_name || game.game_code, game.game_code].map(asSegment).join('/')}`;
