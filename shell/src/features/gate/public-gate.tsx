import { Navigate, Outlet, useLocation } from '@palier/shared/router';
import { clearSession } from '@palier/shared/session';
import { validateToken } from './gate.api';
import { useTokenCheck } from './use-token-check';

/** The reverse of the protected gate (spec §4): a valid token leads to /home, anyone else sees the screen. */
export function PublicGate() {
  const { pathname } = useLocation();
  const state = useTokenCheck(pathname, validateToken, (isValid) => {
    if (!isValid) clearSession();
  });
  if (state === 'checking') return null;
  return state === 'authenticated' ? <Navigate to="/home" replace /> : <Outlet />;
}
