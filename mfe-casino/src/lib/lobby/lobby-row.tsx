import { useMemo, useState } from 'react';
import { GameStrip } from './game-strip';
import { messages } from './lobby.messages';
import styles from './lobby.module.css';
import { rememberedLobby, useLobby } from './use-lobby';

interface LobbyRowProps {
  /**
   * The games that this browser had stored when the screen opened. Later games are stored and not shown, so
   * the row stays as it is.
   */
  readonly stored: string | null;
  readonly linkState: unknown;
}

const LISTS = [
  { name: 'recent', text: messages.resume },
  { name: 'favourites', text: messages.favourites },
] as const;

/** One row for both lists, so that it never takes the place of two above the providers. */
export function LobbyRow({ stored, linkState }: LobbyRowProps) {
  useLobby();
  const lobby = useMemo(() => rememberedLobby(stored), [stored]);
  const lists = LISTS.filter(({ name }) => lobby[name].length > 0);
  const [chosen, setChosen] = useState(lists[0]);
  if (chosen === undefined) return null;
  return (
    <section className={styles.row} aria-label={messages.row} lang="fr" data-screen-only>
      {lists.length === 1 ? (
        <h2 className={styles.rowTitle}>{chosen.text}</h2>
      ) : (
        <div className={styles.rowHead} role="group" aria-label={messages.row}>
          {lists.map((list) => (
            <button
              key={list.name}
              type="button"
              className={styles.rowChoice}
              aria-pressed={list.name === chosen.name}
              onClick={() => setChosen(list)}
            >
              {list.text}
            </button>
          ))}
        </div>
      )}
      <GameStrip key={chosen.name} games={lobby[chosen.name]} linkState={linkState} />
    </section>
  );
}
