import type { PasskeyAnswer } from '@palier/shared/contracts/requests';
import { inTransaction, type Pool, type Queryable } from '../../database/pool';
import { admitChange, isPassword } from '../../passwords/password-hasher';
import { assertSessionIsLive, type Caller } from '../../sessions/authenticate';
import { forgiveTry, takeTry, type TrySource } from '../../sessions/login-throttle.repository';
import { proofRequired } from '../../sessions/errors';
import { tooManyTries, wrongPassword } from '../errors';
import { assertRightCode, type CodeDependencies } from './check-code';
import { hasFreshProof, lacksProofOfFactor, lockFactorsOf, storeProof } from './factor.repository';
import { assertRightPasskey, type PasskeyDependencies } from './use-passkey';

/** Exactly one of them is sent. */
interface Proof {
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
  readonly password?: string | undefined;
}

/**
 * Proves in a session who the caller is: with a code or a passkey, or with the password while the account has
 * no factor. A wrong password counts like a failed login. The proof belongs to the session and lasts five
 * minutes.
 */
export async function proveIdentity(
  dependencies: CodeDependencies & PasskeyDependencies,
  caller: Caller,
  { code, passkey, password }: Proof,
  source: TrySource,
): Promise<void> {
  const { pool } = dependencies;
  const { user, sessionId } = caller;
  if (code !== undefined) await assertRightCode(dependencies, user.id, { typed: code, source: caller });
  else if (passkey !== undefined)
    await assertRightPasskey(dependencies, { purpose: 'proof', caller }, passkey, user.id);
  else await assertRightPassword(dependencies, caller, password ?? '', source);
  await inTransaction(pool, async (client) => {
    // A factor that was added while the password was checked must be proved itself.
    const { hasFactor } = await lockFactorsOf(client, user.id);
    if (hasFactor && password !== undefined) throw proofRequired();
    await storeProof(client, sessionId);
    await assertSessionIsLive(client, caller);
  });
}

async function assertRightPassword(
  { pool }: CodeDependencies,
  { user }: Caller,
  password: string,
  source: TrySource,
): Promise<void> {
  const queue = `user ${user.id}`;
  await admitChange(queue, async () => {
    const { waitS, owner, counted } = await takeTry(pool, user.username, source);
    if (waitS > 0) throw tooManyTries(waitS);
    if (owner === null || !(await isPassword(queue, owner.passwordHash, password))) throw wrongPassword();
    await forgiveTry(pool, user.id, counted);
  });
}

/** Throws when the caller has a second factor and the session no fresh proof. */
export async function assertProofOfFactor(pool: Pool, { user, sessionId }: Caller): Promise<void> {
  if (await lacksProofOfFactor(pool, user.id, sessionId)) throw proofRequired();
}

/** Throws unless the session has a proof that is not older than five minutes. */
export async function assertFreshProof(database: Queryable, { user, sessionId }: Caller): Promise<void> {
  if (!(await hasFreshProof(database, user.id, sessionId))) throw proofRequired();
}
