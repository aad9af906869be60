import { MANAGEMENT_ROLES } from '@palier/shared/contracts';
import { namedAccountsSchema, type NamedAccount } from '@palier/shared/contracts/named-accounts';
import { namedAccountsRequestSchema } from '@palier/shared/contracts/requests';
import { fromMicros } from '@palier/shared/money';
import type { Queryable } from '../database/pool';
import type { App } from '../http/app-type';
import { operation } from '../http/operation';
import { readDepositLimits } from '../limits/agent-limits.repository';
import { callerOf, type RequireSession } from '../sessions/authenticate';
import { findChildrenByName, toUser, type UserRecord } from '../users/user.repository';
import { lookupUsername } from '../users/username';

interface NamedAccountDependencies {
  readonly pool: Queryable;
  readonly timeZone: string;
  readonly requireSession: RequireSession;
}

/** Direct sub-accounts by the names of a list of movements, each with what limits a deposit to it. */
export function registerNamedAccounts(
  app: App,
  { pool, timeZone, requireSession }: NamedAccountDependencies,
): void {
  async function findNamed(user: UserRecord, usernames: readonly string[]): Promise<(NamedAccount | null)[]> {
    const children = await findChildrenByName(pool, user.id, usernames.map(lookupUsername));
    const limited = children
      .filter((child) => child !== null)
      .filter((child) => user.hasLimits || child.hasLimits)
      .map(({ accountId }) => accountId);
    const limits =
      limited.length === 0 ? null : await readDepositLimits(pool, user.accountId, limited, timeZone);
    return children.map((child) => {
      if (child === null) return null;
      const deposit = limits?.get(child.accountId);
      return deposit === undefined ? toUser(child) : { ...toUser(child), deposit };
    });
  }

  app.post(
    '/user/sub-accounts/named',
    operation('readNamedSubAccounts', namedAccountsSchema, {
      onRequest: requireSession(MANAGEMENT_ROLES),
      body: namedAccountsRequestSchema,
    }),
    async (request) => {
      const { user } = callerOf(request);
      const accounts = await findNamed(user, request.body.usernames);
      return { ownBalance: fromMicros(user.balanceMicros), accounts };
    },
  );
}
