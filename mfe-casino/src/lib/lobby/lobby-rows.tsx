import type { GameTitle, Lobby } from '@palier/shared/contracts/lobby';
import { GameLink } from './game-link';
import { messages } from './lobby.messages';
import styles from './lobby.module.css';
import { useLobby } from './use-lobby';

interface LobbyRowsProps {
  /**
   * The lobby that this browser had stored when the screen opened; rows do not change while the player looks
   * at them.
   */
  readonly lobby: Lobby;
  readonly linkState: unknown;
}

export function LobbyRows({ lobby: { recent, favourites }, linkState }: LobbyRowsProps) {
  useLobby();
  return (
    <div className={styles.rows} lang="fr" data-screen-only>
      <Row title={messages.resume} games={recent} linkState={linkState} />
      <Row title={messages.favourites} games={favourites} linkState={linkState} />
    </div>
  );
}

interface RowProps {
  readonly title: string;
  readonly games: readonly GameTitle[];
  readonly linkState: unknown;
}

const Row = ({ title, games, linkState }: RowProps) =>
  games.length === 0 ? null : (
    <section className={styles.row} aria-label={title}>
      <h2 className={styles.rowTitle}>{title}</h2>
      <ul className={styles.strip}>
        {games.map((game) => (
          <li key={`${game.providerCode}/${game.gameCode}`}>
            <GameLink game={game} linkState={linkState} />
          </li>
        ))}
      </ul>
    </section>
  );
