import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { invalidIdempotencyKey } from './errors';

/** Visible ASCII characters. */
export const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/** The call's Idempotency-Key, or undefined: a call without a key is not idempotent. */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY_PATTERN.test(key)) throw invalidIdempotencyKey();
  return key;
}

/**
 * The fingerprint by which a key sent with another body is refused. Keyed with the server's secret, because the body of a
 * registration contains a password, which its stored fingerprint must not give away.
 */
export const fingerprintOf = (secret: string, call: string, body: object): string =>
  createHmac('sha256', secret)
    .update(call)
    .update(JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');

/**
 * Sends a movement with its fingerprint; when its key was used with another one, sends it once more with the fingerprint under the
 * previous secret, so that a repeated call is recognised while the secret changes. Such a key is stored, so nothing moves twice.
 */
export async function withFingerprints<Result extends { readonly reason?: string | undefined }>(
  { secret, previousSecret }: FingerprintSecrets,
  call: string,
  body: object,
  send: (fingerprint: string) => Promise<Result>,
): Promise<Result> {
  const result = await send(fingerprintOf(secret, call, body));
  if (result.reason !== 'key-reused' || previousSecret === undefined) return result;
  return send(fingerprintOf(previousSecret, call, body));
}

/** The secret of fingerprints, and the one that is still accepted. */
export interface FingerprintSecrets {
  readonly secret: string;
  readonly previousSecret: string | undefined;
}
