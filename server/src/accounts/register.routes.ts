import { agentNewBalanceSchema } from '@palier/shared/contracts';
import { registerSchema } from '@palier/shared/contracts/requests';
import type { App } from '../http/app-type';
import { operation } from '../http/operation';
import { readIdempotencyKey } from '../ledger/idempotency-key';
import { callerOf, type RequireSession } from '../sessions/authenticate';
import { registerSubAccount, type RegisterDependencies } from './register-sub-account.use-case';

/** The operations, their paths, who may call them, and the role of the user that they create. */
const REGISTRATIONS = [
  ['registerSuperAdmin', 'capo/register-super-admin', 'ROLE_CAPO', 'ROLE_SUPER_ADMIN'],
  ['registerAdmin', 'super-admin/register-admin', 'ROLE_SUPER_ADMIN', 'ROLE_ADMIN'],
  ['registerClient', 'admin/register-client', 'ROLE_ADMIN', 'ROLE_CLIENT'],
] as const;

/** Section 7 of docs/spec-coverage.md: each role that may create accounts has an address of its own. */
export function registerRegisterRoutes(
  app: App,
  { requireSession, ...dependencies }: RegisterDependencies & { readonly requireSession: RequireSession },
): void {
  for (const [operationId, path, caller, created] of REGISTRATIONS)
    app.post(
      `/auth/${path}`,
      operation(operationId, agentNewBalanceSchema, {
        onRequest: requireSession([caller]),
        body: registerSchema,
      }),
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
