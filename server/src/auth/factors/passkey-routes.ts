import {
  newPasskeySchema,
  passkeyChallengeSchema,
  recoveryCodesSchema,
} from '@palier/shared/contracts/factors';
import { addPasskeySchema, beginPasskeySchema } from '@palier/shared/contracts/requests';
import type { App } from '../../http/app-type';
import { operation } from '../../http/operation';
import { idParamsSchema } from '../../http/query-schemas';
import { callerOf, type Authentication } from '../../sessions/authenticate';
import { successSchema } from '../schemas';
import { addPasskey, beginPasskey, removePasskey } from './passkeys.use-case';
import { beginPasskeyUse, type PasskeyDependencies } from './use-passkey';

interface PasskeyRoutesDependencies extends PasskeyDependencies {
  readonly authentication: Pick<Authentication, 'requireSessionWithoutFactor'>;
}

/** Passkeys of the caller, and the challenges that they sign (decision 0088). */
export function registerPasskeyRoutes(app: App, dependencies: PasskeyRoutesDependencies): void {
  const session = dependencies.authentication.requireSessionWithoutFactor();

  app.post('/auth/passkey/challenge', operation('beginPasskeySignIn', passkeyChallengeSchema), () =>
    beginPasskeyUse(dependencies, { purpose: 'sign-in' }),
  );

  app.post(
    '/auth/proof/challenge',
    operation('beginPasskeyProof', passkeyChallengeSchema, { onRequest: session }),
    (request) => beginPasskeyUse(dependencies, { purpose: 'proof', caller: callerOf(request) }),
  );

  app.post(
    '/auth/factors/passkeys/begin',
    operation('beginPasskey', newPasskeySchema, { onRequest: session, body: beginPasskeySchema }),
    (request) => beginPasskey(dependencies, callerOf(request)),
  );

  app.post(
    '/auth/factors/passkeys',
    operation('addPasskey', recoveryCodesSchema, { onRequest: session, body: addPasskeySchema }),
    (request) => addPasskey(dependencies, callerOf(request), request.body),
  );

  app.post(
    '/auth/factors/passkeys/:id/remove',
    operation('removePasskey', successSchema, { onRequest: session, params: idParamsSchema }),
    async (request) => {
      await removePasskey(dependencies, callerOf(request), Number(request.params.id));
      return { success: true };
    },
  );
}
