import { http, noContent } from '@palier/shared/http';
import { refreshToken } from '@palier/shared/session';

/** Section 7 of docs/spec-coverage.md, logout: the server ends the session's family. Quiet, since the call may outlast the screen. */
export const logout = (): Promise<void> =>
  http.post('/auth/logout', { refreshToken: refreshToken() ?? undefined }, noContent, {
    quiet: true,
  });
