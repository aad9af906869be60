import {
  dayCloseSchema,
  MANAGEMENT_ROLES,
  OVERSEEING_ROLES,
  trialBalanceSchema,
} from '@palier/shared/contracts';
import { localDateSchema } from '@palier/shared/contracts/requests';
import * as z from 'zod/mini';
import type { App } from '../http/app-type';
import type { Services } from '../services';
import { callerOf, requireSession } from '../sessions/authenticate';
import { readDayClose } from './read-day-close.use-case';
import { createTrialBalanceReader } from './read-trial-balance.use-case';

/** The books of the caller's own account and subtree. Nobody else's can be asked for: no call names an account. */
export function registerBookRoutes(app: App, services: Services): void {
  const readTrialBalance = createTrialBalanceReader(services);

  app.get(
    '/books/day-close',
    {
      onRequest: requireSession(services, MANAGEMENT_ROLES),
      schema: {
        tags: ['books'],
        querystring: z.strictObject({ date: z.optional(localDateSchema) }),
        response: { 200: dayCloseSchema },
      },
    },
    (request) => readDayClose(services, callerOf(request), request.query.date),
  );

  app.get(
    '/books/trial-balance',
    {
      onRequest: requireSession(services, OVERSEEING_ROLES),
      schema: { tags: ['books'], response: { 200: trialBalanceSchema } },
    },
    (request) => readTrialBalance(callerOf(request)),
  );
}
