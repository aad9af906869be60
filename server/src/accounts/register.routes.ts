import { agentNewBalanceSchema, type Role } from '@palier/shared/contracts';
import { registerSchema } from '@palier/shared/contracts/requests';
import type { App } from '../http/app-type';
import { readIdempotencyKey } from '../ledger/idempotency-key';
import { callerOf, type RequireSession } from '../sessions/authenticate';
import { registerSubAccount, type RegisterDependencies } from './register-sub-account.use-case';

const REGISTRATIONS: readonly {
  operationId: string;
  path: string;
  caller: Role;
  created: Role;
}[] = [
  {
    operationId: 'registerSuperAdmin',
    path: '/auth/capo/register-super-admin',
    caller: 'ROLE_CAPO',
    created: 'ROLE_SUPER_ADMIN',
  },
  {
    operationId: 'registerAdmin',
    path: '/auth/super-admin/register-admin',
    caller: 'ROLE_SUPER_ADMIN',
    created: 'ROLE_ADMIN',
  },
  {
    operationId: 'registerClient',
    path: '/auth/admin/register-client',
    caller: 'ROLE_ADMIN',
    created: 'ROLE_CLIENT',
  },
];

/** Section 7 of docs/spec-coverage.md: each role that may create accounts has an address of its own. */
export function registerRegisterRoutes(
  app: App,
  { requireSession, ...dependencies }: RegisterDependencies & { readonly requireSession: RequireSession },
): void {
  for (const { operationId, path, caller, created } of REGISTRATIONS)
    app.post(
      path,
      {
        onRequest: requireSession([caller]),
        schema: { operationId, body: registerSchema, response: { 200: agentNewBalanceSchema } },
      },
      (request) =>
        registerSubAccount(
          dependencies,
          callerOf(request),
          created,
          request.body,
          readIdempotencyKey(request),
        ),
    );
}
