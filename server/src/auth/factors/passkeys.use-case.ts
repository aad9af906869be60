import type { NewPasskey } from '@palier/shared/contracts/factors';
import type { AddPasskey } from '@palier/shared/contracts/requests';
import { inTransaction } from '../../database/pool';
import type { Caller } from '../../sessions/authenticate';
import { noSuchPasskey, tooManyPasskeys, wrongPasskey } from '../errors';
import { hashOfRecoveryCode, newRecoveryCodes } from './authenticator-code';
import { lockFactorsOf, storeProof, storeRecoveryCodes } from './factor.repository';
import { recordFactorChange } from './record-factor-change';
import { ALGORITHMS, challengeOf, readCreatedPasskey } from './passkey-check';
import {
  deletePasskey,
  insertPasskey,
  readPasskeysOf,
  storeChallenge,
  takeChallenge,
} from './passkey.repository';
import { assertFreshProof } from './prove-identity.use-case';
import { newRandomBytes, partyOf, TIMEOUT_MS, type PasskeyDependencies } from './use-passkey';

const MAX_PASSKEYS = 10;

/** Begins to add a passkey: what the browser makes it of. */
export async function beginPasskey(dependencies: PasskeyDependencies, caller: Caller): Promise<NewPasskey> {
  const { id } = partyOf(dependencies);
  const { pool } = dependencies;
  const { user } = caller;
  await assertFreshProof(dependencies.pool, caller);
  const own = await readPasskeysOf(pool, user.id);
  if (own.credentialIds.length >= MAX_PASSKEYS) throw tooManyPasskeys();
  const challenge = newRandomBytes();
  const userHandle = own.userHandle ?? newRandomBytes();
  await storeChallenge(pool, { purpose: 'addition', caller }, { challenge, userHandle });
  return {
    challenge: challenge.toString('base64url'),
    rp: { id, name: 'Palier' },
    user: { id: userHandle.toString('base64url'), name: user.username, displayName: user.username },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: TIMEOUT_MS,
    attestation: 'none',
    excludeCredentials: own.credentialIds.map((credential) => ({
      id: credential.toString('base64url'),
      type: 'public-key',
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/**
 * Adds a passkey: from now on a factor is asked for after the password. Other sessions end. Returns recovery
 * codes, which are shown once, unless the account had a second factor before.
 */
export async function addPasskey(
  dependencies: PasskeyDependencies,
  caller: Caller,
  { name, passkey }: AddPasskey,
): Promise<{ recoveryCodes: string[] }> {
  const party = partyOf(dependencies);
  const { pool } = dependencies;
  const { user, sessionId } = caller;
  await assertFreshProof(dependencies.pool, caller);
  const challenge = challengeOf(passkey.clientDataJSON);
  const taken = challenge && (await takeChallenge(pool, { purpose: 'addition', caller }, challenge));
  if (!challenge || !taken?.userHandle) throw wrongPasskey();
  const { userHandle } = taken;
  const verified = await readCreatedPasskey(party, challenge, passkey);
  if (verified === null) throw wrongPasskey();
  return inTransaction(pool, async (client) => {
    const { hasFactor } = await lockFactorsOf(client, user.id);
    const { credentialIds } = await readPasskeysOf(client, user.id);
    if (credentialIds.length >= MAX_PASSKEYS) throw tooManyPasskeys();
    if (!(await insertPasskey(client, { ...verified, userId: user.id, userHandle, name })))
      throw wrongPasskey();
    const recoveryCodes = hasFactor ? [] : newRecoveryCodes();
    if (!hasFactor) await storeRecoveryCodes(client, user.id, recoveryCodes.map(hashOfRecoveryCode));
    await recordFactorChange(client, caller, 'factor-added');
    await storeProof(client, sessionId);
    return { recoveryCodes };
  });
}

/** Removes a passkey, with the recovery codes if it was the last factor, and ends the other sessions. */
export async function removePasskey(
  dependencies: PasskeyDependencies,
  caller: Caller,
  id: number,
): Promise<void> {
  await assertFreshProof(dependencies.pool, caller);
  await inTransaction(dependencies.pool, async (client) => {
    await lockFactorsOf(client, caller.user.id);
    if (!(await deletePasskey(client, caller.user.id, id))) throw noSuchPasskey();
    await recordFactorChange(client, caller, 'factor-removed');
  });
}
