import { MANAGEMENT_ROLES } from '@palier/shared/contracts';
import { accountEventsSchema, accountPageSchema } from '@palier/shared/contracts/account-page';
import { fromMicros } from '@palier/shared/money';
import type { Pool } from '../database/pool';
import type { App } from '../http/app-type';
import { operation } from '../http/operation';
import { idParamsSchema } from '../http/query-schemas';
import { findLastSignIn } from '../journal/journal.repository';
import { callerOf, type RequireSession } from '../sessions/authenticate';
import { accountNotFound } from '../users/errors';
import { readAccountEvents } from './account-events.repository';
import { findInOwnSubtree, readAccountFigures } from './account-page.repository';
import { accountEventsQuerySchema } from './schemas';

interface AccountPageDependencies {
  readonly pool: Pool;
  readonly timeZone: string;
  readonly requireSession: RequireSession;
}

/** The page of an account of the caller's subtree (decision 0055). Read-only: an agent acts on direct children by other calls. */
export function registerAccountPageRoutes(
  app: App,
  { pool, timeZone, requireSession }: AccountPageDependencies,
): void {
  const management = requireSession(MANAGEMENT_ROLES);
  const find = async (callerId: number, id: string) => {
    const account = await findInOwnSubtree(pool, callerId, Number(id), timeZone);
    if (account === null) throw accountNotFound();
    return account;
  };

  app.get(
    '/user/account/:id',
    operation('readAccountPage', accountPageSchema, { onRequest: management, params: idParamsSchema }),
    async (request) => {
      const { user, sessionId } = callerOf(request);
      const { accountId, parentId, balance, path, ...account } = await find(user.id, request.params.id);
      const [figures, lastSignInAt] = await Promise.all([
        readAccountFigures(pool, accountId, timeZone),
        findLastSignIn(pool, account.id, timeZone, sessionId),
      ]);
      return {
        ...account,
        path: [...path],
        balance: fromMicros(balance),
        isDirect: parentId === user.id,
        lastSignInAt,
        figures,
      };
    },
  );

  app.get(
    '/user/account/:id/events',
    operation('listAccountEvents', accountEventsSchema, {
      onRequest: management,
      params: idParamsSchema,
      querystring: accountEventsQuerySchema,
    }),
    async (request) => {
      const account = await find(callerOf(request).user.id, request.params.id);
      return readAccountEvents(pool, account, request.query.before, timeZone);
    },
  );
}
