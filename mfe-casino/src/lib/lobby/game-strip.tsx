import type { GameTitle } from '@palier/shared/contracts/lobby';
import { GameLink } from './game-link';
import styles from './lobby.module.css';

interface GameStripProps {
  readonly games: readonly GameTitle[];
  readonly linkState: unknown;
  /** The link takes the place of the current step of the history. */
  readonly replaces?: boolean;
}

/** Games side by side, as wide as their banners. */
export const GameStrip = ({ games, linkState, replaces = false }: GameStripProps) => (
  <ul className={styles.strip}>
    {games.map((game) => (
      <li key={`${game.providerCode}/${game.gameCode}`}>
        <GameLink game={game} linkState={linkState} replaces={replaces} />
      </li>
    ))}
  </ul>
);
