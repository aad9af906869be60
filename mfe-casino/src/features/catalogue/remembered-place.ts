import type { QueryClient } from '@palier/shared/query';

/** How far the catalogue was unrolled and scrolled. */
interface Place {
  readonly shownCount: number;
  readonly scrollTop: number;
}

const PLACES = ['casino', 'places'];

/** Keeps the place of a history entry for as long as the page's cache lives, however long the game is played. */
export function rememberPlace(cache: QueryClient, entryKey: string, place: Place): void {
  cache.setQueryDefaults(PLACES, { gcTime: Infinity });
  cache.setQueryData<Place>([...PLACES, entryKey], place);
}

export const rememberedPlace = (cache: QueryClient, entryKey: string): Place | null =>
  cache.getQueryData<Place>([...PLACES, entryKey]) ?? null;
