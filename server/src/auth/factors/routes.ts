import type { FastifyRequest } from 'fastify';
import { newAppSchema, ownFactorsSchema, recoveryCodesSchema } from '@palier/shared/contracts/factors';
import { factorCodeBodySchema, proofSchema } from '@palier/shared/contracts/requests';
import type { App } from '../../http/app-type';
import { operation } from '../../http/operation';
import { callerOf, type Authentication } from '../../sessions/authenticate';
import type { TrySource } from '../../sessions/login-throttle.repository';
import { successSchema } from '../schemas';
import {
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  removeAuthenticatorApp,
  renewRecoveryCodes,
} from './change-factors.use-case';
import type { CodeDependencies } from './check-code';
import { readFactors } from './factor.repository';
import { readWaitingReset } from './factor-reset.repository';
import { registerFactorResetRoutes } from './factor-reset-routes';
import type { ResetDependencies } from './factor-reset.use-case';
import { listPasskeys } from './passkey.repository';
import { registerPasskeyRoutes } from './passkey-routes';
import { proveIdentity } from './prove-identity.use-case';
import type { PasskeyDependencies } from './use-passkey';

interface FactorRoutesDependencies extends CodeDependencies, PasskeyDependencies, ResetDependencies {
  readonly authentication: Pick<Authentication, 'requireSession' | 'requireSessionWithoutFactor'>;
}

/** The caller's second factor, and proofs of who the caller is (decision 0108). */
export function registerFactorRoutes(
  app: App,
  dependencies: FactorRoutesDependencies,
  sourceOf: (request: FastifyRequest) => TrySource,
): void {
  const { pool, cipher, relyingParty, timeZone } = dependencies;
  const session = dependencies.authentication.requireSessionWithoutFactor();
  registerPasskeyRoutes(app, dependencies);
  registerFactorResetRoutes(app, dependencies);

  app.get(
    '/auth/factors',
    operation('readOwnFactors', ownFactorsSchema, { onRequest: session }),
    async (request) => {
      const { id } = callerOf(request).user;
      const [factors, passkeys, reset] = await Promise.all([
        readFactors(pool, id, timeZone),
        listPasskeys(pool, id, timeZone),
        readWaitingReset(pool, id, timeZone),
      ]);
      return {
        isOffered: cipher !== null,
        arePasskeysOffered: relyingParty !== null,
        passkeys,
        reset,
        ...factors,
      };
    },
  );

  app.post(
    '/auth/proof',
    operation('proveIdentity', successSchema, { onRequest: session, body: proofSchema }),
    async (request) => {
      await proveIdentity(dependencies, callerOf(request), request.body, sourceOf(request));
      return { success: true };
    },
  );

  app.post(
    '/auth/factors/app',
    operation('beginAuthenticatorApp', newAppSchema, { onRequest: session }),
    (request) => beginAuthenticatorApp(dependencies, callerOf(request)),
  );

  app.post(
    '/auth/factors/app/confirm',
    operation('confirmAuthenticatorApp', recoveryCodesSchema, {
      onRequest: session,
      body: factorCodeBodySchema,
    }),
    (request) => confirmAuthenticatorApp(dependencies, callerOf(request), request.body.code),
  );

  app.post(
    '/auth/factors/app/remove',
    operation('removeAuthenticatorApp', successSchema, { onRequest: session }),
    async (request) => {
      await removeAuthenticatorApp(dependencies, callerOf(request));
      return { success: true };
    },
  );

  app.post(
    '/auth/factors/recovery-codes',
    operation('renewRecoveryCodes', recoveryCodesSchema, { onRequest: session }),
    (request) => renewRecoveryCodes(dependencies, callerOf(request)),
  );
}
