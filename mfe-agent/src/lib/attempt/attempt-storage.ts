import { Subject } from '@palier/shared/rxjs';
import { readStored, writeStored } from '@palier/shared/session';

/**
 * Only this module writes names with this prefix, so what is stored is an attempt unless it was edited by
 * hand.
 */
const STORAGE_PREFIX = 'palier.agent.attempt.';

/** Describes an attempt to the agent. `amount` is in TND, null when the typed text is not an amount. */
export interface AttemptSummary {
  readonly agentId: number;
  readonly kind: 'DEPOSIT' | 'WITHDRAWAL' | 'USER_CREATION';
  readonly username: string;
  readonly amount: number | null;
}

export interface Attempt extends AttemptSummary {
  readonly key: string;
  readonly digest: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** Emits after the stored attempts have changed. */
export const attemptsChanged$ = new Subject<void>();

/** Emits each attempt whose answer was lost and that the server has carried out. */
export const carriedOut$ = new Subject<Attempt>();

/** Names saved by this page. A browser that blocks storage does not list them. */
const savedNames = new Set<string>();

function storedNames(): string[] {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(STORAGE_PREFIX));
  } catch {
    return [];
  }
}

function read(name: string): Attempt | null {
  try {
    return JSON.parse(readStored('sessionStorage', name) ?? 'null') as Attempt | null;
  } catch {
    return null;
  }
}

/** The attempts of an agent that this tab has stored, also before a reload. */
export const storedAttempts = (agentId: number): Attempt[] =>
  [...new Set([...storedNames(), ...savedNames])]
    .map(read)
    .filter((attempt) => attempt !== null)
    .filter((attempt) => attempt.agentId === agentId);

export function saveAttempt(attempt: Attempt): void {
  savedNames.add(STORAGE_PREFIX + attempt.key);
  writeStored('sessionStorage', STORAGE_PREFIX + attempt.key, JSON.stringify(attempt));
}

export function removeAttempt(key: string): void {
  writeStored('sessionStorage', STORAGE_PREFIX + key, null);
}
