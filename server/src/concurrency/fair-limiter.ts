import { unavailable } from '../refusals/refusal';

/** Lets a few pieces of work run at once and others wait, and gives the callers turns. */
export interface FairLimiter {
  /** Gives work a place, running or waiting, until it ends: 503 when all places are taken, or half of them by the caller. */
  readonly admit: <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>;
  /** Within admitted work: runs the part that is limited, when the caller's turn comes. */
  readonly runAdmitted: <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>;
  /** Admits and runs work that is limited as a whole. */
  readonly run: <Result>(caller: string, work: () => Promise<Result>) => Promise<Result>;
  /** How many run and how many wait. */
  readonly count: () => { running: number; waiting: number };
}

/** At most `atOnce` run and `mostWaiting` wait. However much one caller asks for, half of the places are left to the others. */
export function createFairLimiter(atOnce: number, mostWaiting: number): FairLimiter {
  const most = atOnce + mostWaiting;
  let running = 0;
  /** The number of places taken, by caller. */
  const places = new Map<string, number>();
  /** Callers in the order of their turns, each with its own queue, so that nobody waits for everything another has asked. */
  const waiting = new Map<string, (() => void)[]>();

  /** The next piece of work of the caller whose turn it is; that caller's next turn comes after the others'. */
  function takeNext(): (() => void) | undefined {
    for (const [caller, own] of waiting) {
      waiting.delete(caller);
      const next = own.shift();
      if (own.length > 0) waiting.set(caller, own);
      return next;
    }
    return undefined;
  }

  const limiter: FairLimiter = {
    async admit(caller, work) {
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
    async runAdmitted(caller, work) {
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
    run: (caller, work) => limiter.admit(caller, () => limiter.runAdmitted(caller, work)),
    count: () => ({
      running,
      waiting: [...waiting.values()].reduce((sum, { length }) => sum + length, 0),
    }),
  };
  return limiter;
}
