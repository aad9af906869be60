import {
  MANAGEMENT_ROLES,
  subAccountPageSchema,
  updateStatusResponseSchema,
  userSchema,
} from '@palier/shared/contracts';
import { updateStatusSchema } from '@palier/shared/contracts/requests';
import type { FairLimiter } from '../concurrency/fair-limiter';
import type { Pool } from '../database/pool';
import type { App } from '../http/app-type';
import { idParamsSchema } from '../http/query-schemas';
import { callerOf, type RequireSession } from '../sessions/authenticate';
import { accountNotFound } from '../users/errors';
import { findChildById, listChildren, searchChildren, toUser } from '../users/user.repository';
import { lookupUsername } from '../users/username';
import { searchQuerySchema, subAccountQuerySchema } from './schemas';
import { updateStatus } from './update-status.use-case';

interface AccountDependencies {
  readonly pool: Pool;
  readonly slowReads: Pick<FairLimiter, 'run'>;
  readonly requireSession: RequireSession;
}

/** Section 7 of docs/spec-coverage.md: everything under /user. A caller sees and changes only direct children. */
export function registerUserRoutes(app: App, { pool, slowReads, requireSession }: AccountDependencies): void {
  const management = requireSession(MANAGEMENT_ROLES);

  app.get(
    '/user/me',
    { onRequest: requireSession(), schema: { tags: ['user'], response: { 200: userSchema } } },
    (request) => Promise.resolve(toUser(callerOf(request).user)),
  );

  app.post(
    '/user/sub-accounts',
    {
      onRequest: management,
      schema: {
        tags: ['user'],
        querystring: subAccountQuerySchema,
        response: { 200: subAccountPageSchema },
      },
    },
    (request) =>
      listChildren(pool, callerOf(request).user.id, Number(request.query.page), Number(request.query.size)),
  );

  app.post(
    '/user/search',
    {
      onRequest: management,
      schema: { tags: ['user'], querystring: searchQuerySchema, response: { 200: subAccountPageSchema } },
    },
    (request) => {
      const { username, page, size } = request.query;
      const { id } = callerOf(request).user;
      return slowReads.run(`user ${id}`, () =>
        searchChildren(pool, id, lookupUsername(username), Number(page), Number(size)),
      );
    },
  );

  app.get(
    '/user/sub-account/:id',
    {
      onRequest: management,
      schema: { tags: ['user'], params: idParamsSchema, response: { 200: userSchema } },
    },
    async (request) => {
      const child = await findChildById(pool, callerOf(request).user.id, Number(request.params.id));
      if (child === null) throw accountNotFound();
      return toUser(child);
    },
  );

  app.post(
    '/user/update-status/:id',
    {
      onRequest: management,
      schema: {
        tags: ['user'],
        params: idParamsSchema,
        body: updateStatusSchema,
        response: { 200: updateStatusResponseSchema },
      },
    },
    (request) => updateStatus(pool, callerOf(request), Number(request.params.id), request.body?.active),
  );
}
