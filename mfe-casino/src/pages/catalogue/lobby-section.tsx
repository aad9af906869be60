import type { Lobby } from '@palier/shared/contracts/lobby';
import { currentUser, readStored } from '@palier/shared/session';
import { Suspense, useState } from 'react';
import { LobbyRow } from '../../lib/lobby/lazy-parts';
import styles from './catalogue.module.css';

/**
 * The lobby as this browser last read it. Its row has its place from the first paint (`lobby` of
 * catalogue.module.css), and an answer of the server changes the row of the next visit only, so that nothing
 * moves under the finger.
 */
export function LobbySection({ linkState }: { readonly linkState: unknown }) {
  const [lobby] = useState(rememberedLobby);
  const isEmpty = lobby.recent.length + lobby.favourites.length === 0;
  return (
    <div className={styles.lobby} hidden={isEmpty}>
      <Suspense>
        <LobbyRow lobby={lobby} linkState={linkState} />
      </Suspense>
    </div>
  );
}

function rememberedLobby(): Lobby {
  try {
    const { recent, favourites } = JSON.parse(
      readStored('localStorage', `lobby/${currentUser()?.id}`) ?? '',
    ) as Lobby;
    // Throws where a version of the page before has stored another shape.
    return { recent: [...recent], favourites: [...favourites] };
  } catch {
    // Nothing is remembered.
  }
  return { recent: [], favourites: [] };
}
