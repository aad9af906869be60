import type { FastifyRequest } from 'fastify';
import {
  agentNewBalanceSchema,
  currentUserSchema,
  journalSchema,
  MANAGEMENT_ROLES,
  subAccountPageSchema,
  updateStatusResponseSchema,
  type Page,
  type User,
} from '@palier/shared/contracts';
import { accountEventsSchema, accountPageSchema } from '@palier/shared/contracts/account-page';
import { subAccountSchema } from '@palier/shared/contracts/limits';
import { foundAccountsSchema } from '@palier/shared/contracts/find';
import { registerSchema, updateStatusSchema } from '@palier/shared/contracts/requests';
import { fromMicros } from '@palier/shared/money';
import type { FairLimiter } from '../concurrency/fair-limiter';
import type { Queryable } from '../database/pool';
import type { App } from '../http/app-type';
import { operation } from '../http/operation';
import { idParamsSchema } from '../http/query-schemas';
import { findLastSignIn, readJournal } from '../journal/journal.repository';
import { readIdempotencyKey } from '../ledger/idempotency-key';
import { readDepositLimits } from '../limits/agent-limits.repository';
import { callerOf, type Authentication, type RequireSession } from '../sessions/authenticate';
import { accountNotFound } from '../users/errors';
import {
  findInSubtree,
  listChildren,
  listOrderedChildren,
  searchChildren,
} from '../users/user-list.repository';
import { findChildById, toCurrentUser, toUser, type UserRecord } from '../users/user.repository';
import { lookupUsername } from '../users/username';
import { readAccountEvents } from './account-events.repository';
import { findInOwnSubtree, readAccountFigures } from './account-page.repository';
import { registerFloatRoute } from './float/float.routes';
import { registerNamedAccounts } from './named-accounts.routes';
import { registerNoticeRoutes } from './notice.routes';
import { registerSubAccount, type RegisterDependencies } from './register-sub-account.use-case';
import {
  accountEventsQuerySchema,
  findQuerySchema,
  journalQuerySchema,
  searchQuerySchema,
  subAccountQuerySchema,
  type JournalQuery,
  type SubAccountQuery,
} from './schemas';
import { updateStatus } from './update-status.use-case';

interface AccountDependencies extends RegisterDependencies {
  readonly slowReads: Pick<FairLimiter, 'run'>;
  readonly timeZone: string;
  readonly requireSession: RequireSession;
  readonly requireSessionWithAnyPassword: Authentication['requireSessionWithAnyPassword'];
}

/** The operations, their paths, who may call them, and the role of the user that they create. */
const REGISTRATIONS = [
  ['registerSuperAdmin', 'capo/register-super-admin', 'ROLE_CAPO', 'ROLE_SUPER_ADMIN'],
  ['registerAdmin', 'super-admin/register-admin', 'ROLE_SUPER_ADMIN', 'ROLE_ADMIN'],
  ['registerClient', 'admin/register-client', 'ROLE_ADMIN', 'ROLE_CLIENT'],
] as const;

/**
 * Section 7 of docs/spec-coverage.md: the register calls and everything under /user. A caller changes only
 * direct children, and finds and reads the accounts below itself (decision 0055).
 */
export function registerAccountRoutes(app: App, dependencies: AccountDependencies): void {
  app.get(
    '/user/me',
    operation('readCurrentUser', currentUserSchema, {
      onRequest: dependencies.requireSessionWithAnyPassword(),
    }),
    (request) => {
      const { user, mustChangePassword } = callerOf(request);
      return Promise.resolve(toCurrentUser(user, mustChangePassword));
    },
  );
  registerSubAccountLists(app, dependencies);
  registerNamedAccounts(app, dependencies);
  registerSubAccountRoutes(app, dependencies);
  registerAccountPage(app, dependencies);
  registerJournals(app, dependencies);
  registerNoticeRoutes(app, dependencies);
  registerFloatRoute(app, dependencies);
  registerRegistrations(app, dependencies);
}

function registerSubAccountLists(app: App, dependencies: AccountDependencies): void {
  const { pool, requireSession } = dependencies;
  const management = requireSession(MANAGEMENT_ROLES);

  app.post(
    '/user/sub-accounts',
    operation('listSubAccounts', subAccountPageSchema, {
      onRequest: management,
      querystring: subAccountQuerySchema,
    }),
    (request) => listSubAccounts(dependencies, callerOf(request).user.id, '', request.query),
  );

  app.post(
    '/user/search',
    operation('searchSubAccounts', subAccountPageSchema, {
      onRequest: management,
      querystring: searchQuerySchema,
    }),
    (request) => {
      const { username, ...query } = request.query;
      return listSubAccounts(dependencies, callerOf(request).user.id, lookupUsername(username), query);
    },
  );

  app.get(
    '/user/find',
    operation('findAccounts', foundAccountsSchema, { onRequest: management, querystring: findQuerySchema }),
    async (request) => ({
      accounts: await findInSubtree(pool, callerOf(request).user, lookupUsername(request.query.query)),
    }),
  );
}

