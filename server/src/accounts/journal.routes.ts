import { journalSchema, MANAGEMENT_ROLES, type Journal } from '@palier/shared/contracts';
import type { Pool } from '../database/pool';
import type { App } from '../http/app-type';
import { operation } from '../http/operation';
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
    operation('readOwnJournal', journalSchema, {
      onRequest: requireSession(),
      querystring: journalQuerySchema,
    }),
    (request) => {
      const { user, sessionId } = callerOf(request);
      return read(user.id, request.query, sessionId);
    },
  );

  app.get(
    '/user/sub-account/:id/journal',
    operation('readSubAccountJournal', journalSchema, {
      onRequest: requireSession(MANAGEMENT_ROLES),
      params: idParamsSchema,
      querystring: journalQuerySchema,
    }),
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
