import type { Game } from '@palier/shared/contracts';
import { Link } from '@palier/shared/router';
import { memo, type ReactNode, Suspense, useState } from 'react';
import { gamePath } from '@palier/shared/game-path';
import { useIsAfterFirstImage } from '../../lib/after-first-image';
import { FavouriteButton } from '../../lib/lobby/lazy-parts';
import { messages } from './catalogue.messages';
import styles from './catalogue.module.css';
import { CHUNK_SIZE } from './catalogue.rules';
import { useInView } from './in-view';
import { useVirtualRows } from './virtual-rows';

interface GameGridProps {
  readonly provider: string;
  readonly games: readonly Game[];
  readonly canPlay: boolean;
  readonly linkState: unknown;
}

/** Renders only the games near the viewport: a list may have 10 000. */
export const GameGrid = memo(function GameGrid({ provider, games, canPlay, linkState }: GameGridProps) {
  const { ref, from, to } = useVirtualRows<HTMLUListElement>(games.length);
  const hasFavourites = useIsAfterFirstImage();
  return (
    <ul ref={ref} className={styles.grid} lang="fr" data-testid="game-grid">
      {games.slice(from, to).map((game, index) => (
        <li
          key={`${game.id}/${game.game_code}`}
          data-testid="game-tile"
          aria-setsize={games.length}
          aria-posinset={from + index + 1}
        >
          {canPlay ? (
            <>
              <Link
                className={`${styles.tile} ${styles.playable}`}
                to={gamePath(provider, game.game_name, game.game_code)}
                state={linkState}
              >
                <TileContent game={game} />
              </Link>
              <span className={styles.heartPlace}>
                {hasFavourites && (
                  <Suspense>
                    <FavouriteButton
                      game={{
                        providerCode: provider,
                        gameCode: game.game_code,
                        title: game.game_name || game.game_code,
                        banner: game.banner,
                      }}
                    />
                  </Suspense>
                )}
              </span>
            </>
          ) : (
            <div className={styles.tile}>
              <TileContent game={game} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
});

const TileContent = ({ game }: { readonly game: Game }): ReactNode => (
  <>
    <Banner address={game.banner} />
    <span className={styles.name} title={game.game_name}>
      {game.game_name}
    </span>
  </>
);

export const GridSkeleton = () => (
  <div role="status" aria-label={messages.loading} data-waiting>
    <div className={styles.grid} aria-hidden="true">
      {Array.from({ length: CHUNK_SIZE }, (_, index) => (
        <div key={index} className={styles.tile}>
          <div className={styles.banner} data-state="waiting" />
          <span className={styles.nameSkeleton} />
        </div>
      ))}
    </div>
  </div>
);

/** A banner loads when it is this far from the viewport (section 9 of docs/spec-coverage.md). */
const LAZY_MARGIN_PX = 100;

function Banner({ address }: { readonly address: string }) {
  const { ref, isSeen } = useInView<HTMLDivElement>(LAZY_MARGIN_PX);
  const [outcome, setOutcome] = useState<'shown' | 'failed'>();
  const hasFailed = outcome === 'failed' || address === '';
  return (
    <div
      ref={ref}
      className={styles.banner}
      data-state={hasFailed ? 'failed' : (outcome ?? (isSeen ? 'waiting' : 'far'))}
    >
      {hasFailed ? (
        <Placeholder />
      ) : (
        <img
          // A banner that the first frame has loaded is shown at once: it would disappear until `load`.
          ref={(image) => {
            if (image !== null && image.complete && image.naturalWidth > 0) setOutcome('shown');
          }}
          src={isSeen ? address : undefined}
          alt=""
          decoding="async"
          draggable={false}
          onLoad={() => setOutcome('shown')}
          onError={() => setOutcome('failed')}
        />
      )}
    </div>
  );
}

const Placeholder = () => (
  <svg data-testid="banner-placeholder" className={styles.placeholder} viewBox="0 0 80 60" aria-hidden="true">
    <rect x="22" y="13" width="24" height="34" rx="4" transform="rotate(-10 34 30)" />
    <rect x="34" y="13" width="24" height="34" rx="4" transform="rotate(10 46 30)" />
    <path d="m46 23 5 7-5 7-5-7z" transform="rotate(10 46 30)" />
  </svg>
);
