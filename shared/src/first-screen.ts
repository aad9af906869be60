/** Not a singleton: what the page's first frame (shell/src/first-frame) has in common with the catalogue. */

/** The provider of a catalogue without a choice, and the providers beside it, in their order. */
export const DEFAULT_PROVIDER = 'PRAGMATIC';
export const FIRST_PROVIDER_NAMES = ['Pragmatic', 'Habanero', 'Booongo', 'Playson', 'CQ9'] as const;

export const CATALOGUE_TEXTS = {
  title: 'Casino Games',
  requests: 'Demandes',
  protection: 'Jeu responsable',
  search: 'Search games...',
  searchAll: 'Tous les jeux',
  showMore: 'Show More',
} as const;

/** The most games of a first row. */
export const FIRST_BANNERS = 6;

/** The name in local storage of the player's lobby, which has a row in the catalogue once it has games. */
export const lobbyStorageKey = (userId: number): string => `lobby/${userId}`;
/** The height of that row (lobby.module.css of the casino). */
export const LOBBY_ROW_PX = 164;
