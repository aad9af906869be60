import type { FastifyRequest } from 'fastify';
import { loginResponseSchema, MANAGEMENT_ROLES, tokensSchema } from '@palier/shared/contracts';
import { endedSessionsSchema, ownSessionsSchema } from '@palier/shared/contracts/sessions';
import {
  changePasswordSchema,
  loginSchema,
  logoutSchema,
  passkeyAnswerSchema,
  refreshSchema,
} from '@palier/shared/contracts/requests';
import type { App } from '../http/app-type';
import { operation } from '../http/operation';
import { networkOf } from '../http/caller-address';
import { idParamsSchema } from '../http/query-schemas';
import { findLastSignIn } from '../journal/journal.repository';
import { callerOf, type Authentication } from '../sessions/authenticate';
import { createDeviceCookies } from '../sessions/device-cookie';
import { unauthenticated } from '../sessions/errors';
import type { TrySource } from '../sessions/login-throttle.repository';
import { changeOwnPassword, changeSubAccountPassword } from './change-password.use-case';
import type { ResetDependencies } from './factors/factor-reset.use-case';
import { registerFactorRoutes } from './factors/routes';
import { endOtherSessions, endOwnSession } from './end-sessions.use-case';
import { login, type LoginDependencies } from './login.use-case';
import { logout } from './logout.use-case';
import { listOwnSessions } from './own-session.repository';
import { signInWithPasskey } from './passkey-sign-in.use-case';
import { refreshSession, type RefreshDependencies } from './refresh-session.use-case';
import { sessionParamsSchema, successSchema, tokenQuerySchema, validTokenSchema } from './schemas';

interface AuthDependencies extends LoginDependencies, RefreshDependencies, ResetDependencies {
  readonly authentication: Pick<
    Authentication,
    | 'findCaller'
    | 'findCallerOf'
    | 'requireSession'
    | 'requireSessionWithAnyPassword'
    | 'requireSessionWithoutFactor'
  >;
}

/** Section 7 of docs/spec-coverage.md: signing in and out, tokens, passwords and one's own sessions. */
export function registerAuthRoutes(app: App, dependencies: AuthDependencies): void {
  const devices = createDeviceCookies(dependencies.secret, dependencies.previousSecret);
  registerSignIn(app, dependencies, devices);
  registerTokens(app, dependencies);
  registerPasswords(app, dependencies, devices);
  registerOwnSessions(app, dependencies);
  registerFactorRoutes(app, dependencies, (request) => sourceOf(request, devices));
}

type DeviceCookies = ReturnType<typeof createDeviceCookies>;

const sourceOf = (request: FastifyRequest, devices: DeviceCookies): TrySource => ({
  network: networkOf(request.ip),
  deviceCodeOf: (username) => devices.readCode(request, username),
});

function registerSignIn(app: App, dependencies: AuthDependencies, devices: DeviceCookies): void {
  const { pool, authentication } = dependencies;

  app.post(
    '/auth/login',
    operation('login', loginResponseSchema, { body: loginSchema }),
    async (request, reply) => {
      const userAgent = request.headers['user-agent'];
      const source = { ...sourceOf(request, devices), userAgent };
      const answer = await login(dependencies, request.body, source);
      devices.addUser(request, reply, answer.user.username);
      return answer;
    },
  );

  app.post(
    '/auth/passkey/login',
    operation('signInWithPasskey', loginResponseSchema, { body: passkeyAnswerSchema }),
    async (request, reply) => {
      const userAgent = request.headers['user-agent'];
      const source = { ...sourceOf(request, devices), userAgent };
      const answer = await signInWithPasskey(dependencies, request.body, source);
      devices.addUser(request, reply, answer.user.username);
      return answer;
    },
  );

  app.post('/auth/logout', operation('logout', successSchema, { body: logoutSchema }), async (request) => {
    const caller = await authentication.findCallerOf(request);
    await logout(pool, caller, request.body?.refreshToken ?? undefined);
    return { success: true };
  });
}

function registerTokens(app: App, dependencies: AuthDependencies): void {
  app.get(
    '/auth/validate-token',
    operation('validateToken', validTokenSchema, { querystring: tokenQuerySchema }),
    async (request) => {
      const caller = await dependencies.authentication.findCaller(request.query.token);
      if (caller === null) throw unauthenticated();
      return { valid: true };
    },
  );

  app.post(
    '/auth/refresh-token',
    operation('refreshToken', tokensSchema, { body: refreshSchema }),
    (request) => refreshSession(dependencies, request.body.refreshToken),
  );
}

function registerPasswords(app: App, dependencies: AuthDependencies, devices: DeviceCookies): void {
  const { pool, authentication } = dependencies;
  const { requireSession, requireSessionWithAnyPassword } = authentication;

  app.post(
    '/auth/change-password',
    operation('changePassword', successSchema, {
      onRequest: requireSessionWithAnyPassword(),
      body: changePasswordSchema,
    }),
    async (request) => {
      await changeOwnPassword(pool, callerOf(request), request.body, sourceOf(request, devices));
      return { success: true };
    },
  );

  app.post(
    '/auth/change-sub-account-password/:id',
    operation('changeSubAccountPassword', successSchema, {
      onRequest: requireSession(MANAGEMENT_ROLES),
      params: idParamsSchema,
      body: changePasswordSchema,
    }),
    async (request) => {
      await changeSubAccountPassword(pool, callerOf(request), Number(request.params.id), request.body);
      return { success: true };
    },
  );
}

function registerOwnSessions(app: App, { pool, timeZone, authentication }: AuthDependencies): void {
  const session = authentication.requireSession();

  app.get(
    '/auth/sessions',
    operation('listOwnSessions', ownSessionsSchema, { onRequest: session }),
    async (request) => {
      const { user, sessionId } = callerOf(request);
      const [listed, lastSignInAt] = await Promise.all([
        listOwnSessions(pool, user.id, sessionId, timeZone),
        findLastSignIn(pool, user.id, timeZone, sessionId),
      ]);
      return { ...listed, lastSignInAt };
    },
  );

  app.post(
    '/auth/sessions/:sessionId/end',
    operation('endOwnSession', successSchema, { onRequest: session, params: sessionParamsSchema }),
    async (request) => {
      await endOwnSession(pool, callerOf(request), request.params.sessionId);
      return { success: true };
    },
  );

  app.post(
    '/auth/sessions/end-others',
    operation('endOtherSessions', endedSessionsSchema, { onRequest: session }),
    (request) => endOtherSessions(pool, callerOf(request)),
  );
}
