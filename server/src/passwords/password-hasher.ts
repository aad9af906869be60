import { hash, verify } from '@node-rs/argon2';
import { createFairLimiter, type FairLimiter } from '../concurrency/fair-limiter';

/** OWASP's second recommendation for Argon2id, which is the library's default algorithm. */
const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** More concurrent hashes would slow down all other calls. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 100;
const PLACES_OF_USER = 4;

const limiter = createFairLimiter(MAX_AT_ONCE, MAX_WAITING);
/** Half of the places: signed-in users leave the other half to logins. */
const changes = createFairLimiter(MAX_AT_ONCE, MAX_WAITING / 2 - 1, PLACES_OF_USER);

/** Reserves a place for a login of a network, so that 503 is answered before any work is done. */
export const admitLogin: FairLimiter['admit'] = limiter.admit;

/**
 * Reserves a place for a user who changes a password or registers an account; 503 when the user has four
 * under way.
 */
export const admitChange: FairLimiter['admit'] = (user, work) =>
  changes.admit(user, () => limiter.admit(user, work));

/** Within admitted work: the Argon2id hash of a password. */
export const hashPassword = (caller: string, password: string): Promise<string> =>
  limiter.runAdmitted(caller, () => hash(password.normalize('NFC'), HASH_COST));

let decoy: Promise<string> | undefined;

/**
 * Within admitted work: true when the password matches the hash. Without a hash the check takes as long, so
 * that the time does not reveal which names exist.
 */
export async function isPassword(
  caller: string,
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  decoy ??= hash('a password without an account', HASH_COST);
  const against = passwordHash ?? (await decoy);
  return (
    (await limiter.runAdmitted(caller, () => verify(against, password.normalize('NFC')))) &&
    passwordHash !== null
  );
}

/** Running and waiting password checks, for the metrics. */
export const countPasswordChecks = limiter.count;
