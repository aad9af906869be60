import {
  dailyReportSchema,
  dayCloseSchema,
  MANAGEMENT_ROLES,
  networkReportSchema,
  OVERSEEING_ROLES,
  reportSchema,
  trialBalanceSchema,
} from '@palier/shared/contracts';
import type { FairLimiter } from '../concurrency/fair-limiter';
import type { App } from '../http/app-type';
import { callerOf, type RequireSession } from '../sessions/authenticate';
import { readNetworkReport } from './network/read-network.use-case';
import { readDailyReport } from './read-daily-report.use-case';
import { readDayClose } from './read-day-close.use-case';
import { readReport, type ReportDependencies } from './read-report.use-case';
import { createTrialBalanceReader } from './read-trial-balance.use-case';
import {
  dailyReportQuerySchema,
  dayCloseQuerySchema,
  networkQuerySchema,
  reportQuerySchema,
} from './schemas';

interface ReportRoutesDependencies extends ReportDependencies {
  readonly slowReads: Pick<FairLimiter, 'run'>;
  readonly requireSession: RequireSession;
}

/** Reports, day close, network and trial balance of the caller and the accounts below. The call of the network takes one of these accounts in `of`. */
export function registerReportRoutes(app: App, dependencies: ReportRoutesDependencies): void {
  const { requireSession } = dependencies;
  const session = requireSession();
  const readTrialBalance = createTrialBalanceReader(dependencies);

  app.get(
    '/transactions/report',
    {
      onRequest: session,
      schema: { operationId: 'readReport', querystring: reportQuerySchema, response: { 200: reportSchema } },
    },
    (request) => readReport(dependencies, callerOf(request), request.query),
  );

  app.get(
    '/transactions/report/days',
    {
      onRequest: session,
      schema: {
        operationId: 'readDailyReport',
        querystring: dailyReportQuerySchema,
        response: { 200: dailyReportSchema },
      },
    },
    (request) => readDailyReport(dependencies, callerOf(request), request.query),
  );

  app.get(
    '/transactions/report/network',
    {
      onRequest: requireSession(MANAGEMENT_ROLES),
      schema: {
        operationId: 'readNetwork',
        querystring: networkQuerySchema,
        response: { 200: networkReportSchema },
      },
    },
    (request) => {
      const { from, to, of } = request.query;
      return readNetworkReport(dependencies, callerOf(request), {
        from,
        to,
        of: of === undefined ? undefined : Number(of),
      });
    },
  );

  app.get(
    '/reports/day-close',
    {
      onRequest: requireSession(MANAGEMENT_ROLES),
      schema: {
        operationId: 'readDayClose',
        querystring: dayCloseQuerySchema,
        response: { 200: dayCloseSchema },
      },
    },
    (request) => readDayClose(dependencies, callerOf(request), request.query.date),
  );

  app.get(
    '/reports/trial-balance',
    {
      onRequest: requireSession(OVERSEEING_ROLES),
      schema: { operationId: 'readTrialBalance', response: { 200: trialBalanceSchema } },
    },
    (request) => readTrialBalance(callerOf(request)),
  );
}
