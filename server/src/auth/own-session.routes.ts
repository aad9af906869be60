import { endedSessionsSchema, ownSessionsSchema } from '@palier/shared/contracts';
import * as z from 'zod/mini';
import type { App } from '../http/app-type';
import { findLastSignIn } from '../journal/journal.repository';
import type { Services } from '../services';
import { callerOf, requireSession } from '../sessions/authenticate';
import { endOtherSessions, endOwnSession } from './end-sessions.use-case';
import { listOwnSessions } from './own-session.repository';

const sessionParamsSchema = z.strictObject({
  sessionId: z
    .string()
    .check(
      z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "L'identifiant de la session est invalide."),
    ),
});

/** The caller's own sessions: listed, ended one by one, or all the others at once. */
export function registerOwnSessionRoutes(app: App, services: Services): void {
  const { pool, config } = services;
  const session = requireSession(services);

  app.get(
    '/auth/sessions',
    { onRequest: session, schema: { tags: ['auth'], response: { 200: ownSessionsSchema } } },
    async (request) => {
      const { user, sessionId } = callerOf(request);
      const [listed, lastSignInAt] = await Promise.all([
        listOwnSessions(pool, user.id, sessionId, config.TIME_ZONE),
        findLastSignIn(pool, user.id, config.TIME_ZONE, sessionId),
      ]);
      return { ...listed, lastSignInAt };
    },
  );

  app.post(
    '/auth/sessions/:sessionId/end',
    {
      onRequest: session,
      schema: {
        tags: ['auth'],
        params: sessionParamsSchema,
        response: { 200: z.object({ success: z.boolean() }) },
      },
    },
    async (request) => {
      await endOwnSession(services, callerOf(request), request.params.sessionId);
      return { success: true };
    },
  );

  app.post(
    '/auth/sessions/end-others',
    { onRequest: session, schema: { tags: ['auth'], response: { 200: endedSessionsSchema } } },
    (request) => endOtherSessions(services, callerOf(request)),
  );
}
