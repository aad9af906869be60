import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Palier';
/** The length that RFC 4226 recommends. */
const SECRET_BYTES = 20;
const STEP_MS = 30_000;
/** Codes of the step before and the step after are accepted, because the clock of a phone may be wrong. */
const STEPS_AROUND = 1;
const CODE = /^\d{6}$/;

const totpOf = (secret: Uint8Array, label: string): TOTP =>
  new TOTP({ issuer: ISSUER, label, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });

/** A new secret of an app. */
export const newAppSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** What a person enters in an app: the secret as text, and the address that an app reads from a QR code. */
export function describeApp(secret: Uint8Array, username: string): { secret: string; uri: string } {
  const totp = totpOf(secret, username);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step of a code at a moment, or null for a code of another moment or another secret. */
export function stepOfCode(secret: Uint8Array, code: string, atMs: number): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: atMs, window: STEPS_AROUND });
  return delta === null ? null : Math.floor(atMs / STEP_MS) + delta;
}

/** A code as people type it: spaces and hyphens do not count. */
export const readCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();

/** Whether it has the form of an app's code; any other is taken for a recovery code. */
export const isAppCode = (code: string): boolean => CODE.test(code);

/** Without I, L, O and U, which are misread. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_CODES = 8;
const RECOVERY_LENGTH = 24;
const GROUP = /.{4}(?=.)/g;

/** Codes of 120 random bits, in groups of four. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(RECOVERY_LENGTH)]
      .map((byte) => LETTERS[byte % LETTERS.length])
      .join('')
      .replaceAll(GROUP, '$&-'),
  );

/** The hash of a recovery code. Its many random bits make a salt needless. */
export const hashOfRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(readCode(code)).digest();
