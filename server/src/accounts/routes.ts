import {
  MANAGEMENT_ROLES,
  subAccountPageSchema,
  updateStatusResponseSchema,
  userSchema,
} from '@palier/shared/contracts';
import { updateStatusSchema } from '@palier/shared/contracts/requests';
import * as z from 'zod/mini';
import type { App } from '../http/app-type';
import { accountNotFound } from '../refusals/refusal';
import { idParamsSchema, pageQuery } from '../http/query-schemas';
import type { Services } from '../services';
import { callerOf, requireSession } from '../sessions/authenticate';
import { findChildById, listChildren, searchChildren, toUser } from '../users/user.repository';
import { updateStatus } from './update-status.use-case';
import { lookupUsername } from '../users/username';

/** Section 9 of docs/spec-coverage.md. */
const SUB_ACCOUNT_PAGE_SIZE = 25;

/** Section 7 of docs/spec-coverage.md: everything under /user. Only direct children can be seen or touched. */
export function registerUserRoutes(app: App, services: Services): void {
  const { pool, slowReads } = services;
  const management = requireSession(services, MANAGEMENT_ROLES);

  app.get(
    '/user/me',
    { onRequest: requireSession(services), schema: { tags: ['user'], response: { 200: userSchema } } },
    (request) => Promise.resolve(toUser(callerOf(request).user)),
  );

  app.post(
    '/user/sub-accounts',
    {
      onRequest: management,
      schema: {
        tags: ['user'],
        querystring: z.strictObject(pageQuery(SUB_ACCOUNT_PAGE_SIZE)),
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
      schema: {
        tags: ['user'],
        querystring: z.strictObject({
          username: z.string().check(z.maxLength(256)),
          ...pageQuery(SUB_ACCOUNT_PAGE_SIZE),
        }),
        response: { 200: subAccountPageSchema },
      },
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
    (request) => updateStatus(services, callerOf(request), Number(request.params.id), request.body?.active),
  );
}
