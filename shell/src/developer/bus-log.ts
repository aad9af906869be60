import type { Bus } from '@palier/shared/bus';
import { BehaviorSubject } from '@palier/shared/rxjs';

const KEPT_EVENTS = 100;

export interface LoggedEvent {
  readonly id: number;
  /** In ms since the epoch. */
  readonly at: number;
  readonly type: string;
  /** The payload as it was emitted. */
  readonly payload: string;
  /** `refused`: unknown type or invalid payload; `unheard`: no listener at that moment. */
  readonly outcome: 'heard' | 'unheard' | 'refused';
}

/** The newest event first. */
export const busLog$ = new BehaviorSubject<readonly LoggedEvent[]>([]);

function textOf(payload: unknown): string {
  try {
    return JSON.stringify(payload) ?? String(payload);
  } catch {
    return typeof payload;
  }
}

function outcomeOf(isHeard: boolean, isDropped: boolean): LoggedEvent['outcome'] {
  if (isHeard) return 'heard';
  return isDropped ? 'refused' : 'unheard';
}

/**
 * Logs the events of `bus` from now on. Listeners that came before are not noticed, so the call comes before
 * the first of them.
 */
export function watchBus(bus: Bus): void {
  const original = { ...bus };
  let isHeard = false;
  let lastId = 0;

  bus.on = (type, listener) =>
    original.on(type, (received) => {
      isHeard = true;
      listener(received);
    });
  bus.emit = (type, payload) => {
    lastId += 1;
    const event = { id: lastId, at: Date.now(), type: String(type), payload: textOf(payload) };
    const droppedBefore = original.droppedCount();
    const wasHeard = isHeard;
    isHeard = false;
    original.emit(type, payload);
    const outcome = outcomeOf(isHeard, original.droppedCount() > droppedBefore);
    // A listener that emitted this event has an outer event, whose flag was overwritten above.
    isHeard = wasHeard;
    busLog$.next([{ ...event, outcome }, ...busLog$.value].slice(0, KEPT_EVENTS));
  };
}
