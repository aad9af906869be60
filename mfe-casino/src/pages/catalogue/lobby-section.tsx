import { LOBBY_ROW_PX, lobbyStorageKey } from '@palier/shared/first-screen';
import { currentUser, readStored } from '@palier/shared/session';
import { Suspense, useState } from 'react';
import { useIsAfterFirstImage } from '../../lib/after-first-image';
import { LobbyRow } from '../../lib/lobby/lazy-parts';

/**
 * The row of the lobby as this browser last read it (use-lobby.ts). It has its place from the first paint,
 * and an answer of the server changes the row of the next visit only, so that nothing moves under the finger.
 */
export function LobbySection({ linkState }: { readonly linkState: unknown }) {
  const [stored] = useState(readStoredLobby);
  const isAfterFirstImage = useIsAfterFirstImage();
  // Without stored games the row shows nothing, and reads them for the next visit.
  if (stored === null && !isAfterFirstImage) return null;
  return (
    <div style={{ minHeight: LOBBY_ROW_PX }} hidden={stored === null}>
      <Suspense>
        <LobbyRow stored={stored} linkState={linkState} />
      </Suspense>
    </div>
  );
}

function readStoredLobby(): string | null {
  const userId = currentUser()?.id;
  return userId === undefined ? null : readStored('localStorage', lobbyStorageKey(userId));
}
