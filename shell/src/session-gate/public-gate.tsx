import { Navigate, Outlet } from '@palier/shared/router';
import { clearSession } from '@palier/shared/session/writer';
import { validateToken } from './gate.api';
import { useTokenCheck } from './use-token-check';

/** `/` and `/login` are one screen: it is checked once, so that going from one to the other does not blink. */
const PUBLIC_SCREEN = '/login';

/** The reverse of the protected gate (section 4 of docs/spec-coverage.md): a valid token leads to /home, anyone else sees the screen. */
export function PublicGate() {
  const state = useTokenCheck(PUBLIC_SCREEN, validateToken, (isValid) => {
    if (!isValid) clearSession();
  });
  if (state === 'checking') return null;
  return state === 'authenticated' ? <Navigate to="/home" replace /> : <Outlet />;
}
