import type { OwnSessions } from '@palier/shared/contracts';
import { endedSessionsSchema, ownSessionsSchema } from '@palier/shared/contracts/sessions';
import { http, noContent } from '@palier/shared/http';

export const OWN_SESSIONS_KEY = 'own-sessions';

export const listOwnSessions = (signal?: AbortSignal): Promise<OwnSessions> =>
  http.get('/auth/sessions', ownSessionsSchema, { signal });

export const endOwnSession = (id: string): Promise<void> =>
  http.post(`/auth/sessions/${encodeURIComponent(id)}/end`, undefined, noContent);

/** Resolves to the number of ended sessions. */
export const endOtherSessions = async (): Promise<number> =>
  (await http.post('/auth/sessions/end-others', undefined, endedSessionsSchema)).ended;
