import {
  agentNewBalanceSchema,
  attemptSchema,
  dailyReportSchema,
  historyPageSchema,
  MANAGEMENT_ROLES,
  reportSchema,
} from '@palier/shared/contracts';
import { localDateSchema, localDateTimeSchema, transactionSchema } from '@palier/shared/contracts/requests';
import * as z from 'zod/mini';
import type { App } from '../http/app-type';
import { accountNotFound } from '../refusals/refusal';
import { KEY_PATTERN, readIdempotencyKey } from '../ledger/idempotency-key';
import { resolveOwnAttempt } from './resolve-attempt.use-case';
import { idSchema, pageQuery } from '../http/query-schemas';
import type { Services } from '../services';
import { callerOf, requireSession } from '../sessions/authenticate';
import { actorOf, deferSession } from '../sessions/session-checked-by-ledger';
import { findChildById } from '../users/user.repository';
import { createTransaction } from './create-transaction.use-case';
import { listHistory, type HistoryList } from './history.repository';
import { readDailyReport } from '../reports/read-daily-report.use-case';
import { readReport } from '../reports/read-report.use-case';

/** Section 9 of docs/spec-coverage.md. */
const OUTGOING_PAGE_SIZE = 25;
const INCOMING_PAGE_SIZE = 10;

/** Section 7 of docs/spec-coverage.md: everything under /transactions. */
export function registerTransactionRoutes(app: App, services: Services): void {
  const { pool, config } = services;
  const session = requireSession(services);
  const history = (list: HistoryList, page: string, size: string) =>
    listHistory(pool, list, Number(page), Number(size), config.TIME_ZONE);

  app.post(
    '/transactions',
    {
      ...deferSession(services, MANAGEMENT_ROLES),
      schema: { tags: ['transactions'], body: transactionSchema, response: { 200: agentNewBalanceSchema } },
    },
    (request) => createTransaction(services, actorOf(request), request.body, readIdempotencyKey(request)),
  );

  app.get(
    '/transactions/report',
    {
      onRequest: session,
      schema: {
        tags: ['transactions'],
        querystring: z.strictObject({ from: localDateTimeSchema, to: localDateTimeSchema }),
        response: { 200: reportSchema },
      },
    },
    (request) => readReport(services, callerOf(request), request.query),
  );

  app.get(
    '/transactions/report/days',
    {
      onRequest: session,
      schema: {
        tags: ['transactions'],
        querystring: z.strictObject({ from: localDateSchema, to: localDateSchema }),
        response: { 200: dailyReportSchema },
      },
    },
    (request) => readDailyReport(services, callerOf(request), request.query),
  );

  app.post(
    '/transactions/attempts/:key',
    {
      onRequest: requireSession(services, MANAGEMENT_ROLES),
      schema: {
        tags: ['transactions'],
        params: z.strictObject({ key: z.string().check(z.regex(KEY_PATTERN, 'La clé est invalide.')) }),
        response: { 200: attemptSchema },
      },
    },
    (request) => resolveOwnAttempt(services, callerOf(request), request.params.key),
  );

  app.get(
    '/transactions/history/outgoing',
    {
      onRequest: session,
      schema: {
        tags: ['transactions'],
        querystring: z.strictObject({ ...pageQuery(OUTGOING_PAGE_SIZE), targetUserId: z.optional(idSchema) }),
        response: { 200: historyPageSchema },
      },
    },
    async (request) => {
      const { user } = callerOf(request);
      const { page, size, targetUserId } = request.query;
      if (targetUserId === undefined)
        return history({ of: 'outgoing', accountId: user.accountId }, page, size);
      const child = await findChildById(pool, user.id, Number(targetUserId));
      if (child === null) throw accountNotFound();
      // Only its parent initiates what an account receives, so the child's list is theirs, numbered densely.
      return history({ of: 'incoming', accountId: child.accountId }, page, size);
    },
  );

  app.get(
    '/transactions/history/incoming',
    {
      onRequest: session,
      schema: {
        tags: ['transactions'],
        querystring: z.strictObject(pageQuery(INCOMING_PAGE_SIZE)),
        response: { 200: historyPageSchema },
      },
    },
    (request) => {
      const { page, size } = request.query;
      return history({ of: 'incoming', accountId: callerOf(request).user.accountId }, page, size);
    },
  );
}
