import {
  attemptOutcomeSchema,
  dailyReportSchema,
  historyItemSchema,
  historyPageSchema,
  reportSchema,
  transactionAnswerSchema,
} from '@palier/shared/contracts';
import { ownRequestsSchema, receivedRequestsSchema } from '@palier/shared/contracts/balance-requests';
import { dayCloseSchema, networkReportSchema, trialBalanceSchema } from '@palier/shared/contracts/reports';
import { transactionSchema } from '@palier/shared/contracts/requests';
import { childById, MockRefusal, reverse, transfer } from '../operations';
import { dailyReport, history, pageOf, report } from '../reads';
import { dayClose, network, trialBalance } from '../samples';
import { postRoute, route, type MockRoute } from './route';

/** Movements, reports, histories, day close and trial balance. Histories ignore the selection. */
export const MONEY_ROUTES: readonly MockRoute[] = [
  postRoute(
    '/transactions',
    'management',
    { request: transactionSchema, response: transactionAnswerSchema },
    ({ world, caller }, sent) => transfer(world, caller, sent),
  ),
  route('POST /transactions/attempts/:key', 'management', attemptOutcomeSchema, ({ world, params }) => ({
    wasCarriedOut: Object.hasOwn(world.attempts, params[0] ?? ''),
  })),
  // A request needs two people, so the mocked server has none.
  route('GET /requests', 'signed-in', ownRequestsSchema, () => ({
    data: [],
    next: null,
    payoutsReserve: false,
  })),
  route('GET /requests/received', 'management', receivedRequestsSchema, () => ({
    data: [],
    next: null,
    total: 0,
  })),
  route('GET /transactions/report', 'signed-in', reportSchema, ({ world, caller, query }) =>
    report(world, caller, query.get('from') ?? '', query.get('to') ?? ''),
  ),
  route('GET /transactions/report/days', 'signed-in', dailyReportSchema, ({ world, caller, query }) =>
    dailyReport(world, caller, query.get('from') ?? '', query.get('to') ?? ''),
  ),
  route('GET /reports/day-close', 'management', dayCloseSchema, ({ world, caller, query }) =>
    dayClose(world, caller, query.get('date')),
  ),
  route('GET /transactions/report/network', 'management', networkReportSchema, ({ world, caller, query }) =>
    network(
      world,
      caller,
      { from: query.get('from') ?? '', to: query.get('to') ?? '' },
      query.get('of') ?? String(caller.id),
    ),
  ),
  route('GET /reports/trial-balance', 'management', trialBalanceSchema, ({ world, caller }) =>
    trialBalance(world, caller),
  ),
  route('GET /transactions/history/outgoing', 'signed-in', historyPageSchema, ({ world, caller, query }) => {
    const target = query.get('targetUserId');
    const child = target === null ? null : childById(world, caller, target);
    const items = history(
      world,
      child ?? caller,
      ({ initiatorId, receiverId }) =>
        initiatorId === caller.id && (child === null || receiverId === child.id),
    );
    return pageOf(items, query, 25);
  }),
  route('GET /transactions/history/incoming', 'signed-in', historyPageSchema, ({ world, caller, query }) => {
    const items = history(
      world,
      caller,
      ({ initiatorId, receiverId }) => receiverId === caller.id && initiatorId !== caller.id,
    );
    return pageOf(items, query, 10);
  }),
  route('GET /transactions/:id', 'signed-in', historyItemSchema, ({ world, caller, params }) => {
    const [movement] = history(
      world,
      caller,
      ({ id, initiatorId, receiverId }) =>
        String(id) === params[0] && [initiatorId, receiverId].includes(caller.id),
    );
    if (movement === undefined) throw new MockRefusal(404, 'not-found', 'Mouvement introuvable.');
    return movement;
  }),
  route(
    'POST /transactions/:id/reversal',
    'management',
    transactionAnswerSchema,
    ({ world, caller, params }) => reverse(world, caller, params[0] ?? ''),
  ),
];
