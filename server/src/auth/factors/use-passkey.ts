import { randomBytes } from 'node:crypto';
import type { PasskeyChallenge } from '@palier/shared/contracts/factors';
import type { PasskeyAnswer } from '@palier/shared/contracts/requests';
import type { Pool } from '../../database/pool';
import { passkeysNotOffered, wrongPasskey } from '../errors';
import { challengeOf, counterOfSignature, type RelyingParty } from './passkey-check';
import {
  findPasskey,
  notePasskeyUse,
  storeChallenge,
  takeChallenge,
  type ChallengeUse,
  type StoredPasskey,
} from './passkey.repository';

export interface PasskeyDependencies {
  readonly pool: Pool;
  /** Null without a public address. */
  readonly relyingParty: RelyingParty | null;
}

/** More than the 16 bytes that Web Authentication asks for. */
const CHALLENGE_BYTES = 32;
/** How long a browser waits for its user; a challenge is accepted for three minutes. */
export const TIMEOUT_MS = 120_000;

/** Random bytes, as a challenge or as the handle of a user. */
export const newRandomBytes = (): Buffer => randomBytes(CHALLENGE_BYTES);

/** The relying party; throws where the operator has set no public address. */
export function partyOf({ relyingParty }: PasskeyDependencies): RelyingParty {
  if (relyingParty === null) throw passkeysNotOffered();
  return relyingParty;
}

/** A challenge for any passkey of this site: the browser knows them, so no account is named before. */
export async function beginPasskeyUse(
  dependencies: PasskeyDependencies,
  use: ChallengeUse,
): Promise<PasskeyChallenge> {
  const { id } = partyOf(dependencies);
  const challenge = newRandomBytes();
  await storeChallenge(dependencies.pool, use, { challenge });
  return {
    challenge: challenge.toString('base64url'),
    rpId: id,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  };
}

/**
 * Checks the answer of a passkey and uses its challenge up. Returns the passkey; throws one refusal for all
 * that is wrong. With `ofUserId`, passkeys of other accounts are refused too.
 */
export async function assertRightPasskey(
  dependencies: PasskeyDependencies,
  use: ChallengeUse,
  answer: PasskeyAnswer,
  ofUserId?: number,
): Promise<Pick<StoredPasskey, 'userId' | 'factorChanges'>> {
  const party = partyOf(dependencies);
  const { pool } = dependencies;
  const challenge = challengeOf(answer.clientDataJSON);
  if (challenge === null || (await takeChallenge(pool, use, challenge)) === null) throw wrongPasskey();
  const passkey = await findPasskey(pool, Buffer.from(answer.id, 'base64url'));
  if (
    passkey === null ||
    (ofUserId !== undefined && passkey.userId !== ofUserId) ||
    !passkey.userHandle.equals(Buffer.from(answer.userHandle, 'base64url'))
  )
    throw wrongPasskey();
  const counter = await counterOfSignature(party, challenge, passkey, answer);
  if (counter === null || !(await notePasskeyUse(pool, passkey.id, counter))) throw wrongPasskey();
  return passkey;
}
