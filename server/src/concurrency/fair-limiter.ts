import { unavailable } from '../refusals/refusal';

/**
 * Limits concurrent work and queues the rest, round-robin by caller. At most `atOnce` run and `maxWaiting`
 * wait; one caller gets at most `maxOfCaller` places, by default half of all.
 */
export function createFairLimiter(
  atOnce: number,
  maxWaiting: number,
  maxOfCaller = (atOnce + maxWaiting) / 2,
) {
  const capacity = atOnce + maxWaiting;
  let running = 0;
  /** The number of places taken, by caller. */
  const places = new Map<string, number>();
  /** The queue of each caller, in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();

  /** Takes the next work of the first caller, who then moves behind the others. */
  function takeNext(): (() => void) | undefined {
    for (const [caller, own] of waiting) {
      waiting.delete(caller);
      const next = own.shift();
      if (own.length > 0) waiting.set(caller, own);
      return next;
    }
    return undefined;
  }

  /**
   * Reserves a place, running or queued, until the work ends. Throws a 503 when all places, or the caller's,
   * are taken.
   */
  async function admit<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    const taken = [...places.values()].reduce((sum, count) => sum + count, 0);
    const own = places.get(caller) ?? 0;
    if (taken >= capacity || own >= maxOfCaller) throw unavailable();
    places.set(caller, own + 1);
    try {
      return await work();
    } finally {
      const left = (places.get(caller) ?? 1) - 1;
      if (left === 0) places.delete(caller);
      else places.set(caller, left);
    }
  }

  /** Within admitted work: runs the part that is limited, when it is the caller's turn. */
  async function runAdmitted<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
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
  }

  return {
    admit,
    runAdmitted,
    /** Admits and runs work that is limited as a whole. */
    run: <Result>(caller: string, work: () => Promise<Result>): Promise<Result> =>
      admit(caller, () => runAdmitted(caller, work)),
    count: () => ({ running, waiting: [...waiting.values()].reduce((sum, { length }) => sum + length, 0) }),
  };
}

export type FairLimiter = ReturnType<typeof createFairLimiter>;
