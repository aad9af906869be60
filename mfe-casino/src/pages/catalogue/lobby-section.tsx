import type { Lobby } from '@palier/shared/contracts/lobby';
import { currentUser, readStored } from '@palier/shared/session';
import { Suspense, useState } from 'react';
import { LobbyRows } from '../../lib/lobby/lazy-parts';

/** Height of a row and of the gap below (lobby.module.css). */
const ROW_PX = 188;
const GAP_PX = 12;

/**
 * The lobby as this browser last read it. Its rows have their place from the first paint, and an answer of
 * the server changes the rows of the next visit only, so that nothing moves under the finger.
 */
export function LobbySection({ linkState }: { readonly linkState: unknown }) {
  const [lobby] = useState(rememberedLobby);
  const rows = Number(lobby.recent.length > 0) + Number(lobby.favourites.length > 0);
  const minHeight = Math.max(0, rows * (ROW_PX + GAP_PX) - GAP_PX);
  return (
    <div style={{ minHeight }} hidden={rows === 0}>
      <Suspense>
        <LobbyRows lobby={lobby} linkState={linkState} />
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
