import { MANAGEMENT_ROLES } from '@palier/shared/contracts';
import {
  ownRequestsSchema,
  receivedRequestsSchema,
  requestAnswerSchema,
  requestToPaySchema,
  seenAnswerSchema,
} from '@palier/shared/contracts/balance-requests';
import { balanceRequestSchema, refusalSchema, seenSchema } from '@palier/shared/contracts/requests';
import type { App } from '../http/app-type';
import { operation } from '../http/operation';
import { refusalOf } from '../refusals/refusal';
import { callerOf, type RequireSession } from '../sessions/authenticate';
import { endOpenRequest } from './end-request.use-case';
import { makeOwnRequest, type RequestDependencies } from './make-request.use-case';
import {
  findReceivedRequest,
  listOwnRequests,
  listReceivedRequests,
  markRequestsSeen,
} from './request.repository';
import { ownRequestsQuerySchema, receivedRequestsQuerySchema, requestParamsSchema } from './schemas';

interface RequestRoutesDependencies extends RequestDependencies {
  readonly timeZone: string;
  readonly requireSession: RequireSession;
}

const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

/** Requests of the caller to the parent, and those of direct sub-accounts (decision 0113). */
export function registerRequestRoutes(app: App, dependencies: RequestRoutesDependencies): void {
  registerOwnRequests(app, dependencies);
  registerReceivedRequests(app, dependencies);
}

function registerOwnRequests(app: App, dependencies: RequestRoutesDependencies): void {
  const { pool, timeZone, payoutsReserve, requireSession } = dependencies;
  // A capo has no parent.
  const asker = requireSession(['ROLE_SUPER_ADMIN', 'ROLE_ADMIN', 'ROLE_CLIENT']);

  app.get(
    '/requests',
    operation('listOwnRequests', ownRequestsSchema, {
      onRequest: asker,
      querystring: ownRequestsQuerySchema,
    }),
    async (request) => ({
      ...(await listOwnRequests(pool, callerOf(request).user.id, numberOf(request.query.before), timeZone)),
      payoutsReserve,
    }),
  );

  app.post(
    '/requests',
    operation('makeRequest', requestAnswerSchema, { onRequest: asker, body: balanceRequestSchema }),
    (request) => makeOwnRequest(dependencies, callerOf(request), request.body),
  );

  app.post(
    '/requests/:id/withdraw',
    operation('withdrawRequest', requestAnswerSchema, { onRequest: asker, params: requestParamsSchema }),
    (request) => {
      const { user, sessionId } = callerOf(request);
      const id = Number(request.params.id);
      return endOpenRequest(dependencies, {
        id,
        userId: user.id,
        sessionId,
        status: 'WITHDRAWN',
        reason: null,
      });
    },
  );
}

function registerReceivedRequests(app: App, dependencies: RequestRoutesDependencies): void {
  const { pool, timeZone, requireSession, announceRequests } = dependencies;
  const parent = requireSession(MANAGEMENT_ROLES);

  app.get(
    '/requests/received',
    operation('listReceivedRequests', receivedRequestsSchema, {
      onRequest: parent,
      querystring: receivedRequestsQuerySchema,
    }),
    (request) =>
      listReceivedRequests(pool, callerOf(request).user.id, numberOf(request.query.after), timeZone),
  );

  app.post(
    '/requests/received/seen',
    operation('markRequestsSeen', seenAnswerSchema, { onRequest: parent, body: seenSchema }),
    async (request) => {
      const askers = await markRequestsSeen(pool, callerOf(request).user.id, request.body.upTo);
      for (const userId of askers) announceRequests(userId);
      return { seen: askers.length };
    },
  );

  app.get(
    '/requests/received/:id',
    operation('readReceivedRequest', requestToPaySchema, { onRequest: parent, params: requestParamsSchema }),
    async (request) => {
      const { user } = callerOf(request);
      const found = await findReceivedRequest(pool, user.id, Number(request.params.id), timeZone);
      if (found === null) throw refusalOf('not-found/request');
      return found;
    },
  );

  app.post(
    '/requests/received/:id/refuse',
    operation('refuseRequest', requestAnswerSchema, {
      onRequest: parent,
      params: requestParamsSchema,
      body: refusalSchema,
    }),
    (request) => {
      const { user, sessionId } = callerOf(request);
      const id = Number(request.params.id);
      const { reason } = request.body;
      return endOpenRequest(dependencies, { id, userId: user.id, sessionId, status: 'REFUSED', reason });
    },
  );
}
