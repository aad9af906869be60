import { currentUser, readStored } from '@palier/shared/session';
import { Suspense, useState } from 'react';
import { useIsAfterFirstImage } from '../../lib/after-first-image';
import { LobbyRow } from '../../lib/lobby/lazy-parts';

/** Height of the row (lobby.module.css). */
const ROW_PX = 164;

/**
 * The row of the lobby as this browser last read it (use-lobby.ts). It has its place from the first paint,
 * and an answer of the server changes the row of the next visit only, so that nothing moves under the finger.
 */
export function LobbySection({ linkState }: { readonly linkState: unknown }) {
  const [stored] = useState(() => readStored('localStorage', `lobby/${currentUser()?.id}`));
  const isAfterFirstImage = useIsAfterFirstImage();
  // Without stored games the row shows nothing, and reads them for the next visit.
  if (stored === null && !isAfterFirstImage) return null;
  return (
    <div style={{ minHeight: ROW_PX }} hidden={stored === null}>
      <Suspense>
        <LobbyRow stored={stored} linkState={linkState} />
      </Suspense>
    </div>
  );
}
