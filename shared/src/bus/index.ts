/** Singleton of the page: the typed event bus. */
import { Subject } from '../rxjs';
import { busEvents, type BusEventType, type BusPayload } from './events';

export { busEvents, type BusEventType, type BusPayload, type UndoOffer } from './events';

interface BusMessage {
  readonly type: BusEventType;
  readonly payload: unknown;
}

/** Events are facts, validated when they are emitted (section 7 of docs/design.md). */
export interface Bus {
  /** Emits an event. An unknown type or an invalid payload is dropped and counted; nothing is thrown. */
  emit<Type extends BusEventType>(type: Type, payload: BusPayload<Type>): void;
  /**
   * Listens to one type; returns a function that stops. A listener that throws does not affect the others.
   */
  on<Type extends BusEventType>(type: Type, listener: (payload: BusPayload<Type>) => void): () => void;
  droppedCount(): number;
}

/** The first dropped events are logged, then every hundredth. */
const SHOWN_DROPS = 20;
const SHOWN_EVERY = 100;

/** Creates a bus, for tests; a page uses only `bus`. */
export function createBus(): Bus {
  const messages$ = new Subject<BusMessage>();
  let dropped = 0;

  const drop = (type: unknown, why: string): void => {
    dropped += 1;
    const isShown = dropped <= SHOWN_DROPS || dropped % SHOWN_EVERY === 0;
    if (process.env.NODE_ENV === 'production' || !isShown) return;
    console.warn(`bus: dropped ${typeof type === 'string' ? type : typeof type}: ${why} (${dropped} in all)`);
  };

  return {
    emit(type, payload) {
      if (typeof type !== 'string' || !Object.hasOwn(busEvents, type)) return drop(type, 'unknown type');
      const { version, payload: schema } = busEvents[type];
      let parsed;
      try {
        parsed = schema.safeParse(payload);
      } catch {
        return drop(type, 'payload threw while it was read');
      }
      if (!parsed.success) return drop(type, `payload does not match version ${version}`);
      messages$.next({ type, payload: parsed.data });
    },
    on(type, listener) {
      const subscription = messages$.subscribe((message) => {
        if (message.type !== type) return;
        try {
          listener(message.payload as BusPayload<typeof type>);
        } catch (error) {
          console.error(`bus: a listener of ${type} threw`, error);
        }
      });
      return () => subscription.unsubscribe();
    },
    droppedCount: () => dropped,
  };
}

export const bus: Bus = createBus();
