import {
  dailyReportSchema,
  MANAGEMENT_ROLES,
  OVERSEEING_ROLES,
  reportSchema,
} from '@palier/shared/contracts';
import { dayCloseSchema, networkReportSchema, trialBalanceSchema } from '@palier/shared/contracts/reports';
import type { App } from '../http/app-type';
import { operation } from '../http/operation';
import { callerOf, type RequireSession } from '../sessions/authenticate';
import { readNetworkReport } from './network/read-network.use-case';
import { readDayClose } from './read-day-close.use-case';
import { readDailyReport, readReport, type ReportDependencies } from './read-report.use-case';
import { createTrialBalanceReader } from './read-trial-balance.use-case';
import {
  dailyReportQuerySchema,
  dayCloseQuerySchema,
  networkQuerySchema,
  reportQuerySchema,
} from './schemas';

interface ReportRoutesDependencies extends ReportDependencies {
  readonly requireSession: RequireSession;
}

/**
 * Reports, day close, network and trial balance of the caller and the accounts below. The call of the network
 * takes one of these accounts in `of`.
 */
export function registerReportRoutes(app: App, dependencies: ReportRoutesDependencies): void {
  const { requireSession } = dependencies;
  const session = requireSession();
  const readTrialBalance = createTrialBalanceReader(dependencies);

  app.get(
    '/transactions/report',
    operation('readReport', reportSchema, { onRequest: session, querystring: reportQuerySchema }),
    (request) => readReport(dependencies, callerOf(request), request.query),
  );

  app.get(
    '/transactions/report/days',
    operation('readDailyReport', dailyReportSchema, {
      onRequest: session,
      querystring: dailyReportQuerySchema,
    }),
    (request) => readDailyReport(dependencies, callerOf(request), request.query),
  );

  app.get(
    '/transactions/report/network',
    operation('readNetwork', networkReportSchema, {
      onRequest: requireSession(MANAGEMENT_ROLES),
      querystring: networkQuerySchema,
    }),
    (request) => readNetworkReport(dependencies, callerOf(request), request.query),
  );

  app.get(
    '/reports/day-close',
    operation('readDayClose', dayCloseSchema, {
      onRequest: requireSession(MANAGEMENT_ROLES),
      querystring: dayCloseQuerySchema,
    }),
    (request) => readDayClose(dependencies, callerOf(request), request.query.date),
  );

  app.get(
    '/reports/trial-balance',
    operation('readTrialBalance', trialBalanceSchema, { onRequest: requireSession(OVERSEEING_ROLES) }),
    (request) => readTrialBalance(callerOf(request)),
  );
}
