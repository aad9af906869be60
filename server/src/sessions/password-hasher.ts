import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../errors/refusal';

/** OWASP's second choice for Argon2id; argon2id is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** More at once would starve every other call on the machine (performance 3.3). */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 100;
/** However much one caller asks for, half of the places are left to all others. */
const MAX_OF_CALLER = (MAX_AT_ONCE + MAX_WAITING) / 2;

let running = 0;
/** How many have a place, by caller: the user or, where none is known yet, the network. */
const places = new Map<string, number>();
/** Callers in the order of their turns, each with what waits for it: nobody waits for all that another has asked. */
const waiting = new Map<string, (() => void)[]>();

/** Argon2id hash of a password; 503 when too many wait, or too many of the caller's. */
export const hashPassword = (caller: string, password: string): Promise<string> =>
  inPlace(caller, () => inTurn(caller, () => hash(password.normalize('NFC'), COST)));

/** True when the password is the one hashed; 503 as `hashPassword`. */
export const isPassword = (caller: string, passwordHash: string, password: string): Promise<boolean> =>
  inPlace(caller, () => check(caller, passwordHash, password));

/** Checks a password; against none it takes as long, so that an unknown name cannot be told by the clock. */
export type PasswordCheck = (passwordHash: string | null, password: string) => Promise<boolean>;

/** Work that ends in a check and has its place from the start: 503 as `hashPassword`, before any of it is done. */
export const withPasswordCheck = <Result>(
  caller: string,
  work: (checkPassword: PasswordCheck) => Promise<Result>,
): Promise<Result> =>
  inPlace(caller, () => work((passwordHash, password) => check(caller, passwordHash, password)));

/** How many checks run and how many wait, for the metrics. */
export const passwordQueue = (): { running: number; waiting: number } => ({
  running,
  waiting: [...waiting.values()].reduce((sum, { length }) => sum + length, 0),
});

let decoy: Promise<string> | undefined;

async function check(caller: string, passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash('a password that nobody has', COST);
  const against = passwordHash ?? (await decoy);
  return (await inTurn(caller, () => verify(against, password.normalize('NFC')))) && passwordHash !== null;
}

async function inPlace<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
  const taken = [...places.values()].reduce((sum, count) => sum + count, 0);
  const own = places.get(caller) ?? 0;
  if (taken >= MAX_AT_ONCE + MAX_WAITING || own >= MAX_OF_CALLER) throw unavailable();
  places.set(caller, own + 1);
  try {
    return await work();
  } finally {
    const left = (places.get(caller) ?? 1) - 1;
    if (left === 0) places.delete(caller);
    else places.set(caller, left);
  }
}

async function inTurn<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
  if (running >= MAX_AT_ONCE) {
    await new Promise<void>((resolve) => {
      const own = waiting.get(caller);
      if (own === undefined) waiting.set(caller, [resolve]);
      else own.push(resolve);
    });
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = takeNext();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** One of the caller whose turn it is, which then stands last. */
function takeNext(): (() => void) | undefined {
  for (const [caller, own] of waiting) {
    waiting.delete(caller);
    const next = own.shift();
    if (own.length > 0) waiting.set(caller, own);
    return next;
  }
  return undefined;
}
