import { createHash } from 'node:crypto';
import { Agent, get } from 'node:http';

/** One server process behind the front address. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly agent: Agent;
  /** As its /readyz said last; false from the moment it refuses a connection. */
  isReady: boolean;
}

/** Who may be asked, best first: those that are ready, then the others, since a late answer is better than none. */
export interface Targets {
  /** Each in its turn. */
  inTurn(): Target[];
  /** The same one for the same key, as long as it is ready. */
  forKey(key: string): Target[];
  stop(): void;
}

/** Shorter than the time a stopping process goes on serving (STOP_DELAY_S). */
const ASK_EVERY_MS = 250;
const ASK_LIMIT_MS = 2_000;
/** Below the processes' own 65 s, so that a call is not sent down a line that is just being closed. */
const IDLE_LINE_MS = 30_000;

/** Watches the processes at `origins` (http://host:port); settles once each has been asked. */
export async function watchTargets(
  origins: readonly string[],
  onChange: (target: Target) => void,
): Promise<Targets> {
  const targets = origins.map((origin): Target => {
    const { hostname, port } = new URL(origin);
    const agent = new Agent({ keepAlive: true, timeout: IDLE_LINE_MS });
    return { host: hostname, port: Number(port), agent, isReady: false };
  });
  let next = 0;
  let isStopped = false;
  const timers = new Set<NodeJS.Timeout>();

  const watch = async (target: Target): Promise<void> => {
    const isReady = await asksReady(target);
    if (isStopped) return;
    if (isReady !== target.isReady) {
      target.isReady = isReady;
      onChange(target);
    }
    const timer = setTimeout(() => {
      timers.delete(timer);
      void watch(target);
    }, ASK_EVERY_MS);
    timers.add(timer.unref());
  };
  await Promise.all(targets.map(watch));

  const readyFirst = (ordered: Target[]): Target[] => [
    ...ordered.filter(({ isReady }) => isReady),
    ...ordered.filter(({ isReady }) => !isReady),
  ];
  return {
    inTurn() {
      next = (next + 1) % targets.length;
      return readyFirst([...targets.slice(next), ...targets.slice(0, next)]);
    },
    forKey: (key) =>
      readyFirst(
        targets
          .map((target) => ({ target, weight: weightOf(key, target) }))
          .sort((one, other) => (one.weight < other.weight ? -1 : 1))
          .map(({ target }) => target),
      ),
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      for (const { agent } of targets) agent.destroy();
    },
  };
}

/** Rendezvous hashing: when one target goes, only the keys it had go elsewhere. */
const weightOf = (key: string, { host, port }: Target): string =>
  createHash('sha1').update(`${key} ${host}:${port}`).digest('hex');

const asksReady = ({ host, port, agent }: Target): Promise<boolean> =>
  new Promise((resolve) => {
    const asked = get(
      { host, port, agent, path: '/readyz', signal: AbortSignal.timeout(ASK_LIMIT_MS) },
      (answer) => {
        answer.resume();
        answer.on('error', () => undefined);
        resolve(answer.statusCode === 200);
      },
    );
    asked.on('error', () => resolve(false));
  });
