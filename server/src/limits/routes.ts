import {
  agentLimitsSchema,
  confirmLimitSchema,
  exclusionSchema,
  ownLimitSchema,
  pauseSchema,
  protectionSchema,
  subAccountLimitsSchema,
  type Protection,
} from '@palier/shared/contracts/limits';
import { OVERSEEING_ROLES } from '@palier/shared/contracts';
import { inTransaction, type Pool, type Queryable } from '../database/pool';
import type { App } from '../http/app-type';
import { operation } from '../http/operation';
import { idParamsSchema } from '../http/query-schemas';
import { assertSessionIsLive, callerOf, type Caller, type RequireSession } from '../sessions/authenticate';
import { revokeSessionsOf } from '../sessions/session.repository';
import { accountNotFound } from '../users/errors';
import { findChildById } from '../users/user.repository';
import { readAgentLimits, storeAgentLimits } from './agent-limits.repository';
import { confirmedTooEarly } from './errors';
import { confirmOwnLimit, readProtection, stopPlay, storeOwnLimit } from './protection.repository';

interface LimitDependencies {
  readonly pool: Pool;
  readonly timeZone: string;
  readonly requireSession: RequireSession;
}

/** Limits that a parent sets (decision 0111), and the protection that a player sets (decision 0112). */
export function registerLimitRoutes(app: App, dependencies: LimitDependencies): void {
  registerAgentLimits(app, dependencies);
  registerProtection(app, dependencies);
}

function registerAgentLimits(app: App, { pool, requireSession }: LimitDependencies): void {
  // Only their children are agents.
  const onRequest = requireSession(OVERSEEING_ROLES);

  async function limitsOfChild(parentId: number, id: string) {
    const child = await findChildById(pool, parentId, Number(id));
    if (child === null) throw accountNotFound();
    return { username: child.username, ...(await readAgentLimits(pool, child)) };
  }

  app.get(
    '/user/sub-account/:id/limits',
    operation('readSubAccountLimits', subAccountLimitsSchema, { onRequest, params: idParamsSchema }),
    (request) => limitsOfChild(callerOf(request).user.id, request.params.id),
  );
  app.post(
    '/user/sub-account/:id/limits',
    operation('setSubAccountLimits', subAccountLimitsSchema, {
      onRequest,
      params: idParamsSchema,
      body: agentLimitsSchema,
    }),
    async (request) => {
      const caller = callerOf(request);
      const { id } = request.params;
      await inTransaction(pool, async (client) => {
        const isSet = await storeAgentLimits(client, caller.user.id, Number(id), request.body);
        if (!isSet) throw accountNotFound();
        await assertSessionIsLive(client, caller);
      });
      return limitsOfChild(caller.user.id, id);
    },
  );
}

function registerProtection(app: App, { pool, timeZone, requireSession }: LimitDependencies): void {
  const onRequest = requireSession(['ROLE_CLIENT']);

  /** Makes a change in one transaction with the check of the session; returns what holds then. */
  async function change(
    caller: Caller,
    make: (client: Queryable, userId: number) => Promise<unknown>,
  ): Promise<Protection> {
    await inTransaction(pool, async (client) => {
      await make(client, caller.user.id);
      await assertSessionIsLive(client, caller);
    });
    return readProtection(pool, caller.user.id, timeZone);
  }

  app.get('/user/protection', operation('readProtection', protectionSchema, { onRequest }), (request) =>
    readProtection(pool, callerOf(request).user.id, timeZone),
  );
  app.post(
    '/user/protection/limits',
    operation('setOwnLimit', protectionSchema, { onRequest, body: ownLimitSchema }),
    (request) => change(callerOf(request), (client, userId) => storeOwnLimit(client, userId, request.body)),
  );
  app.post(
    '/user/protection/limits/confirm',
    operation('confirmOwnLimit', protectionSchema, { onRequest, body: confirmLimitSchema }),
    (request) =>
      change(callerOf(request), async (client, userId) => {
        // Where none is asked for, an earlier call has confirmed it.
        if ((await confirmOwnLimit(client, userId, request.body)) === 'early') throw confirmedTooEarly();
      }),
  );
  app.post(
    '/user/protection/pause',
    operation('pausePlay', protectionSchema, { onRequest, body: pauseSchema }),
    (request) =>
      change(callerOf(request), (client, userId) =>
        stopPlay(client, userId, 'paused', `${request.body.hours} hours`),
      ),
  );
  app.post(
    '/user/protection/exclusion',
    operation('excludeOneself', protectionSchema, { onRequest, body: exclusionSchema }),
    async (request) => {
      const caller = callerOf(request);
      const { id } = caller.user;
      await inTransaction(pool, async (client) => {
        // First, because no session of an excluded player is live.
        await assertSessionIsLive(client, caller);
        await stopPlay(client, id, 'excluded', `${request.body.months} months`);
        await revokeSessionsOf(client, id, { reason: 'excluded', actorId: id });
      });
      return readProtection(pool, id, timeZone);
    },
  );
}
