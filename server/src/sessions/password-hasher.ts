import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../errors/refusal';

/** OWASP's second choice for Argon2id; argon2id is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** More at once would starve every other call on the machine (performance 3.3). */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 100;

let places = 0;
let running = 0;
const waiting: (() => void)[] = [];

/** Argon2id hash of a password; 503 when too many wait. */
export const hashPassword = (password: string): Promise<string> =>
  inPlace(() => inTurn(() => hash(password.normalize('NFC'), COST)));

/** True when the password is the one hashed; 503 when too many wait. */
export const isPassword = (passwordHash: string, password: string): Promise<boolean> =>
  inPlace(() => check(passwordHash, password));

/** Checks a password; against none it takes as long, so that an unknown name cannot be told by the clock. */
export type PasswordCheck = (passwordHash: string | null, password: string) => Promise<boolean>;

/** Work that ends in a check and has its place from the start: 503 when too many wait, before any of it is done. */
export const withPasswordCheck = <Result>(
  work: (checkPassword: PasswordCheck) => Promise<Result>,
): Promise<Result> => inPlace(() => work(check));

/** How many checks run and how many wait, for the metrics. */
export const passwordQueue = (): { running: number; waiting: number } => ({
  running,
  waiting: waiting.length,
});

let decoy: Promise<string> | undefined;

async function check(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash('a password that nobody has', COST);
  const against = passwordHash ?? (await decoy);
  return (await inTurn(() => verify(against, password.normalize('NFC')))) && passwordHash !== null;
}

async function inPlace<Result>(work: () => Promise<Result>): Promise<Result> {
  if (places >= MAX_AT_ONCE + MAX_WAITING) throw unavailable();
  places += 1;
  try {
    return await work();
  } finally {
    places -= 1;
  }
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= MAX_AT_ONCE) {
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
