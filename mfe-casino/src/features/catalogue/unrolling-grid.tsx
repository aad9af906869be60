import type { Game } from '@palier/shared/contracts';
import { useQueryClient } from '@palier/shared/query';
import { useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { CATALOGUE_MESSAGES as MESSAGES } from './catalogue.messages';
import styles from './catalogue.module.css';
import { CHUNK_SIZE } from './catalogue.rules';
import { GameGrid } from './game-grid';
import { useSentinel } from './in-view';
import { rememberedPlace, rememberPlace } from './remembered-place';

interface UnrollingGridProps {
  readonly provider: string;
  readonly games: readonly Game[];
  readonly canPlay: boolean;
  readonly linkState: unknown;
  /** The history entry this list stands in, and the one it is restored from when a player comes back. */
  readonly placeKey: string;
  readonly restoredKey: string;
}

/** The whole list, 12 games at a time: 12 more each time its bottom comes into view (spec §4). */
export function UnrollingGrid({ games, placeKey, restoredKey, ...grid }: UnrollingGridProps) {
  const cache = useQueryClient();
  const [shownCount, setShownCount] = useState(
    () => rememberedPlace(cache, restoredKey)?.shownCount ?? CHUNK_SIZE,
  );
  const isComplete = shownCount >= games.length;
  const sentinel = useSentinel<HTMLDivElement>(shownCount, () => setShownCount(shownCount + CHUNK_SIZE));
  useKeptPlace(placeKey, restoredKey, shownCount);
  const shown = useMemo(() => games.slice(0, shownCount), [games, shownCount]);
  return (
    <>
      <GameGrid {...grid} games={shown} />
      {isComplete ? (
        <div className={styles.end}>
          <p>{MESSAGES.end}</p>
          <p>{MESSAGES.loaded(games.length)}</p>
        </div>
      ) : (
        <div ref={sentinel} className={styles.sentinel} data-testid="catalogue-sentinel" aria-hidden="true" />
      )}
    </>
  );
}

/** Finds the place the player left from, and keeps the present one when the list goes. */
function useKeptPlace(placeKey: string, restoredKey: string, shownCount: number): void {
  const cache = useQueryClient();
  // The scroll is read while it happens: by the time the list goes, the next screen has already moved the page.
  const scrollTop = useRef(0);
  const restore = useEffectEvent(() => {
    const place = rememberedPlace(cache, restoredKey);
    if (place !== null) window.scrollTo(0, place.scrollTop);
  });
  const keep = useEffectEvent(() =>
    rememberPlace(cache, placeKey, { shownCount, scrollTop: scrollTop.current }),
  );
  // Once per list: it is remounted for another provider or another entry restored from.
  useLayoutEffect(() => {
    restore();
    const onScroll = () => {
      scrollTop.current = window.scrollY;
    };
    onScroll();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      keep();
    };
  }, []);
}
