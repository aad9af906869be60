import { Navigate, Outlet } from '@palier/shared/router';
import { clearSession } from '@palier/shared/session/writer';
import { validateToken } from './gate.api';
import { useTokenCheck } from './use-token-check';

/** `/` and `/login` are one screen with one check, so the screen does not flash when the path changes between them. */
const PUBLIC_SCREEN = '/login';

/** Sends users with a valid token to /home and clears the session of an invalid token. */
export function PublicGate() {
  const state = useTokenCheck(PUBLIC_SCREEN, validateToken, (isValid) => {
    if (!isValid) clearSession();
  });
  if (state === 'checking') return null;
  return state === 'authenticated' ? <Navigate to="/home" replace /> : <Outlet />;
}
