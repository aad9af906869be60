import { currentUser, readStored } from '@palier/shared/session';
import { Suspense, useState } from 'react';
import { LobbyRow } from '../../lib/lobby/lazy-parts';
import styles from './catalogue.module.css';

/**
 * The row of the lobby as this browser last read it (use-lobby.ts). It has its place from the first paint,
 * and an answer of the server changes the row of the next visit only, so that nothing moves under the finger.
 */
export function LobbySection({ linkState }: { readonly linkState: unknown }) {
  const [stored] = useState(() => readStored('localStorage', `lobby/${currentUser()?.id}`));
  return (
    <div className={styles.lobby} hidden={stored === null}>
      <Suspense>
        <LobbyRow stored={stored} linkState={linkState} />
      </Suspense>
    </div>
  );
}
