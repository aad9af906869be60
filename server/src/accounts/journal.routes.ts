import { journalSchema, MANAGEMENT_ROLES, type Journal } from '@palier/shared/contracts';
import type { Pool } from '../database/pool';
import type { App } from '../http/app-type';
import { idParamsSchema } from '../http/query-schemas';
import { readJournal } from '../journal/journal.repository';
import { callerOf, type RequireSession } from '../sessions/authenticate';
import { accountNotFound } from '../users/errors';
import { findChildById } from '../users/user.repository';
import { journalQuerySchema, type JournalQuery } from './schemas';

interface JournalDependencies {
  readonly pool: Pool;
  readonly timeZone: string;
  readonly requireSession: RequireSession;
}

/** The journal of the caller's own account and of its direct children. */
export function registerJournalRoutes(
  app: App,
  { pool, timeZone, requireSession }: JournalDependencies,
): void {
  const read = (userId: number, { before, size }: JournalQuery, ownSessionId: string | null) =>
    readJournal(pool, {
      userId,
      before: before === undefined ? null : Number(before),
      size: Number(size),
      timeZone,
      ownSessionId,
    });

  app.get(
    '/user/journal',
    {
      onRequest: requireSession(),
      schema: {
        operationId: 'readOwnJournal',
        querystring: journalQuerySchema,
        response: { 200: journalSchema },
      },
    },
    (request) => {
      const { user, sessionId } = callerOf(request);
      return read(user.id, request.query, sessionId);
    },
  );

  app.get(
    '/user/sub-account/:id/journal',
    {
      onRequest: requireSession(MANAGEMENT_ROLES),
      schema: {
        operationId: 'readSubAccountJournal',
        params: idParamsSchema,
        querystring: journalQuerySchema,
        response: { 200: journalSchema },
      },
    },
    async (request) => {
      const child = await findChildById(pool, callerOf(request).user.id, Number(request.params.id));
      if (child === null) throw accountNotFound();
      return withoutDevices(await read(child.id, request.query, null));
    },
  );
}

/** Devices are private: a parent sees when a child signs in, not on what. */
const withoutDevices = ({ data, ...rest }: Journal): Journal => ({
  ...rest,
  data: data.map((act) => ({ ...act, browser: null, system: null })),
});
