import type { RegisterRequest, Role } from '@palier/shared/contracts';
import { fromMicros, toMicros } from '@palier/shared/money';
import { inTransaction, type Pool } from '../database/pool';
import { sendWithKey, type FingerprintSecrets } from '../ledger/idempotency-key';
import { findRegistrationFault, registerUser } from '../ledger/ledger.repository';
import { admitChange, hashPassword } from '../passwords/password-hasher';
import { assertAcceptablePassword } from '../passwords/password-policy';
import { assertSessionIsLive, type Caller } from '../sessions/authenticate';
import { parseUsername } from '../users/username';
import { registrationRefused } from './errors';

export interface RegisterDependencies extends FingerprintSecrets {
  readonly pool: Pool;
  readonly announceBalance: (userId: number) => void;
}

/** A call that creates a child, and its idempotency key. */
interface Registration {
  readonly role: Role;
  readonly request: RegisterRequest;
  readonly key: string | undefined;
}

/**
 * Section 7 of docs/spec-coverage.md, the three register calls: creates a child of the caller, who pays the
 * opening balance.
 */
export async function registerSubAccount(
  { pool, announceBalance, ...secrets }: RegisterDependencies,
  caller: Caller,
  { role, request, key }: Registration,
): Promise<{ agentNewBalance: number }> {
  const { user } = caller;
  const username = parseUsername(request.username);
  await assertAcceptablePassword(request.password, username, 'password');
  const newUser = {
    parentId: user.id,
    username,
    role,
    openingMicros: toMicros(request.balance),
    key,
  };
  const queue = `user ${user.id}`;
  // Hashes are costly, so a call that would be refused is refused before the password is hashed.
  const fault = await findRegistrationFault(pool, newUser, caller.sessionId);
  if (fault !== null) throw registrationRefused({ reason: fault });
  const result = await admitChange(queue, async () => {
    const passwordHash = await hashPassword(queue, request.password);
    return inTransaction(pool, async (client) => {
      const registered = await sendWithKey(secrets, [request, key], (keyed) =>
        registerUser(client, { ...newUser, ...keyed, passwordHash, sessionId: caller.sessionId }),
      );
      await assertSessionIsLive(client, caller);
      return registered;
    });
  });
  if (!result.ok) throw registrationRefused(result);
  announceBalance(user.id);
  return { agentNewBalance: fromMicros(result.initiatorBalance) };
}
