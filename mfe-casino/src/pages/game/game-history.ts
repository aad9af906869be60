/** Where a game stands in the history of the tab. */

interface Guard {
  /** 0 for the entry that opened the game. */
  readonly number: number;
  /** Steps of the tab's history from the entry that opened the game. */
  readonly depth: number;
}

const NO_GUARD: Guard = { number: 0, depth: 0 };

/** The state of a history entry that stands above pages of the game's frame. */
export const guardState = (state: unknown, guard: Guard): object => ({
  ...(Object(state) as Record<string, unknown>),
  guard,
});

export function guardOf(state: unknown): Guard {
  const { guard } = Object(state) as { readonly guard?: unknown };
  const { number, depth } = Object(guard) as Partial<Record<string, unknown>>;
  return typeof number === 'number' && typeof depth === 'number' ? { number, depth } : NO_GUARD;
}

interface GameEntries {
  readonly navigation: Navigation;
  /** The entry that opened the game. */
  readonly first: NavigationHistoryEntry;
  /** The page of Palier before the game. */
  readonly previous: NavigationHistoryEntry | undefined;
  /** The page of Palier before the first of the games that were opened from each other as related games. */
  readonly beforeGames: NavigationHistoryEntry | undefined;
  readonly isFirst: boolean;
}

const navigationOf = (page: { readonly navigation?: Navigation }): Navigation | undefined => page.navigation;

const isOfGame = (entry: NavigationHistoryEntry | undefined): boolean =>
  typeof entry?.url === 'string' && new URL(entry.url).pathname.startsWith('/game/');

/**
 * The page's own entries around the game, without those of frames. Null in browsers without the Navigation
 * API.
 */
export function findGameEntries(): GameEntries | null {
  const navigation = navigationOf(window);
  const current = navigation?.currentEntry;
  if (navigation === undefined || !current) return null;
  const entries = navigation.entries();
  let firstIndex = current.index;
  while (entries[firstIndex - 1]?.url === current.url) firstIndex -= 1;
  let gameIndex = firstIndex;
  while (isOfGame(entries[gameIndex - 1])) gameIndex -= 1;
  return {
    navigation,
    first: entries[firstIndex] ?? current,
    previous: entries[firstIndex - 1],
    beforeGames: entries[gameIndex - 1],
    isFirst: firstIndex === current.index,
  };
}

/**
 * Changes when a page of a frame becomes a step of the tab's history: that adds one entry, and removes the
 * entries to which the user could have gone forward.
 */
export const historySize = (): string =>
  `${window.history.length} ${navigationOf(window)?.entries().length ?? ''}`;
