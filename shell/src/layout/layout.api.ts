import { http, noContent } from '@palier/shared/http';
import { refreshToken } from '@palier/shared/session';

/** Without the loader overlay (`quiet`), because the call may outlast the screen. */
export const logout = (): Promise<void> =>
  http.post('/auth/logout', { refreshToken: refreshToken() ?? undefined }, noContent, {
    quiet: true,
  });
