import type { FastifyRequest } from 'fastify';
import { loginResponseSchema, MANAGEMENT_ROLES, tokensSchema } from '@palier/shared/contracts';
import {
  changePasswordSchema,
  loginSchema,
  logoutSchema,
  refreshSchema,
} from '@palier/shared/contracts/requests';
import type { App } from '../http/app-type';
import { networkOf } from '../http/caller-address';
import { idParamsSchema } from '../http/query-schemas';
import { callerOf, type Authentication } from '../sessions/authenticate';
import { createDeviceCookies } from '../sessions/device-cookie';
import { unauthenticated } from '../sessions/errors';
import type { TrySource } from '../sessions/login-throttle.repository';
import { changeOwnPassword, changeSubAccountPassword } from './change-password.use-case';
import { login, type LoginDependencies } from './login.use-case';
import { logout } from './logout.use-case';
import { refreshSession, type RefreshDependencies } from './refresh-session.use-case';
import { successSchema, tokenQuerySchema, validTokenSchema } from './schemas';

interface AuthDependencies extends LoginDependencies, RefreshDependencies {
  readonly authentication: Pick<Authentication, 'findCaller' | 'findCallerOf' | 'requireSession'>;
}

/** Section 7 of docs/spec-coverage.md: signing in and out, tokens and passwords. */
export function registerAuthRoutes(app: App, dependencies: AuthDependencies): void {
  const { pool, authentication } = dependencies;
  const { requireSession } = authentication;
  const devices = createDeviceCookies(dependencies.secret, dependencies.previousSecret);
  const sourceOf = (request: FastifyRequest): TrySource => ({
    network: networkOf(request.ip),
    deviceCodeOf: (username) => devices.readCode(request, username),
  });

  app.post(
    '/auth/login',
    { schema: { operationId: 'login', body: loginSchema, response: { 200: loginResponseSchema } } },
    async (request, reply) => {
      const userAgent = request.headers['user-agent'];
      const answer = await login(dependencies, request.body, { ...sourceOf(request), userAgent });
      devices.addUser(request, reply, answer.user.username);
      return answer;
    },
  );

  app.get(
    '/auth/validate-token',
    {
      schema: {
        operationId: 'validateToken',
        querystring: tokenQuerySchema,
        response: { 200: validTokenSchema },
      },
    },
    async (request) => {
      if ((await authentication.findCaller(request.query.token)) === null) throw unauthenticated();
      return { valid: true };
    },
  );

  app.post(
    '/auth/refresh-token',
    { schema: { operationId: 'refreshToken', body: refreshSchema, response: { 200: tokensSchema } } },
    (request) => refreshSession(dependencies, request.body.refreshToken),
  );

  app.post(
    '/auth/logout',
    { schema: { operationId: 'logout', body: logoutSchema, response: { 200: successSchema } } },
    async (request) => {
      const caller = await authentication.findCallerOf(request);
      await logout(pool, caller, request.body?.refreshToken ?? undefined);
      return { success: true };
    },
  );

  app.post(
    '/auth/change-password',
    {
      onRequest: requireSession(),
      schema: { operationId: 'changePassword', body: changePasswordSchema, response: { 200: successSchema } },
    },
    async (request) => {
      await changeOwnPassword(pool, callerOf(request), request.body, sourceOf(request));
      return { success: true };
    },
  );

  app.post(
    '/auth/change-sub-account-password/:id',
    {
      onRequest: requireSession(MANAGEMENT_ROLES),
      schema: {
        operationId: 'changeSubAccountPassword',
        params: idParamsSchema,
        body: changePasswordSchema,
        response: { 200: successSchema },
      },
    },
    async (request) => {
      await changeSubAccountPassword(pool, callerOf(request), Number(request.params.id), request.body);
      return { success: true };
    },
  );
}
