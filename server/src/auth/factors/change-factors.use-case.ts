import { inTransaction } from '../../database/pool';
import { recordJournalEntry } from '../../journal/journal.repository';
import { assertSessionIsLive, type Caller } from '../../sessions/authenticate';
import {
  appAlreadyAdded,
  factorNotBegun,
  factorsNotOffered,
  noFactor,
  tooManyCodes,
  wrongCode,
} from '../errors';
import {
  describeApp,
  hashOfRecoveryCode,
  isAppCode,
  newAppSecret,
  newRecoveryCodes,
  readCode,
} from './authenticator-code';
import { checkAppCode, codeWaitS, nameOfSource, type CodeDependencies } from './check-code';
import {
  beginApp,
  lockApp,
  lockFactorsOf,
  removeApp,
  storeProof,
  storeRecoveryCodes,
} from './factor.repository';
import { recordFactorChange } from './record-factor-change';
import { assertFreshProof } from './prove-identity.use-case';

/** Begins to add an app: returns what its user enters there. Nothing asks for its codes yet. */
export async function beginAuthenticatorApp(
  dependencies: CodeDependencies,
  caller: Caller,
): Promise<{ secret: string; uri: string }> {
  const { pool, cipher } = dependencies;
  if (cipher === null) throw factorsNotOffered();
  await assertFreshProof(dependencies.pool, caller);
  const { id: userId, username } = caller.user;
  const secret = newAppSecret();
  await inTransaction(pool, async (client) => {
    if (!(await beginApp(client, userId, cipher.encrypt({ userId, secret })))) throw appAlreadyAdded();
    await assertSessionIsLive(client, caller);
  });
  return describeApp(secret, username);
}

/**
 * Adds the app with its first code: from now on its codes are asked for. Other sessions, which were made
 * without a code, end. Returns recovery codes, which are shown once, unless the account had a factor before.
 */
export async function confirmAuthenticatorApp(
  dependencies: CodeDependencies,
  caller: Caller,
  typed: string,
): Promise<{ recoveryCodes: string[] }> {
  const { pool, cipher } = dependencies;
  if (cipher === null) throw factorsNotOffered();
  await assertFreshProof(dependencies.pool, caller);
  const { id: userId } = caller.user;
  const source = nameOfSource(caller);
  const codes = newRecoveryCodes();
  let isFirst = true;
  const refusal = await inTransaction(pool, async (client) => {
    isFirst = !(await lockFactorsOf(client, userId)).hasFactor;
    const app = await lockApp(client, userId, source);
    if (app?.isConfirmed === true) throw appAlreadyAdded();
    const secret = app === null || !app.isFresh ? null : cipher.decrypt(app.secret, userId);
    if (app === null || secret === null) throw factorNotBegun();
    const waitS = codeWaitS(app);
    if (waitS > 0) throw tooManyCodes(waitS);
    const code = readCode(typed);
    if (!isAppCode(code)) return wrongCode();
    const refused = await checkAppCode(client, { app, secret, userId, code, source });
    if (refused !== null) return refused;
    if (isFirst) await storeRecoveryCodes(client, userId, codes.map(hashOfRecoveryCode));
    await recordFactorChange(client, caller, 'factor-added');
    await storeProof(client, caller.sessionId);
    return null;
  });
  if (refusal !== null) throw refusal;
  return { recoveryCodes: isFirst ? codes : [] };
}

/** Removes the app, with the recovery codes if it was the last factor, and ends the other sessions. */
export async function removeAuthenticatorApp(dependencies: CodeDependencies, caller: Caller): Promise<void> {
  await assertFreshProof(dependencies.pool, caller);
  await inTransaction(dependencies.pool, async (client) => {
    await lockFactorsOf(client, caller.user.id);
    if (!(await removeApp(client, caller.user.id))) throw noFactor();
    await recordFactorChange(client, caller, 'factor-removed');
  });
}

/** Replaces the recovery codes, the unused ones included. Returns the new ones, which are shown once. */
export async function renewRecoveryCodes(
  dependencies: CodeDependencies,
  caller: Caller,
): Promise<{ recoveryCodes: string[] }> {
  await assertFreshProof(dependencies.pool, caller);
  const { user } = caller;
  const codes = newRecoveryCodes();
  await inTransaction(dependencies.pool, async (client) => {
    const { hasFactor } = await lockFactorsOf(client, user.id);
    if (!hasFactor) throw noFactor();
    await storeRecoveryCodes(client, user.id, codes.map(hashOfRecoveryCode));
    await recordJournalEntry(client, { userId: user.id, actorId: user.id, kind: 'recovery-codes-made' });
    await assertSessionIsLive(client, caller);
  });
  return { recoveryCodes: codes };
}
