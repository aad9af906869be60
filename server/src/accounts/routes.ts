import {
  MANAGEMENT_ROLES,
  subAccountPageSchema,
  updateStatusResponseSchema,
  userSchema,
} from '@palier/shared/contracts';
import { foundAccountsSchema } from '@palier/shared/contracts/find';
import { updateStatusSchema } from '@palier/shared/contracts/requests';
import type { FairLimiter } from '../concurrency/fair-limiter';
import type { Pool } from '../database/pool';
import type { App } from '../http/app-type';
import { operation } from '../http/operation';
import { idParamsSchema } from '../http/query-schemas';
import { callerOf, type RequireSession } from '../sessions/authenticate';
import { accountNotFound } from '../users/errors';
import {
  findInSubtree,
  listChildren,
  listOrderedChildren,
  searchChildren,
} from '../users/user-list.repository';
import { findChildById, toUser } from '../users/user.repository';
import { lookupUsername } from '../users/username';
import { findQuerySchema, searchQuerySchema, subAccountQuerySchema, type SubAccountQuery } from './schemas';
import { updateStatus } from './update-status.use-case';

interface AccountDependencies {
  readonly pool: Pool;
  readonly slowReads: Pick<FairLimiter, 'run'>;
  readonly requireSession: RequireSession;
}

/** Section 7 of docs/spec-coverage.md: everything under /user. A caller changes only direct children, and finds the accounts below itself. */
export function registerUserRoutes(app: App, { pool, slowReads, requireSession }: AccountDependencies): void {
  const management = requireSession(MANAGEMENT_ROLES);

  /** The list in its first order is quick; every other list waits for its turn. */
  function listAccounts(parentId: number, term: string, query: SubAccountQuery) {
    const [page, size] = [Number(query.page), Number(query.size)];
    const { sort, order } = query;
    const active = query.active === undefined ? undefined : query.active === 'true';
    const isFirstOrder = sort === undefined && order === 'asc' && active === undefined;
    if (isFirstOrder && term === '') return listChildren(pool, parentId, page, size);
    return slowReads.run(`user ${parentId}`, () =>
      isFirstOrder
        ? searchChildren(pool, parentId, term, page, size)
        : listOrderedChildren(pool, parentId, term, { sort, order, active }, page, size),
    );
  }

  app.get('/user/me', operation('readCurrentUser', userSchema, { onRequest: requireSession() }), (request) =>
    Promise.resolve(toUser(callerOf(request).user)),
  );

  app.post(
    '/user/sub-accounts',
    operation('listSubAccounts', subAccountPageSchema, {
      onRequest: management,
      querystring: subAccountQuerySchema,
    }),
    (request) => listAccounts(callerOf(request).user.id, '', request.query),
  );

  app.post(
    '/user/search',
    operation('searchSubAccounts', subAccountPageSchema, {
      onRequest: management,
      querystring: searchQuerySchema,
    }),
    (request) => {
      const { username, ...query } = request.query;
      return listAccounts(callerOf(request).user.id, lookupUsername(username), query);
    },
  );

  app.get(
    '/user/find',
    operation('findAccounts', foundAccountsSchema, { onRequest: management, querystring: findQuerySchema }),
    async (request) => ({
      accounts: await findInSubtree(pool, callerOf(request).user, lookupUsername(request.query.query)),
    }),
  );

  app.get(
    '/user/sub-account/:id',
    operation('readSubAccount', userSchema, { onRequest: management, params: idParamsSchema }),
    async (request) => {
      const child = await findChildById(pool, callerOf(request).user.id, Number(request.params.id));
      if (child === null) throw accountNotFound();
      return toUser(child);
    },
  );

  app.post(
    '/user/update-status/:id',
    operation('updateStatus', updateStatusResponseSchema, {
      onRequest: management,
      params: idParamsSchema,
      body: updateStatusSchema,
    }),
    (request) => updateStatus(pool, callerOf(request), Number(request.params.id), request.body?.active),
  );
}
