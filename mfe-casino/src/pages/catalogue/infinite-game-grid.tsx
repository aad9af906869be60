import type { Game } from '@palier/shared/contracts';
import { useQueryClient } from '@palier/shared/query';
import { useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { messages } from './catalogue.messages';
import styles from './catalogue.module.css';
import { CHUNK_SIZE } from './catalogue.rules';
import { GameGrid } from './game-grid';
import { useSentinel } from './in-view';
import { readPosition, savePosition } from './scroll-memory';

interface InfiniteGameGridProps {
  readonly provider: string;
  readonly games: readonly Game[];
  readonly canPlay: boolean;
  readonly linkState: unknown;
  readonly isSearching: boolean;
  /** The history entry of this list, and the entry whose scroll position is restored. */
  readonly entryKey: string;
  readonly restoredKey: string;
}

/**
 * Section 4 of docs/spec-coverage.md: 12 games, and 12 more each time the bottom comes into view. The results
 * of a search are shown at once.
 */
export function InfiniteGameGrid({
  games,
  isSearching,
  entryKey,
  restoredKey,
  ...grid
}: InfiniteGameGridProps) {
  const cache = useQueryClient();
  const [restored] = useState(() => readPosition(cache, entryKey) ?? readPosition(cache, restoredKey));
  const [shownCount, setShownCount] = useState(restored?.shownCount ?? CHUNK_SIZE);
  const isComplete = shownCount >= games.length;
  // A search removes the sentinel, and its end adds another.
  const sentinel = useSentinel<HTMLDivElement>(isSearching ? null : shownCount, () =>
    setShownCount(shownCount + CHUNK_SIZE),
  );
  const list = useRef<HTMLDivElement>(null);
  const scrollTop = useScrollRestoration(restored?.scrollTop, (top) =>
    savePosition(cache, entryKey, { shownCount, scrollTop: top }),
  );
  useLayoutEffect(() => {
    const { current } = list;
    // At the top of the page nothing is measured: the layout would be calculated once more for each letter.
    if (!isSearching || !current || scrollTop.current === 0) return;
    if (current.getBoundingClientRect().top < 0) current.scrollIntoView();
  }, [games, isSearching, scrollTop]);
  const shown = useMemo(
    () => (isSearching ? games : games.slice(0, shownCount)),
    [games, isSearching, shownCount],
  );
  return (
    <>
      <div ref={list} className={styles.list}>
        <GameGrid {...grid} games={shown} />
      </div>
      {!isSearching && isComplete && (
        <div className={styles.end}>
          <p>{messages.end}</p>
          <p>{messages.loaded(games.length)}</p>
        </div>
      )}
      {!isSearching && !isComplete && (
        <div ref={sentinel} className={styles.sentinel} data-testid="catalogue-sentinel" aria-hidden="true" />
      )}
    </>
  );
}

/** Returns how far the page is scrolled. */
function useScrollRestoration(
  restoredTop: number | undefined,
  save: (scrollTop: number) => void,
): RefObject<number> {
  const saveLatest = useEffectEvent(save);
  // Tracked on scroll: at unmount the next screen has already moved the page.
  const scrollTop = useRef(0);
  useLayoutEffect(() => {
    if (restoredTop !== undefined) window.scrollTo(0, restoredTop);
    const onScroll = () => {
      scrollTop.current = window.scrollY;
    };
    onScroll();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      saveLatest(scrollTop.current);
    };
  }, [restoredTop]);
  return scrollTop;
}