/** The list in its first order is quick; every other list waits for its turn. */
function listSubAccounts(
  { pool, slowReads }: Pick<AccountDependencies, 'pool' | 'slowReads'>,
  parentId: number,
  term: string,
  { sort, order, ...query }: SubAccountQuery,
): Promise<Page<User>> {
  const page = { page: Number(query.page), size: Number(query.size) };
  const active = query.active === undefined ? undefined : query.active === 'true';
  const isFirstOrder = sort === undefined && order === 'asc' && active === undefined;
  if (isFirstOrder && term === '') return listChildren(pool, parentId, page);
  return slowReads.run(`user ${parentId}`, () =>
    isFirstOrder
      ? searchChildren(pool, parentId, term, page)
      : listOrderedChildren(pool, { parentId, term, sort, order, active }, page),
  );
}

function registerSubAccountRoutes(app: App, { pool, timeZone, requireSession }: AccountDependencies): void {
  const management = requireSession(MANAGEMENT_ROLES);

  app.get(
    '/user/sub-account/:id',
    operation('readSubAccount', subAccountSchema, { onRequest: management, params: idParamsSchema }),
    async (request) => {
      const { user } = callerOf(request);
      const child = await findChild(pool, request);
      if (!user.hasLimits && !child.hasLimits) return toUser(child);
      const limits = await readDepositLimits(pool, user.accountId, [child.accountId], timeZone);
      return { ...toUser(child), deposit: limits.get(child.accountId) };
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

/** The direct child of the caller that the address names. */
async function findChild(
  pool: Queryable,
  request: FastifyRequest<{ Params: { id: string } }>,
): Promise<UserRecord> {
  const child = await findChildById(pool, callerOf(request).user.id, Number(request.params.id));
  if (child === null) throw accountNotFound();
  return child;
}

function registerAccountPage(app: App, { pool, timeZone, requireSession }: AccountDependencies): void {
  const management = requireSession(MANAGEMENT_ROLES);

  async function findInTree(callerId: number, id: string) {
    const account = await findInOwnSubtree(pool, callerId, Number(id), timeZone);
    if (account === null) throw accountNotFound();
    return account;
  }

  app.get(
    '/user/account/:id',
    operation('readAccountPage', accountPageSchema, { onRequest: management, params: idParamsSchema }),
    async (request) => {
      const { user, sessionId } = callerOf(request);
      const { accountId, parentId, balance, reserved, ...account } = await findInTree(
        user.id,
        request.params.id,
      );
      const [figures, lastSignInAt] = await Promise.all([
        readAccountFigures(pool, accountId, timeZone),
        findLastSignIn(pool, account.id, timeZone, sessionId),
      ]);
      return {
        ...account,
        balance: fromMicros(balance),
        reserved: fromMicros(reserved),
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
      const account = await findInTree(callerOf(request).user.id, request.params.id);
      return readAccountEvents(pool, account, request.query.before, timeZone);
    },
  );
}

function registerJournals(app: App, { pool, timeZone, requireSession }: AccountDependencies): void {
  const readPartOfJournal = (userId: number, { before, size }: JournalQuery, ownSessionId: string | null) =>
    readJournal(pool, {
      userId,
      timeZone,
      ownSessionId,
      size: Number(size),
      before: before === undefined ? null : Number(before),
    });

  app.get(
    '/user/journal',
    operation('readOwnJournal', journalSchema, {
      onRequest: requireSession(),
      querystring: journalQuerySchema,
    }),
    (request) => {
      const { user, sessionId } = callerOf(request);
      return readPartOfJournal(user.id, request.query, sessionId);
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
      const { id } = await findChild(pool, request);
      const { data, ...rest } = await readPartOfJournal(id, request.query, null);
      // Devices are private: a parent sees when a child signs in, not on what.
      return { ...rest, data: data.map((act) => ({ ...act, browser: null, system: null })) };
    },
  );
}

function registerRegistrations(app: App, dependencies: AccountDependencies): void {
  for (const [operationId, path, caller, created] of REGISTRATIONS)
    app.post(
      `/auth/${path}`,
      operation(operationId, agentNewBalanceSchema, {
        onRequest: dependencies.requireSession([caller]),
        body: registerSchema,
      }),
      (request) =>
        registerSubAccount(dependencies, callerOf(request), {
          role: created,
          request: request.body,
          key: readIdempotencyKey(request),
        }),
    );
}
