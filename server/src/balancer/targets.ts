import { createHash } from 'node:crypto';
import { Agent, get } from 'node:http';
import { repeat } from '../concurrency/repeat';

/** One server process behind the balancer. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly agent: Agent;
  /** Whether the last answer of /readyz was 200; false after a refused connection. */
  isReady: boolean;
}

/** Shorter than STOP_DELAY_S, during which a stopping process still serves calls. */
const PROBE_EVERY_MS = 250;
const PROBE_TIMEOUT_MS = 2_000;
/** Below the 65 s of the processes, so that no call is sent on a connection that is being closed. */
const IDLE_CONNECTION_MS = 30_000;
/** Per process. Above the 5 000 XHR sessions of a process, each of which holds a connection. */
const MAX_CONNECTIONS = 6_000;

/**
 * Probes the processes at `origins` (http://host:port); resolves after the first probe of each. A call tries
 * them in the order that it gets: first those that are ready, then the others.
 */
export async function watchTargets(origins: readonly string[], onChange: (target: Target) => void) {
  const targets = origins.map((origin): Target => {
    const { hostname, port } = new URL(origin);
    return {
      host: hostname,
      port: Number(port),
      agent: new Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS, maxSockets: MAX_CONNECTIONS }),
      isReady: false,
    };
  });
  let next = 0;
  const check = async (target: Target, signal?: AbortSignal): Promise<void> => {
    const isReady = await probe(target);
    if (signal?.aborted === true || isReady === target.isReady) return;
    target.isReady = isReady;
    onChange(target);
  };
  await Promise.all(targets.map((target) => check(target)));
  const stops = targets.map((target) =>
    repeat(PROBE_EVERY_MS, (signal) => check(target, signal), PROBE_EVERY_MS),
  );

  const readyFirst = (ordered: Target[]): Target[] => [
    ...ordered.filter(({ isReady }) => isReady),
    ...ordered.filter(({ isReady }) => !isReady),
  ];
  return {
    roundRobin(): Target[] {
      next = (next + 1) % targets.length;
      return readyFirst([...targets.slice(next), ...targets.slice(0, next)]);
    },
    /** The same process for the same key, as long as it is ready. */
    forKey: (key: string): Target[] =>
      readyFirst(
        targets
          .map((target) => ({ target, weight: weightOf(key, target) }))
          .sort((one, other) => (one.weight < other.weight ? -1 : 1))
          .map(({ target }) => target),
      ),
    stop(): void {
      for (const stop of stops) stop();
      for (const { agent } of targets) agent.destroy();
    },
  };
}

export type Targets = Awaited<ReturnType<typeof watchTargets>>;

/** Rendezvous hashing: when a process fails, only its keys move to other processes. */
const weightOf = (key: string, { host, port }: Target): string =>
  createHash('sha1').update(`${key} ${host}:${port}`).digest('hex');

/** On a connection of its own, so that a probe never waits for calls. */
const probe = ({ host, port }: Target): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = get(
      { host, port, agent: false, path: '/readyz', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) },
      (answer) => {
        answer.resume();
        answer.on('error', () => undefined);
        resolve(answer.statusCode === 200);
      },
    );
    asked.on('error', () => resolve(false));
  });
