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
 * The fingerprint by which a key sent with another body is refused. A validated body has its fields in the
 * order of its schema. Keys belong to an account, and no two calls that one account may make have the same
 * fields: its role allows one kind of registration (accounts/routes.ts). Keyed with the server's secret,
 * because the body of a registration contains a password, which its stored fingerprint must not give away.
 */
const fingerprintOf = (secret: string, body: object): string =>
  createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex');

/** The key of a call and the fingerprint of its body; both absent without a key. */
interface Keyed {
  readonly key?: string;
  readonly fingerprint?: string;
}

/**
 * Sends a movement with its key and fingerprint; when the key was used with another one, sends it once more
 * with the fingerprint under the previous secret, so that a repeated call is recognised while the secret
 * changes. Such a key is stored, so nothing moves twice.
 */
export async function sendWithKey<Result extends { readonly reason?: string | undefined }>(
  { secret, previousSecret }: FingerprintSecrets,
  [body, key]: readonly [body: object, key: string | undefined],
  send: (keyed: Keyed) => Promise<Result>,
): Promise<Result> {
  if (key === undefined) return send({});
  const result = await send({ key, fingerprint: fingerprintOf(secret, body) });
  if (result.reason !== 'key-reused' || previousSecret === undefined) return result;
  return send({ key, fingerprint: fingerprintOf(previousSecret, body) });
}

/** The secret of fingerprints, and the one that is still accepted. */
export interface FingerprintSecrets {
  readonly secret: string;
  readonly previousSecret: string | undefined;
}
