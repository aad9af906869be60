import { setTimeout as wait } from 'node:timers/promises';
import type { CommandError } from '../command';
import { freePort } from '../process/free-port';
import { program } from '../process/program';
import { died, untilReady } from '../process/ready';
import { startService, type Service } from '../process/service';
import { ownAddress } from './address';

/** After SIGTERM a process serves calls for this long: the balancer probes four times a second. */
const STOP_DELAY_S = '1';
const BALANCER_NOTICES_MS = 1_000;
/** One that dies again and again is not started for ever. */
const REVIVALS = 5;
const REVIVED_WITHIN_MS = 60_000;

interface GroupOptions {
  readonly count: number;
  readonly port: number;
  readonly env: NodeJS.ProcessEnv;
  readonly logOf: (name: string) => string;
  /** Told the programs to end should this process be killed, whenever they change. */
  readonly onPids: (pids: readonly number[]) => void;
}

/** Several server processes behind one address. */
export interface ServerGroup {
  /** Settles when the group can no longer serve, with what to tell. */
  readonly broken: Promise<CommandError>;
  /** Restarts one process after the other, each once the one before serves again. */
  roll(): Promise<void>;
  stop(): Promise<void>;
  kill(): void;
}

/** Where one process after another runs. */
interface Place {
  readonly port: number;
  readonly name: string;
  service: Service | null;
  /** Settles once the present process serves; rejects when it does not come up. */
  ready: Promise<void>;
}

/** TRUST_PROXY of the processes: the balancer, and the proxies before it. */
export function trustedProxies(before = process.env.TRUST_PROXY ?? 'false'): string {
  if (before === 'false') return 'loopback';
  return /^\d+$/.test(before) ? String(Number(before) + 1) : `loopback,${before}`;
}

/**
 * Starts `count` server processes on ports of their own and the balancer on `port`. The first migrates and seeds; the others
 * follow together. A process that dies is started again.
 */
export async function startServerGroup(options: GroupOptions): Promise<ServerGroup> {
  const { count, port, env, logOf, onPids } = options;
  const places: Place[] = [];
  let isStopping = false;
  let balancer: Service | null = null;
  const revivals: number[] = [];
  let tellBroken: (fault: CommandError) => void = () => undefined;
  const broken = new Promise<CommandError>((resolve) => (tellBroken = resolve));

  const notePids = (): void =>
    onPids(
      [...places.map(({ service }) => service), balancer].flatMap((one) => (one === null ? [] : [one.pid])),
    );
  const start = (place: Place): Promise<void> => (place.ready = launch(place));
  const launch = async (place: Place): Promise<void> => {
    const service = await startService({
      title: `Server process ${place.name}`,
      args: program('server/src/main.ts'),
      env: {
        ...env,
        PORT: String(place.port),
        HOST: '127.0.0.1',
        TRUST_PROXY: trustedProxies(),
        STOP_DELAY_S,
      },
      logFile: logOf(place.name),
    });
    place.service = service;
    notePids();
    await untilReady(service, `http://127.0.0.1:${place.port}/readyz`);
    void died(service).then((fault) => revive(place, service, fault));
  };
  const revive = async (place: Place, dead: Service, fault: CommandError): Promise<void> => {
    if (isStopping || place.service !== dead) return;
    const now = performance.now();
    revivals.push(now);
    if (revivals.filter((at) => now - at < REVIVED_WITHIN_MS).length > REVIVALS) return tellBroken(fault);
    console.log(`  ${dead.title} has ended by itself; it is started again. Its log: ${dead.logFile}`);
    await start(place).catch(async () => {
      if (place.service !== null && place.service !== dead) await revive(place, place.service, fault);
    });
  };
  const stop = async (): Promise<void> => {
    isStopping = true;
    await balancer?.stop();
    await Promise.all(places.map(async ({ service }) => service?.stop()));
  };

  try {
    for (let index = 1; index <= count; index += 1)
      places.push({
        port: await freePort(),
        name: `server-${index}`,
        service: null,
        ready: Promise.resolve(),
      });
    const [first, ...others] = places as [Place, ...Place[]];
    await start(first);
    await Promise.all(others.map(start));
    balancer = await startService({
      title: 'The balancer',
      args: program('server/src/balancer/main.ts'),
      env: {
        PORT: String(port),
        BALANCER_TARGETS: places.map((place) => `http://127.0.0.1:${place.port}`).join(','),
      },
      logFile: logOf('balancer'),
    });
    notePids();
    void died(balancer).then((fault) => {
      if (!isStopping) tellBroken(fault);
    });
    await untilReady(balancer, `http://${ownAddress()}:${port}/readyz`);
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    broken,
    async roll() {
      const before = places.map(({ ready }) => ready);
      const isUp = await Promise.all(
        before.map((ready) =>
          ready.then(
            () => true,
            () => false,
          ),
        ),
      );
      // What is missing comes first: the others have to serve meanwhile. One that is being started again is waited for.
      for (const [index, place] of places.entries())
        if (isUp[index] !== true) await (place.ready === before[index] ? start(place) : place.ready);
      for (const [index, place] of places.entries()) {
        if (isUp[index] !== true) continue;
        // The balancer must first see that the previous process is ready.
        await wait(BALANCER_NOTICES_MS);
        const old = place.service;
        place.service = null;
        await old?.stop();
        if (isStopping) return;
        await start(place);
      }
    },
    stop,
    kill() {
      for (const { service } of places) service?.kill();
      balancer?.kill();
    },
  };
}
