import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusals/refusal';

/** Visible ASCII, as the header carries it. */
export const KEY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/** The call's Idempotency-Key, or undefined: without one the call works, just not idempotent (section 3 of docs/design.md). */
export function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY_PATTERN.test(key)) {
    throw new Refusal('invalid-input', "L'en-tête Idempotency-Key est invalide.");
  }
  return key;
}

/**
 * Tells two bodies apart. Keyed with the server's secret, because a register body holds a password that its stored
 * fingerprint must not give away.
 */
export const fingerprintOf = (secret: string, call: string, body: object): string =>
  createHmac('sha256', secret)
    .update(call)
    .update(JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');

export const keyReused = (): Refusal =>
  new Refusal('invalid-idempotency', "Cette clé d'idempotence a déjà servi à une autre demande.");

/** The caller asked what became of this key before the call arrived, and was told that it was not carried out. */
export const attemptAbandoned = (): Refusal =>
  new Refusal(
    'abandoned',
    "Cette demande a été abandonnée avant d'arriver. Rien n'a été fait\u00a0; veuillez la refaire.",
  );
