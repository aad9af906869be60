import { isIP } from 'node:net';
import type { CreatedPasskey, PasskeyAnswer } from '@palier/shared/contracts/requests';

/** The site that passkeys are bound to: browsers offer them on this origin alone. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** The relying party of the public address; null without one, and for an IP address, which can have none. */
export function relyingPartyOf(publicOrigin: string | undefined): RelyingParty | null {
  if (publicOrigin === undefined) return null;
  const { hostname, origin } = new URL(publicOrigin);
  return isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? { id: hostname, origin } : null;
}

/** ES256, RS256 and EdDSA, by their numbers of COSE. Every authenticator has one of the first two. */
export const ALGORITHMS = [-7, -257, -8];

/** Loaded with the first passkey: it costs a process half a second. */
const library = () => import('@simplewebauthn/server');

/**
 * Reads the challenge from the client data of a passkey's answer. Returns null when the data cannot be read,
 * and when `crossOrigin` says that a page of another origin had framed ours: the library accepts such an
 * answer.
 */
export function challengeOf(clientDataJSON: string): Buffer | null {
  try {
    const { challenge, crossOrigin = false } = JSON.parse(
      Buffer.from(clientDataJSON, 'base64url').toString(),
    ) as { challenge?: unknown; crossOrigin?: unknown };
    const isOurs = typeof challenge === 'string' && crossOrigin === false;
    return isOurs ? Buffer.from(challenge, 'base64url') : null;
  } catch {
    return null;
  }
}

export interface VerifiedPasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
}

/** The key of a new passkey; null unless it answers the challenge on our origin and has verified its user. */
export async function readCreatedPasskey(
  party: RelyingParty,
  challenge: Buffer,
  { id, clientDataJSON, attestationObject }: CreatedPasskey,
): Promise<VerifiedPasskey | null> {
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused);
  if (registrationInfo === undefined) return null;
  const { credential } = registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
  };
}

/** A stored passkey, as its signature is checked. */
export interface PasskeyKey {
  readonly publicKey: Buffer;
  readonly counter: number;
}

/**
 * The counter of a signature; null unless the passkey signed the challenge on our origin, with its user
 * verified, and its counter has risen (or is 0, as before).
 */
export async function counterOfSignature(
  party: RelyingParty,
  challenge: Buffer,
  { publicKey, counter }: PasskeyKey,
  { id, ...response }: PasskeyAnswer,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id, publicKey: Uint8Array.from(publicKey), counter },
  }).catch(refused);
  return verified && authenticationInfo !== undefined ? authenticationInfo.newCounter : null;
}

/** The library throws for each answer that it does not accept. */
const refused = () =>
  ({ verified: false, registrationInfo: undefined, authenticationInfo: undefined }) as const;
