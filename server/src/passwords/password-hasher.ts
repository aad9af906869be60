import { hash, verify } from '@node-rs/argon2';
import { createFairLimiter } from '../concurrency/fair-limiter';

/** OWASP's second choice for Argon2id; argon2id is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** More at once would starve every other call on the machine. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 100;

/** By the user or, where none is known yet, the network. */
const limiter = createFairLimiter(MAX_AT_ONCE, MAX_WAITING);

/** Argon2id hash of a password; 503 when too many wait, or too many of the caller's. */
export const hashPassword = (caller: string, password: string): Promise<string> =>
  limiter.run(caller, () => hash(password.normalize('NFC'), COST));

/** True when the password is the one hashed; 503 as `hashPassword`. */
export const isPassword = (caller: string, passwordHash: string, password: string): Promise<boolean> =>
  limiter.admit(caller, () => check(caller, passwordHash, password));

/** Checks a password; against none it takes as long, so that an unknown name cannot be told by the clock. */
export type PasswordCheck = (passwordHash: string | null, password: string) => Promise<boolean>;

/** Work that ends in a check and has its place from the start: 503 as `hashPassword`, before any of it is done. */
export const withPasswordCheck = <Result>(
  caller: string,
  work: (checkPassword: PasswordCheck) => Promise<Result>,
): Promise<Result> =>
  limiter.admit(caller, () => work((passwordHash, password) => check(caller, passwordHash, password)));

/** How many checks run and how many wait, for the metrics. */
export const passwordQueue = limiter.count;

let decoy: Promise<string> | undefined;

async function check(caller: string, passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash('a password that nobody has', COST);
  const against = passwordHash ?? (await decoy);
  return (
    (await limiter.runAdmitted(caller, () => verify(against, password.normalize('NFC')))) &&
    passwordHash !== null
  );
}
