import type { GameTitle } from '@palier/shared/contracts/lobby';
import { Link } from '@palier/shared/router';
import type { ReactNode } from 'react';
import { gamePath } from '@palier/shared/game-path';
import { FavouriteButton } from './favourite-button';
import styles from './lobby.module.css';

interface GameLinkProps {
  readonly game: GameTitle;
  readonly linkState: unknown;
  /** The game's page replaces the current one in the browser's history. */
  readonly replaces?: boolean;
  readonly children?: ReactNode;
}

/** A game's banner and title as a link to the game, with the heart. */
export const GameLink = ({ game, linkState, replaces = false, children }: GameLinkProps) => (
  <>
    <Link
      className={styles.tile}
      to={gamePath(game.providerCode, game.title, game.gameCode)}
      state={linkState}
      replace={replaces}
    >
      {game.banner === '' ? (
        <span className={styles.art} />
      ) : (
        <img className={styles.art} src={game.banner} alt="" loading="lazy" decoding="async" />
      )}
      <span>
        <span className={styles.name}>{game.title}</span>
        {children}
      </span>
    </Link>
    <span className={styles.heartPlace}>
      <FavouriteButton game={game} />
    </span>
  </>
);
