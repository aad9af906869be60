import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../errors/refusal';

/** OWASP's second choice for Argon2id; argon2id is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** More at once would starve every other call on the machine (performance 3.3). */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 100;

let running = 0;
const waiting: (() => void)[] = [];

/** Argon2id hash of a password; 503 when too many wait. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize('NFC'), COST));

/** True when the password is the one hashed. */
export const isPassword = (passwordHash: string, password: string): Promise<boolean> =>
  inTurn(() => verify(passwordHash, password.normalize('NFC')));

/** How many checks run and how many wait, for the metrics. */
export const passwordQueue = (): { running: number; waiting: number } => ({
  running,
  waiting: waiting.length,
});

let decoy: Promise<string> | undefined;

/** Takes as long as a real check, so that an unknown name cannot be told by the clock. */
export async function spendPasswordCheck(password: string): Promise<void> {
  decoy ??= hash('a password that nobody has', COST);
  await isPassword(await decoy, password);
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= MAX_AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw unavailable();
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
