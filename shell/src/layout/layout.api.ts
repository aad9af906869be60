import { http, noContent } from '@palier/shared/http';
import { refreshToken } from '@palier/shared/session';

/** Without the loader overlay (`quiet`), because the page may sign the user out before the answer. */
export const logout = (): Promise<void> =>
  http.post('/auth/logout', { refreshToken: refreshToken() ?? undefined }, noContent, {
    quiet: true,
  });
