import { busEvents, type Bus, type BusEventType } from '@palier/shared/bus';
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
  outcome: 'heard' | 'unheard' | 'refused';
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

/** Logs the events of `bus` from now on. Listeners that came before are not counted, so the call comes before the first of them. */
export function watchBus(bus: Bus): void {
  const original = { ...bus };
  const listeners = new Map<BusEventType, number>();
  const count = (type: BusEventType, change: 1 | -1): void =>
    void listeners.set(type, (listeners.get(type) ?? 0) + change);
  let emitting: LoggedEvent | null = null;
  let lastId = 0;

  // Called before all other listeners, so `emitting` is not yet an event that one of them emits.
  for (const type of Object.keys(busEvents) as BusEventType[])
    original.on(type, () => {
      if (emitting !== null) emitting.outcome = (listeners.get(type) ?? 0) > 0 ? 'heard' : 'unheard';
    });

  bus.on = (type, listener) => {
    const stop = original.on(type, listener);
    count(type, 1);
    let isStopped = false;
    return () => {
      if (!isStopped) count(type, -1);
      isStopped = true;
      stop();
    };
  };
  bus.emit = (type, payload) => {
    lastId += 1;
    const event: LoggedEvent = {
      id: lastId,
      at: Date.now(),
      type: String(type),
      payload: textOf(payload),
      outcome: 'refused',
    };
    const outer = emitting;
    emitting = event;
    original.emit(type, payload);
    emitting = outer;
    busLog$.next([event, ...busLog$.value].slice(0, KEPT_EVENTS));
  };
}
