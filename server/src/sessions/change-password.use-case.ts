import { inTransaction } from '../database/pool';
import { accountNotFound, Refusal } from '../errors/refusal';
import type { Services } from '../services';
import { findChildById, findPasswordHash, setPasswordHash, type UserRecord } from '../users/user.repository';
import type { Caller } from './authenticate';
import { countFailure, secondsToWait } from './login-throttle.repository';
import { hashPassword, isPassword } from './password-hasher';
import { assertAcceptablePassword } from './password-policy';
import { revokeSessionsOf } from './session.repository';

interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
}

/** Spec §7, own password. A wrong old password counts like a failed login; the user's other sessions end. */
export async function changeOwnPassword(
  { pool, hub }: Services,
  caller: Caller,
  change: PasswordChange,
  address: string,
): Promise<void> {
  const { user } = caller;
  const waitS = await secondsToWait(pool, user.username, address);
  if (waitS > 0)
    throw new Refusal('too-many', 'Trop de tentatives. Veuillez patienter quelques minutes.', waitS);
  const passwordHash = await findPasswordHash(pool, user.id);
  if (passwordHash === null || !(await isPassword(passwordHash, change.oldPassword))) {
    await countFailure(pool, user.username, address);
    // Not 401: that would end the session (spec §8).
    throw new Refusal('invalid-input', "L'ancien mot de passe est incorrect.");
  }
  assertAcceptablePassword(change.newPassword, user.username);
  await storePassword(pool, user, change.newPassword, caller.sessionId);
  hub.closeSocketsOfUser(user.id, caller.sessionId);
}

/** Spec §7, a sub-account's password. The form sends its one input twice, so `oldPassword` proves nothing. */
export async function changeSubAccountPassword(
  { pool, hub }: Services,
  caller: Caller,
  id: number,
  change: PasswordChange,
): Promise<void> {
  const child = await findChildById(pool, caller.user.id, id);
  if (child === null) throw accountNotFound();
  assertAcceptablePassword(change.newPassword, child.username);
  await storePassword(pool, child, change.newPassword, null);
  hub.closeSocketsOfUser(child.id);
}

async function storePassword(
  pool: Services['pool'],
  user: UserRecord,
  password: string,
  keptSession: string | null,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await inTransaction(pool, async (client) => {
    await setPasswordHash(client, user.id, passwordHash);
    await revokeSessionsOf(client, user.id, 'password-changed', keptSession);
  });
}
