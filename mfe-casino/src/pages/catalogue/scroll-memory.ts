import type { QueryClient } from '@palier/shared/query';

interface ScrollPosition {
  readonly shownCount: number;
  readonly scrollTop: number;
}

type ScrollPositions = ReadonlyMap<string, ScrollPosition>;

const POSITIONS_KEY = ['casino', 'scroll-positions'];
/**
 * The cache keeps the positions of the last 50 history entries, so that it does not grow without end. A user
 * who goes back to an older entry sees the top of the list.
 */
const MAX_POSITIONS = 50;

const positionsIn = (cache: QueryClient): ScrollPositions =>
  cache.getQueryData<ScrollPositions>(POSITIONS_KEY) ?? new Map();

export function savePosition(cache: QueryClient, entryKey: string, position: ScrollPosition): void {
  const others = [...positionsIn(cache)].filter(([key]) => key !== entryKey);
  cache.setQueryDefaults(POSITIONS_KEY, { gcTime: Infinity });
  cache.setQueryData<ScrollPositions>(
    POSITIONS_KEY,
    new Map([...others.slice(1 - MAX_POSITIONS), [entryKey, position]]),
  );
}

export const readPosition = (cache: QueryClient, entryKey: string): ScrollPosition | null =>
  positionsIn(cache).get(entryKey) ?? null;
