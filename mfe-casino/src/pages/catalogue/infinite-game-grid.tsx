import type { Game } from '@palier/shared/contracts';
import { useQueryClient } from '@palier/shared/query';
import { useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { messages } from './catalogue.messages';
import styles from './catalogue.module.css';
import { CHUNK_SIZE } from './catalogue.rules';
import { GameGrid } from './game-grid';
import { useSentinel } from './in-view';
import { rememberedPlace, rememberPlace } from './scroll-memory';

interface UnrollingGridProps {
  readonly provider: string;
  readonly games: readonly Game[];
  readonly canPlay: boolean;
  readonly linkState: unknown;
  readonly isSearching: boolean;
  /** The history entry this list stands in, and the one it is restored from when a player comes back. */
  readonly placeKey: string;
  readonly restoredKey: string;
}

/**
 * The whole list, 12 games at a time: 12 more each time its bottom comes into view (spec §4). What was searched for is
 * there at once.
 */
export function UnrollingGrid({ games, isSearching, placeKey, restoredKey, ...grid }: UnrollingGridProps) {
  const cache = useQueryClient();
  // An entry that was stood in before has a place of its own, which is the later one.
  const [place] = useState(() => rememberedPlace(cache, placeKey) ?? rememberedPlace(cache, restoredKey));
  const [shownCount, setShownCount] = useState(place?.shownCount ?? CHUNK_SIZE);
  const isComplete = shownCount >= games.length;
  const sentinel = useSentinel<HTMLDivElement>(shownCount, () => setShownCount(shownCount + CHUNK_SIZE));
  const list = useRef<HTMLDivElement>(null);
  // However far down one searched, what is found is shown from its beginning; a place that is come back to is found below.
  useLayoutEffect(() => {
    const { current } = list;
    if (isSearching && current && current.getBoundingClientRect().top < 0) current.scrollIntoView();
  }, [games, isSearching]);
  useKeptScroll(place?.scrollTop, (scrollTop) => rememberPlace(cache, placeKey, { shownCount, scrollTop }));
  const shown = useMemo(
    () => (isSearching ? games : games.slice(0, shownCount)),
    [games, isSearching, shownCount],
  );
  return (
    <>
      <div ref={list} className={styles.list}>
        <GameGrid {...grid} games={shown} />
      </div>
      {isSearching ? null : isComplete ? (
        <div className={styles.end}>
          <p>{messages.end}</p>
          <p>{messages.loaded(games.length)}</p>
        </div>
      ) : (
        <div ref={sentinel} className={styles.sentinel} data-testid="catalogue-sentinel" aria-hidden="true" />
      )}
    </>
  );
}

/** Finds the place the player left from, if any, and keeps the present one when the list goes. */
function useKeptScroll(foundTop: number | undefined, keep: (scrollTop: number) => void): void {
  const keepLatest = useEffectEvent(keep);
  // Once per list: it is remounted for another one.
  useLayoutEffect(() => {
    if (foundTop !== undefined) window.scrollTo(0, foundTop);
    // The scroll is read while it happens: by the time the list goes, the next screen has already moved the page.
    let scrollTop = window.scrollY;
    const onScroll = () => {
      scrollTop = window.scrollY;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      keepLatest(scrollTop);
    };
  }, [foundTop]);
}
