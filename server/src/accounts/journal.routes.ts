import { journalSchema, MANAGEMENT_ROLES, type Journal } from '@palier/shared/contracts';
import * as z from 'zod/mini';
import type { App } from '../http/app-type';
import { accountNotFound } from '../refusals/refusal';
import { idParamsSchema, pageQuery } from '../http/query-schemas';
import type { Services } from '../services';
import { callerOf, requireSession } from '../sessions/authenticate';
import { findChildById } from '../users/user.repository';
import { readJournal } from '../journal/journal.repository';

const JOURNAL_PAGE_SIZE = 25;
const journalQuery = z.strictObject({
  before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'La pagination est invalide.'))),
  size: pageQuery(JOURNAL_PAGE_SIZE).size,
});
type JournalQuery = z.infer<typeof journalQuery>;

/** What was done to the caller's own account, and to a direct child's. */
export function registerJournalRoutes(app: App, services: Services): void {
  const { pool, config } = services;
  const read = (userId: number, { before, size }: JournalQuery, ownSessionId: string | null) =>
    readJournal(pool, {
      userId,
      before: before === undefined ? null : Number(before),
      size: Number(size),
      timeZone: config.TIME_ZONE,
      ownSessionId,
    });

  app.get(
    '/user/journal',
    {
      onRequest: requireSession(services),
      schema: { tags: ['user'], querystring: journalQuery, response: { 200: journalSchema } },
    },
    (request) => {
      const { user, sessionId } = callerOf(request);
      return read(user.id, request.query, sessionId);
    },
  );

  app.get(
    '/user/sub-account/:id/journal',
    {
      onRequest: requireSession(services, MANAGEMENT_ROLES),
      schema: {
        tags: ['user'],
        params: idParamsSchema,
        querystring: journalQuery,
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

/** When a child signs in is its parent's business; on what, its own. */
const withoutDevices = ({ data, ...rest }: Journal): Journal => ({
  ...rest,
  data: data.map((act) => ({ ...act, browser: null, system: null })),
});
