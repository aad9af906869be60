import type { QueryClient } from '@palier/shared/query';

/** How far the catalogue was unrolled and scrolled. */
interface Place {
  readonly shownCount: number;
  readonly scrollTop: number;
}

/** By the key of the history entry, the latest last. */
type Places = ReadonlyMap<string, Place>;

const PLACES = ['casino', 'places'];
/** So many entries a browser keeps in a tab's history: there is no way back to an older one. */
const PLACES_KEPT = 50;

const placesIn = (cache: QueryClient): Places => cache.getQueryData<Places>(PLACES) ?? new Map();

/** Keeps the place of a history entry however long the game is played, and forgets those nobody can come back to. */
export function rememberPlace(cache: QueryClient, entryKey: string, place: Place): void {
  const others = [...placesIn(cache)].filter(([key]) => key !== entryKey);
  cache.setQueryDefaults(PLACES, { gcTime: Infinity });
  cache.setQueryData<Places>(PLACES, new Map([...others.slice(1 - PLACES_KEPT), [entryKey, place]]));
}

export const rememberedPlace = (cache: QueryClient, entryKey: string): Place | null =>
  placesIn(cache).get(entryKey) ?? null;
