import { hash, verify } from '@node-rs/argon2';
import { createFairLimiter } from '../concurrency/fair-limiter';

/** OWASP's second recommendation for Argon2id, which is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** More concurrent hashes would slow down all other calls. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 100;

/** The caller is a user or, before the login, a network. */
const limiter = createFairLimiter(MAX_AT_ONCE, MAX_WAITING);

/** Argon2id hash of a password; 503 when the queue, or the caller's part of it, is full. */
export const hashPassword = (caller: string, password: string): Promise<string> =>
  limiter.run(caller, () => hash(password.normalize('NFC'), COST));

/** True when the password matches the hash; 503 like `hashPassword`. */
export const isPassword = (caller: string, passwordHash: string, password: string): Promise<boolean> =>
  limiter.admit(caller, () => check(caller, passwordHash, password));

/** Checks a password. Without a hash it takes as long, so that the time does not reveal which names exist. */
type PasswordCheck = (passwordHash: string | null, password: string) => Promise<boolean>;

/** Runs work that ends in a check; its place is reserved first, so that 503 is answered before any work is done. */
export const withPasswordCheck = <Result>(
  caller: string,
  work: (checkPassword: PasswordCheck) => Promise<Result>,
): Promise<Result> =>
  limiter.admit(caller, () => work((passwordHash, password) => check(caller, passwordHash, password)));

/** Running and waiting password checks, for the metrics. */
export const countPasswordChecks = limiter.count;

let decoy: Promise<string> | undefined;

async function check(caller: string, passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash('a password without an account', COST);
  const against = passwordHash ?? (await decoy);
  return (
    (await limiter.runAdmitted(caller, () => verify(against, password.normalize('NFC')))) &&
    passwordHash !== null
  );
}
