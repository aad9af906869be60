import type { RegisterRequest, Role } from '@palier/shared/contracts';
import { fromMicros, toMicros } from '@palier/shared/money';
import { inTransaction } from '../database/pool';
import { Refusal } from '../refusals/refusal';
import { attemptAbandoned, fingerprintOf, keyReused } from '../ledger/idempotency-key';
import { registerUser } from '../ledger/ledger.repository';
import type { Services } from '../services';
import { assertStillLives, type Caller } from '../sessions/authenticate';
import { hashPassword } from '../passwords/password-hasher';
import { assertAcceptablePassword } from '../passwords/password-policy';
import { acceptableUsername } from '../users/username';

/** Section 7 of docs/spec-coverage.md, the three register calls: a child of the caller, its opening balance taken from the caller's. */
export async function registerSubAccount(
  { pool, config, announcer }: Services,
  caller: Caller,
  role: Role,
  request: RegisterRequest,
  key: string | undefined,
): Promise<{ agentNewBalance: number }> {
  const { user } = caller;
  const username = acceptableUsername(request.username);
  assertAcceptablePassword(request.password, username);
  const newUser = {
    parentId: user.id,
    username,
    passwordHash: await hashPassword(`user ${user.id}`, request.password),
    role,
    openingMicros: toMicros(request.balance),
    key,
    fingerprint: fingerprintOf(config.JWT_SECRET, `register:${role}`, request),
  };
  const result = await inTransaction(pool, async (client) => {
    const registered = await registerUser(client, newUser);
    await assertStillLives(client, caller);
    return registered;
  });
  if (result.reason === 'key-reused') throw keyReused();
  if (result.reason === 'abandoned') throw attemptAbandoned();
  if (result.reason === 'name-taken') throw new Refusal('conflict', "Ce nom d'utilisateur est déjà utilisé.");
  if (!result.ok) {
    throw new Refusal('invalid-input', 'Le montant dépasse votre solde disponible.');
  }
  announcer.announceBalance(user.id);
  return { agentNewBalance: fromMicros(result.initiatorBalance) };
}
