import { unavailable } from './errors/refusal';

/** Work of which few run at once, by callers in turns. */
export interface Turns {
  /** Gives work a place from its start: 503 when too many have one, or half of them are the caller's. */
  readonly inPlace: <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>;
  /** Runs the part of such work that has to wait for its turn. */
  readonly inTurn: <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>;
  /** Both, for work that is nothing but that part. */
  readonly take: <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>;
  /** How many run and how many wait. */
  readonly count: () => { running: number; waiting: number };
}

/** At most `atOnce` run and `mostWaiting` wait. However much one caller asks for, half of the places are left to all others. */
export function createTurns(atOnce: number, mostWaiting: number): Turns {
  const most = atOnce + mostWaiting;
  let running = 0;
  /** How many have a place, by caller. */
  const places = new Map<string, number>();
  /** Callers in the order of their turns, each with what waits for it: nobody waits for all that another has asked. */
  const waiting = new Map<string, (() => void)[]>();

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

  const turns: Turns = {
    async inPlace(caller, work) {
      const taken = [...places.values()].reduce((sum, count) => sum + count, 0);
      const own = places.get(caller) ?? 0;
      if (taken >= most || own >= most / 2) throw unavailable();
      places.set(caller, own + 1);
      try {
        return await work();
      } finally {
        const left = (places.get(caller) ?? 1) - 1;
        if (left === 0) places.delete(caller);
        else places.set(caller, left);
      }
    },
    async inTurn(caller, work) {
      if (running >= atOnce) {
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
    },
    take: (caller, work) => turns.inPlace(caller, () => turns.inTurn(caller, work)),
    count: () => ({
      running,
      waiting: [...waiting.values()].reduce((sum, { length }) => sum + length, 0),
    }),
  };
  return turns;
}
