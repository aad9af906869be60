import { readStored, writeStored } from '@palier/shared/session';

const STORAGE_PREFIX = 'palier.agent.attempt.';
const KINDS = ['DEPOSIT', 'WITHDRAWAL', 'USER_CREATION'] as const;

/** What an attempt was about, enough to describe it. `amount` in TND, null where what was typed is no amount. */
export interface AttemptSummary {
  readonly agentId: number;
  readonly kind: (typeof KINDS)[number];
  readonly username: string;
  readonly amount: number | null;
}

export interface Attempt extends AttemptSummary {
  readonly key: string;
  readonly digest: number;
  /** Milliseconds since the epoch; absent in an attempt that an earlier version kept. */
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

/** The attempts that this page has kept: a browser that refuses its storage (cookies blocked, full quota) does not list them. */
const keptHere = new Set<string>();

function storedNames(): string[] {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(STORAGE_PREFIX));
  } catch {
    return [];
  }
}

function read(name: string): unknown {
  try {
    return JSON.parse(readStored('sessionStorage', name) ?? 'null');
  } catch {
    return null;
  }
}

/** The attempts of an agent that are kept in this tab, across reloads where the browser allows it. */
export const keptAttempts = (agentId: number): Attempt[] =>
  [...new Set([...storedNames(), ...keptHere])]
    .map(read)
    .filter(isAttempt)
    .filter((attempt) => attempt.agentId === agentId);

export function keep(attempt: Attempt): void {
  keptHere.add(STORAGE_PREFIX + attempt.key);
  writeStored('sessionStorage', STORAGE_PREFIX + attempt.key, JSON.stringify(attempt));
}

export function forget(key: string): void {
  keptHere.delete(STORAGE_PREFIX + key);
  writeStored('sessionStorage', STORAGE_PREFIX + key, null);
}

const listeners = new Set<() => void>();

/** Tells the listeners that the kept attempts have changed. */
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
