import {
  agentNewBalanceSchema,
  attemptSchema,
  dailyReportSchema,
  dayCloseSchema,
  historyPageSchema,
  reportSchema,
  trialBalanceSchema,
} from '../../../contracts';
import { transactionSchema } from '../../../contracts/requests';
import { dayClose, trialBalance } from '../books';
import { childById, transfer } from '../operations';
import { dailyReport, history, pageOf, report } from '../reads';
import type { MockRoute } from './route';

/** Movements, reports, histories and the books. */
export const MONEY_ROUTES: readonly MockRoute[] = [
  {
    method: 'POST',
    path: '/transactions',
    access: 'management',
    request: transactionSchema,
    response: agentNewBalanceSchema,
    answer: ({ world, caller, body }) => ({
      agentNewBalance: transfer(world, caller, transactionSchema.parse(body)),
    }),
  },
  {
    method: 'POST',
    path: '/transactions/attempts/:key',
    access: 'management',
    response: attemptSchema,
    answer({ world, params }) {
      const key = params[0] ?? '';
      world.attempts[key] ??= null;
      return { wasCarriedOut: world.attempts[key] !== null };
    },
  },
  {
    method: 'GET',
    path: '/transactions/report',
    access: 'signed-in',
    response: reportSchema,
    answer: ({ world, caller, query }) =>
      report(world, caller, query.get('from') ?? '', query.get('to') ?? ''),
  },
  {
    method: 'GET',
    path: '/transactions/report/days',
    access: 'signed-in',
    response: dailyReportSchema,
    answer: ({ world, caller, query }) =>
      dailyReport(world, caller, query.get('from') ?? '', query.get('to') ?? ''),
  },
  {
    method: 'GET',
    path: '/books/day-close',
    access: 'management',
    response: dayCloseSchema,
    answer: ({ world, caller, query }) => dayClose(world, caller, query.get('date')),
  },
  {
    method: 'GET',
    path: '/books/trial-balance',
    access: 'management',
    response: trialBalanceSchema,
    answer: ({ world, caller }) => trialBalance(world, caller),
  },
  {
    method: 'GET',
    path: '/transactions/history/outgoing',
    access: 'signed-in',
    response: historyPageSchema,
    answer({ world, caller, query }) {
      const target = query.get('targetUserId');
      const child = target === null ? null : childById(world, caller, target);
      const items = history(
        world,
        child ?? caller,
        ({ initiatorId, receiverId }) =>
          initiatorId === caller.id && (child === null || receiverId === child.id),
      );
      return pageOf(items, query, 25);
    },
  },
  {
    method: 'GET',
    path: '/transactions/history/incoming',
    access: 'signed-in',
    response: historyPageSchema,
    answer: ({ world, caller, query }) =>
      pageOf(
        history(
          world,
          caller,
          ({ initiatorId, receiverId }) => receiverId === caller.id && initiatorId !== caller.id,
        ),
        query,
        10,
      ),
  },
];
