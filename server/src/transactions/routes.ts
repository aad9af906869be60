import {
  attemptOutcomeSchema,
  historyItemSchema,
  historyPageSchema,
  MANAGEMENT_ROLES,
  transactionAnswerSchema,
} from '@palier/shared/contracts';
import { transactionSchema } from '@palier/shared/contracts/requests';
import type { Pool } from '../database/pool';
import type { App } from '../http/app-type';
import { operation } from '../http/operation';
import { readIdempotencyKey } from '../ledger/idempotency-key';
import { callerOf, type Authentication } from '../sessions/authenticate';
import { actorOf, leaveSessionCheckToLedger } from '../sessions/session-checked-by-ledger';
import { accountNotFound } from '../users/errors';
import { findChildById } from '../users/user.repository';
import { createTransaction, type TransactionDependencies } from './create-transaction.use-case';
import { movementNotFound } from './errors';
import { findMovement } from './history.repository';
import { readHistory, type HistoryDependencies } from './read-history.use-case';
import { resolveOwnAttempt } from './resolve-attempt.use-case';
import { reverseOwnDeposit } from './reverse-deposit.use-case';
import {
  attemptParamsSchema,
  incomingQuerySchema,
  movementParamsSchema,
  outgoingQuerySchema,
} from './schemas';

interface TransactionRoutesDependencies extends TransactionDependencies, HistoryDependencies {
  readonly pool: Pool;
  readonly authentication: Pick<Authentication, 'checkCaller' | 'requireSession'>;
}

/** Section 7 of docs/spec-coverage.md: everything under /transactions except the reports. */
export function registerTransactionRoutes(app: App, dependencies: TransactionRoutesDependencies): void {
  const { pool, authentication } = dependencies;
  const session = authentication.requireSession();

  app.post(
    '/transactions',
    {
      ...leaveSessionCheckToLedger(authentication, MANAGEMENT_ROLES),
      ...operation('createTransaction', transactionAnswerSchema, { body: transactionSchema }),
    },
    (request) => createTransaction(dependencies, actorOf(request), request.body, readIdempotencyKey(request)),
  );

  app.post(
    '/transactions/attempts/:key',
    operation('resolveAttempt', attemptOutcomeSchema, {
      onRequest: authentication.requireSession(MANAGEMENT_ROLES),
      params: attemptParamsSchema,
    }),
    (request) => resolveOwnAttempt(pool, callerOf(request), request.params.key),
  );

  app.get(
    '/transactions/:id',
    operation('readMovement', historyItemSchema, { onRequest: session, params: movementParamsSchema }),
    async (request) => {
      const { accountId } = callerOf(request).user;
      const movement = await findMovement(pool, accountId, Number(request.params.id), dependencies.timeZone);
      if (movement === null) throw movementNotFound();
      return movement;
    },
  );

  app.post(
    '/transactions/:id/reversal',
    {
      ...leaveSessionCheckToLedger(authentication, MANAGEMENT_ROLES),
      ...operation('reverseDeposit', transactionAnswerSchema, { params: movementParamsSchema }),
    },
    (request) =>
      reverseOwnDeposit(
        dependencies,
        actorOf(request),
        Number(request.params.id),
        readIdempotencyKey(request),
      ),
  );

  app.get(
    '/transactions/history/outgoing',
    operation('listOutgoing', historyPageSchema, { onRequest: session, querystring: outgoingQuerySchema }),
    async (request) => {
      const { user } = callerOf(request);
      const { targetUserId, ...query } = request.query;
      if (targetUserId === undefined)
        return readHistory(dependencies, user.id, { of: 'outgoing', accountId: user.accountId }, query);
      const child = await findChildById(pool, user.id, Number(targetUserId));
      if (child === null) throw accountNotFound();
      // Only the parent initiates what an account receives: the child's list is the parent's list with this
      // child.
      return readHistory(dependencies, user.id, { of: 'incoming', accountId: child.accountId }, query);
    },
  );

  app.get(
    '/transactions/history/incoming',
    operation('listIncoming', historyPageSchema, { onRequest: session, querystring: incomingQuerySchema }),
    (request) => {
      const { user } = callerOf(request);
      return readHistory(dependencies, user.id, { of: 'incoming', accountId: user.accountId }, request.query);
    },
  );
}
