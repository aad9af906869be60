import {
  agentNewBalanceSchema,
  loginResponseSchema,
  MANAGEMENT_ROLES,
  tokensSchema,
  type Role,
} from '@palier/shared/contracts';
import {
  changePasswordSchema,
  loginSchema,
  logoutSchema,
  refreshSchema,
  registerSchema,
} from '@palier/shared/contracts/requests';
import * as z from 'zod/mini';
import type { App } from '../http/app-type';
import { readIdempotencyKey } from '../ledger/idempotency-key';
import { unauthenticated } from '../refusals/refusal';
import { idParamsSchema } from '../http/query-schemas';
import type { Services } from '../services';
import { registerSubAccount } from '../accounts/register-sub-account.use-case';
import { callerOf, findBearer, findCaller, requireSession } from '../sessions/authenticate';
import { changeOwnPassword, changeSubAccountPassword } from './change-password.use-case';
import { login } from './login.use-case';
import { logout } from './logout.use-case';
import { refreshSession } from './refresh-session.use-case';

const done = z.object({ success: z.boolean() });
const REGISTERS: readonly { path: string; caller: Role; created: Role }[] = [
  { path: '/auth/capo/register-super-admin', caller: 'ROLE_CAPO', created: 'ROLE_SUPER_ADMIN' },
  { path: '/auth/super-admin/register-admin', caller: 'ROLE_SUPER_ADMIN', created: 'ROLE_ADMIN' },
  { path: '/auth/admin/register-client', caller: 'ROLE_ADMIN', created: 'ROLE_CLIENT' },
];

/** Section 7 of docs/spec-coverage.md: everything under /auth. */
export function registerAuthRoutes(app: App, services: Services): void {
  app.post(
    '/auth/login',
    { schema: { tags: ['auth'], body: loginSchema, response: { 200: loginResponseSchema } } },
    (request) =>
      login(services, request.body, {
        address: request.ip,
        userAgent: request.headers['user-agent'],
      }),
  );

  app.get(
    '/auth/validate-token',
    {
      schema: {
        tags: ['auth'],
        querystring: z.strictObject({ token: z.string().check(z.maxLength(4096)) }),
        response: { 200: z.object({ valid: z.boolean() }) },
      },
    },
    async (request) => {
      if ((await findCaller(services, request.query.token)) === null) throw unauthenticated();
      return { valid: true };
    },
  );

  app.post(
    '/auth/refresh-token',
    { schema: { tags: ['auth'], body: refreshSchema, response: { 200: tokensSchema } } },
    (request) => refreshSession(services, request.body.refreshToken),
  );

  app.post(
    '/auth/logout',
    { schema: { tags: ['auth'], body: logoutSchema, response: { 200: done } } },
    async (request) => {
      await logout(services, await findBearer(services, request), request.body?.refreshToken ?? undefined);
      return { success: true };
    },
  );

  app.post(
    '/auth/change-password',
    {
      onRequest: requireSession(services),
      schema: { tags: ['auth'], body: changePasswordSchema, response: { 200: done } },
    },
    async (request) => {
      await changeOwnPassword(services, callerOf(request), request.body, request.ip);
      return { success: true };
    },
  );

  app.post(
    '/auth/change-sub-account-password/:id',
    {
      onRequest: requireSession(services, MANAGEMENT_ROLES),
      schema: { tags: ['auth'], params: idParamsSchema, body: changePasswordSchema, response: { 200: done } },
    },
    async (request) => {
      await changeSubAccountPassword(services, callerOf(request), Number(request.params.id), request.body);
      return { success: true };
    },
  );

  for (const { path, caller, created } of REGISTERS) {
    app.post(
      path,
      {
        onRequest: requireSession(services, [caller]),
        schema: { tags: ['auth'], body: registerSchema, response: { 200: agentNewBalanceSchema } },
      },
      (request) =>
        registerSubAccount(services, callerOf(request), created, request.body, readIdempotencyKey(request)),
    );
  }
}
