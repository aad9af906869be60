import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { releaseSignatureSchema, type ReleaseSignature } from '@palier/shared/contracts/releases';

/**
 * The documents of a release store that are signed. The kind is signed too, so that one never passes for the
 * other.
 */
export type SignedKind = 'registry' | 'version';

const signedText = (kind: SignedKind, text: string): Buffer => Buffer.from(`palier ${kind}\n${text}`);

/** The public key of a private Ed25519 key, in the form of `publicKeySchema`. */
export const publicKeyOf = (privateKey: KeyObject): string =>
  createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '';

export const signRelease = (privateKey: KeyObject, kind: SignedKind, text: string): ReleaseSignature => ({
  key: publicKeyOf(privateKey),
  value: sign(null, signedText(kind, text), privateKey).toString('base64'),
});

/** Whether one of the trusted keys signed the text. */
export function isSignedBy(
  trustedKeys: readonly string[],
  kind: SignedKind,
  text: string,
  { key, value }: ReleaseSignature,
): boolean {
  if (!trustedKeys.includes(key)) return false;
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
  return verify(null, signedText(kind, text), publicKey, Buffer.from(value, 'base64'));
}

/**
 * The text that the signature of a registry is made of: the registry without the signature, which is its last
 * member.
 */
export function registryText(registry: object): string {
  const { signature: _signature, ...rest } = registry as { signature?: unknown };
  return JSON.stringify(rest);
}

/** Whether one of the trusted keys signed the registry as it is. */
export function isSignedRegistry(trustedKeys: readonly string[], registry: object): boolean {
  const signature = releaseSignatureSchema.safeParse((registry as { signature?: unknown }).signature);
  return signature.success && isSignedBy(trustedKeys, 'registry', registryText(registry), signature.data);
}
