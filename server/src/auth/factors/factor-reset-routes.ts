import { MANAGEMENT_ROLES } from '@palier/shared/contracts';
import { factorResetSchema } from '@palier/shared/contracts/factors';
import { askFactorResetSchema } from '@palier/shared/contracts/requests';
import type { App } from '../../http/app-type';
import { operation } from '../../http/operation';
import { idParamsSchema } from '../../http/query-schemas';
import { callerOf, type Authentication, type Caller } from '../../sessions/authenticate';
import { successSchema } from '../schemas';
import { readHasFactor, readWaitingReset } from './factor-reset.repository';
import { askForReset, childOf, withdrawReset, type ResetDependencies } from './factor-reset.use-case';

interface ResetRoutesDependencies extends ResetDependencies {
  readonly authentication: Pick<Authentication, 'requireSession'>;
}

/** Lost factors of direct children, which their parent resets after a waiting time (decision 0090). */
export function registerFactorResetRoutes(app: App, dependencies: ResetRoutesDependencies): void {
  const { pool, timeZone, factorResetWaitS, authentication } = dependencies;
  const onRequest = authentication.requireSession(MANAGEMENT_ROLES);

  async function resetOf(caller: Caller, id: number) {
    const child = await childOf(pool, caller, id);
    const [hasFactor, reset] = await Promise.all([
      readHasFactor(pool, child.id),
      readWaitingReset(pool, child.id, timeZone),
    ]);
    return { hasFactor, waitS: factorResetWaitS, reset };
  }

  app.get(
    '/user/sub-account/:id/factor-reset',
    operation('readFactorReset', factorResetSchema, { onRequest, params: idParamsSchema }),
    (request) => resetOf(callerOf(request), Number(request.params.id)),
  );

  app.post(
    '/user/sub-account/:id/factor-reset',
    operation('askForFactorReset', factorResetSchema, {
      onRequest,
      params: idParamsSchema,
      body: askFactorResetSchema,
    }),
    async (request) => {
      const caller = callerOf(request);
      const id = Number(request.params.id);
      await askForReset(dependencies, caller, { id, identified: request.body.identified });
      return resetOf(caller, id);
    },
  );

  app.post(
    '/user/sub-account/:id/factor-reset/withdraw',
    operation('withdrawFactorReset', factorResetSchema, { onRequest, params: idParamsSchema }),
    async (request) => {
      const caller = callerOf(request);
      const child = await childOf(pool, caller, Number(request.params.id));
      await withdrawReset(pool, caller, child.id);
      return resetOf(caller, child.id);
    },
  );

  app.post(
    '/auth/factors/reset/refuse',
    operation('refuseFactorReset', successSchema, { onRequest: authentication.requireSession() }),
    async (request) => {
      const caller = callerOf(request);
      await withdrawReset(pool, caller, caller.user.id);
      return { success: true };
    },
  );
}
