import { endedSessionsSchema, ownSessionsSchema } from '@palier/shared/contracts';
import type { Pool } from '../database/pool';
import type { App } from '../http/app-type';
import { operation } from '../http/operation';
import { findLastSignIn } from '../journal/journal.repository';
import { callerOf, type RequireSession } from '../sessions/authenticate';
import { endOtherSessions, endOwnSession } from './end-sessions.use-case';
import { listOwnSessions } from './own-session.repository';
import { sessionParamsSchema, successSchema } from './schemas';

interface OwnSessionDependencies {
  readonly pool: Pool;
  readonly timeZone: string;
  readonly requireSession: RequireSession;
}

/** The caller's own sessions: listed, ended one by one, or all others at once. */
export function registerOwnSessionRoutes(
  app: App,
  { pool, timeZone, requireSession }: OwnSessionDependencies,
): void {
  const session = requireSession();

  app.get(
    '/auth/sessions',
    operation('listOwnSessions', ownSessionsSchema, { onRequest: session }),
    async (request) => {
      const { user, sessionId } = callerOf(request);
      const [listed, lastSignInAt] = await Promise.all([
        listOwnSessions(pool, user.id, sessionId, timeZone),
        findLastSignIn(pool, user.id, timeZone, sessionId),
      ]);
      return { ...listed, lastSignInAt };
    },
  );

  app.post(
    '/auth/sessions/:sessionId/end',
    operation('endOwnSession', successSchema, { onRequest: session, params: sessionParamsSchema }),
    async (request) => {
      await endOwnSession(pool, callerOf(request), request.params.sessionId);
      return { success: true };
    },
  );

  app.post(
    '/auth/sessions/end-others',
    operation('endOtherSessions', endedSessionsSchema, { onRequest: session }),
    (request) => endOtherSessions(pool, callerOf(request)),
  );
}
