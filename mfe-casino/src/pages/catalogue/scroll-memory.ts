import type { QueryClient } from '@palier/shared/query';

interface ScrollPosition {
  readonly shownCount: number;
  readonly scrollTop: number;
}

type ScrollPositions = ReadonlyMap<string, ScrollPosition>;

const POSITIONS_KEY = ['casino', 'scroll-positions'];
/** Limits the memory: whoever goes back further sees the top of the list. */
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
