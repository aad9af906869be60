import { recordAct } from '../journal/journal-entry.repository';
import { inTransaction } from '../database/pool';
import { accountNotFound, Refusal, tooManyTries } from '../refusals/refusal';
import type { Services } from '../services';
import { findChildById, setPasswordHash, type UserRecord } from '../users/user.repository';
import { assertStillLives, type Caller } from '../sessions/authenticate';
import { forgetTries, forgiveTry, takeTry } from '../sessions/login-throttle.repository';
import { hashPassword, isPassword } from '../passwords/password-hasher';
import { assertAcceptablePassword } from '../passwords/password-policy';
import { revokeSessionsOf } from '../sessions/session.repository';

interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
}

// Not 401: that would end the session (section 8 of docs/spec-coverage.md).
const wrongOldPassword = (): Refusal => new Refusal('invalid-input', "L'ancien mot de passe est incorrect.");

/** Section 7 of docs/spec-coverage.md, own password. A wrong old password counts like a failed login; the user's other sessions end. */
export async function changeOwnPassword(
  { pool }: Services,
  caller: Caller,
  change: PasswordChange,
  address: string,
): Promise<void> {
  const { user } = caller;
  const { waitS, owner, counted } = await takeTry(pool, user.username, address);
  if (waitS > 0) throw tooManyTries(waitS);
  if (owner === null || !(await isPassword(`user ${user.id}`, owner.passwordHash, change.oldPassword)))
    throw wrongOldPassword();
  await forgiveTry(pool, user.id, counted);
  assertAcceptablePassword(change.newPassword, user.username);
  await storePassword(pool, user, change.newPassword, {
    caller,
    replaces: owner.passwordHash,
    keptSession: caller.sessionId,
  });
}

/**
 * Section 7 of docs/spec-coverage.md, a sub-account's password. The form sends its one input twice, so `oldPassword` proves nothing. Who
 * has forgotten the old
 * one has used up its tries at it, and signs in with the new one at once.
 */
export async function changeSubAccountPassword(
  { pool }: Services,
  caller: Caller,
  id: number,
  change: PasswordChange,
): Promise<void> {
  const child = await findChildById(pool, caller.user.id, id);
  if (child === null) throw accountNotFound();
  assertAcceptablePassword(change.newPassword, child.username);
  await storePassword(pool, child, change.newPassword, { caller });
  await forgetTries(pool, child.username);
}

/** With `replaces`, only while that hash is still the user's: a password set meanwhile by its parent stands. */
async function storePassword(
  pool: Services['pool'],
  user: UserRecord,
  password: string,
  { caller, replaces, keptSession }: { caller: Caller; replaces?: string; keptSession?: string },
): Promise<void> {
  const actorId = caller.user.id;
  const passwordHash = await hashPassword(`user ${actorId}`, password);
  await inTransaction(pool, async (client) => {
    if (!(await setPasswordHash(client, user.id, passwordHash, replaces ?? null))) throw wrongOldPassword();
    await recordAct(client, { userId: user.id, actorId, kind: 'password-changed' });
    await revokeSessionsOf(client, user.id, {
      reason: 'password-changed',
      actorId,
      exceptSessionId: keptSession,
    });
    await assertStillLives(client, caller);
  });
}
