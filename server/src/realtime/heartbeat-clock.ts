/** A connection with deadlines: heartbeats to send and to receive, a token that expires. */
export interface ClockListener {
  /** Called about once a second with `performance.now()`. */
  tick(nowMs: number): void;
}

const TICK_MS = 1_000;

/** One timer for all connections of a process: a timer each would take more memory than the connection. */
export function createHeartbeatClock() {
  const listeners = new Set<ClockListener>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const listener of listeners) listener.tick(now);
  }, TICK_MS).unref();
  return {
    add: (listener: ClockListener) => void listeners.add(listener),
    remove: (listener: ClockListener) => void listeners.delete(listener),
    stop: () => clearInterval(timer),
  };
}

export type HeartbeatClock = ReturnType<typeof createHeartbeatClock>;
