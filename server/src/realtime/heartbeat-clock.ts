/** Something that has deadlines: a heart-beat to send, a silence to notice, a token that expires. */
export interface Pulsing {
  /** Called about once a second with `performance.now()`. */
  beat(nowMs: number): void;
}

export interface Pulse {
  add(one: Pulsing): void;
  remove(one: Pulsing): void;
  stop(): void;
}

const EVERY_MS = 1_000;

/** One clock for all connections of a process: a timer each would cost more memory than the connection itself. */
export function createPulse(): Pulse {
  const beating = new Set<Pulsing>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const one of [...beating]) one.beat(now);
  }, EVERY_MS).unref();
  return {
    add: (one) => void beating.add(one),
    remove: (one) => void beating.delete(one),
    stop: () => clearInterval(timer),
  };
}
