import { inTransaction, type Pool } from '../database/pool';
import { recordJournalEntry } from '../journal/journal.repository';
import { writeNotice } from '../notices/notice.repository';
import { admitChange, hashPassword, isPassword } from '../passwords/password-hasher';
import { assertAcceptablePassword } from '../passwords/password-policy';
import { assertSessionIsLive, type Caller } from '../sessions/authenticate';
import { forgetTries, forgiveTry, takeTry, type TrySource } from '../sessions/login-throttle.repository';
import { revokeSessionsOf } from '../sessions/session.repository';
import { accountNotFound } from '../users/errors';
import {
  findChildById,
  setGivenPasswordHash,
  setOwnPasswordHash,
  type UserRecord,
} from '../users/user.repository';
import { assertProofOfFactor } from './factors/prove-identity.use-case';
import { samePassword, tooManyTries, wrongOldPassword } from './errors';

interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
}

/**
 * Section 7 of docs/spec-coverage.md, own password. A wrong old password counts like a failed login; the
 * user's other sessions end.
 */
export async function changeOwnPassword(
  pool: Pool,
  caller: Caller,
  change: PasswordChange,
  source: TrySource,
): Promise<void> {
  const { user } = caller;
  await assertAcceptablePassword(change.newPassword, user.username, 'newPassword');
  // A place in the queue comes first: a call that is refused because the queue is full uses up no try.
  await admitChange(queueOf(caller), async () => {
    const { waitS, owner, counted } = await takeTry(pool, user.username, source);
    if (waitS > 0) throw tooManyTries(waitS);
    if (owner === null || !(await isPassword(queueOf(caller), owner.passwordHash, change.oldPassword)))
      throw wrongOldPassword();
    await forgiveTry(pool, user.id, counted);
    if (caller.mustChangePassword && change.newPassword === change.oldPassword) throw samePassword();
    await storePassword(pool, user, change.newPassword, {
      caller,
      replaces: owner.passwordHash,
      keptSession: caller.sessionId,
    });
  });
}

const queueOf = ({ user }: Caller): string => `user ${user.id}`;

/**
 * Section 7 of docs/spec-coverage.md, a sub-account's password. The form sends its one input as both
 * passwords, so `oldPassword` proves nothing. Failed tries of the sub-account are deleted, so that a user who
 * has forgotten the old password signs in at once. A caller with a second factor needs a fresh proof.
 */
export async function changeSubAccountPassword(
  pool: Pool,
  caller: Caller,
  id: number,
  change: PasswordChange,
): Promise<void> {
  const child = await findChildById(pool, caller.user.id, id);
  if (child === null) throw accountNotFound();
  await assertProofOfFactor(pool, caller);
  await assertAcceptablePassword(change.newPassword, child.username, 'newPassword');
  await admitChange(queueOf(caller), () => storePassword(pool, child, change.newPassword, { caller }));
  await forgetTries(pool, child.username);
}

/**
 * With `replaces`, the user's own choice, which is stored only while `replaces` is the user's hash: a
 * password that the parent has set meanwhile is kept.
 */
async function storePassword(
  pool: Pool,
  user: UserRecord,
  password: string,
  { caller, replaces, keptSession }: { caller: Caller; replaces?: string; keptSession?: string },
): Promise<void> {
  const actorId = caller.user.id;
  const passwordHash = await hashPassword(queueOf(caller), password);
  await inTransaction(pool, async (client) => {
    if (replaces === undefined) await setGivenPasswordHash(client, user.id, passwordHash);
    else if (!(await setOwnPasswordHash(client, user.id, passwordHash, replaces))) throw wrongOldPassword();
    await recordJournalEntry(client, { userId: user.id, actorId, kind: 'password-changed' });
    const isOwn = actorId === user.id;
    await writeNotice(client, {
      userId: user.id,
      kind: isOwn ? 'password-changed' : 'password-reset',
      ...(isOwn ? {} : { values: { by: caller.user.username } }),
    });
    await revokeSessionsOf(client, user.id, {
      reason: 'password-changed',
      actorId,
      exceptSessionId: keptSession,
    });
    await assertSessionIsLive(client, caller);
  });
}
