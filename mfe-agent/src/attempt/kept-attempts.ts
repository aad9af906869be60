const STORAGE_PREFIX = 'palier.agent.attempt.';
const KINDS = ['DEPOSIT', 'WITHDRAWAL', 'USER_CREATION'] as const;

/** What an attempt was about, enough to say it in words. `amount` in TND, null where what was typed is none. */
export interface AttemptSummary {
  readonly agentId: number;
  readonly kind: (typeof KINDS)[number];
  readonly username: string;
  readonly amount: number | null;
}

export interface Attempt extends AttemptSummary {
  readonly key: string;
  readonly digest: number;
  /** Milliseconds since the epoch; one that was kept before an upgrade does not say. */
  readonly startedAt?: number;
}

function isAttempt(value: unknown): value is Attempt {
  const candidate = value as Partial<Attempt> | null;
  return (
    typeof candidate === 'object' &&
    typeof candidate?.key === 'string' &&
    typeof candidate.digest === 'number' &&
    typeof candidate.agentId === 'number' &&
    typeof candidate.username === 'string' &&
    (candidate.amount === null || typeof candidate.amount === 'number') &&
    KINDS.some((kind) => kind === candidate.kind)
  );
}

/** What the browser would not keep (cookies blocked, full quota), by its key: it lives as long as the page. */
const inMemory = new Map<string, Attempt>();

function read(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

function storedNames(): string[] {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(STORAGE_PREFIX));
  } catch {
    return [];
  }
}

/** The attempts of an agent that are kept in this tab, across reloads where the browser allows it. */
export const keptAttempts = (agentId: number): Attempt[] =>
  [...storedNames().map(read).filter(isAttempt), ...inMemory.values()].filter(
    (attempt) => attempt.agentId === agentId,
  );

export function keep(attempt: Attempt): void {
  try {
    sessionStorage.setItem(STORAGE_PREFIX + attempt.key, JSON.stringify(attempt));
    inMemory.delete(attempt.key);
  } catch {
    inMemory.set(attempt.key, attempt);
  }
}

export function forget(key: string): void {
  inMemory.delete(key);
  try {
    sessionStorage.removeItem(STORAGE_PREFIX + key);
  } catch {
    // What cannot be removed could not be kept.
  }
}

const listeners = new Set<() => void>();

/** Tells whoever shows lost attempts to look again. */
export const announceChange = (): void => listeners.forEach((listener) => listener());

/** Calls `listener` at every change; returns the function that stops it. */
export function onAttemptsChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const carriedOutListeners = new Set<(attempt: Attempt) => void>();

/** Tells the form that sent an attempt that it was carried out, as its own answer would have. */
export const announceCarriedOut = (attempt: Attempt): void =>
  carriedOutListeners.forEach((listener) => listener(attempt));

/** Calls `listener` with each attempt that is found to have been carried out; returns the function that stops it. */
export function onCarriedOut(listener: (attempt: Attempt) => void): () => void {
  carriedOutListeners.add(listener);
  return () => void carriedOutListeners.delete(listener);
}
