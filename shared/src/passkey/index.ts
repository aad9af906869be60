/** Not a singleton: each package bundles a copy, in chunks that load where a passkey may be used. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import {
  passkeyChallengeSchema,
  type NewPasskey,
  type PasskeyChallenge,
} from '@palier/shared/contracts/factors';
import type { CreatedPasskey, PasskeyAnswer } from '@palier/shared/contracts/requests';
import { http, noContent } from '@palier/shared/http';

/** Whether the browser has passkeys: only on https and on localhost. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window;

/** The passkey that the user chooses signs the challenge. Rejects when the user gives up. */
async function sign(optionsJSON: PasskeyChallenge): Promise<PasskeyAnswer> {
  const { id, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return { id, clientDataJSON, authenticatorData, signature, userHandle };
}

/** What a passkey signs for a sign-in. */
export const signForSignIn = async (): Promise<PasskeyAnswer> =>
  sign(await http.post('/auth/passkey/challenge', undefined, passkeyChallengeSchema));

/** Proves with a passkey who the caller is, for five minutes. */
export async function proveByPasskey(): Promise<void> {
  const passkey = await sign(await http.post('/auth/proof/challenge', undefined, passkeyChallengeSchema));
  await http.post('/auth/proof', { passkey }, noContent);
}

/** The user's device makes a passkey. Rejects when the user gives up, or it has one of the account. */
export async function createPasskey(options: NewPasskey): Promise<CreatedPasskey> {
  const { id, response } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject } = response;
  return { id, clientDataJSON, attestationObject };
}
