import { setTimeout as wait } from 'node:timers/promises';
import type { CommandError } from '@palier/base/command';
import { freePort } from '@palier/base/process/free-port';
import { program } from '@palier/base/process/program';
import { unexpectedEnd, untilReady } from '@palier/base/process/ready';
import { startService, type Service } from '@palier/base/process/service';
import { ownAddress } from './address';

/** After SIGTERM a process serves calls for this long: the balancer probes four times a second. */
const STOP_DELAY_S = '1';
const BALANCER_NOTICES_MS = 1_000;
/** More unexpected ends than this within a minute stop the product. */
const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;

interface GroupOptions {
  readonly count: number;
  readonly port: number;
  readonly env: NodeJS.ProcessEnv;
  readonly logOf: (name: string) => string;
}

/** Several server processes behind one address. */
export interface ServerGroup {
  /** Resolves with the error when the group can no longer serve. */
  readonly failed: Promise<CommandError>;
  /** Restarts one process after the other. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  kill(): void;
}

/** A server process and its replacements: they have the same port and name. */
interface Slot {
  readonly port: number;
  readonly name: string;
  service: Service | null;
  /** Resolves when the current process serves; rejects when it does not start. */
  ready: Promise<void>;
}

/** TRUST_PROXY of the processes: the balancer, and the proxies before it. */
export function trustedProxies(before = process.env.TRUST_PROXY ?? 'false'): string {
  if (before === 'false') return 'loopback';
  return /^\d+$/.test(before) ? String(Number(before) + 1) : `loopback,${before}`;
}

/**
 * Starts `count` server processes and the balancer on `port`. The first process migrates and seeds, then the
 * others start. A process that ends unexpectedly is started again.
 */
export async function startServerGroup(options: GroupOptions): Promise<ServerGroup> {
  const { count, port, env, logOf } = options;
  const slots: Slot[] = [];
  let isStopping = false;
  let balancer: Service | null = null;
  const restartTimes: number[] = [];
  let reportFailure: (fault: CommandError) => void = () => undefined;
  const failed = new Promise<CommandError>((resolve) => (reportFailure = resolve));

  const start = (slot: Slot): Promise<void> => (slot.ready = launch(slot));
  const launch = async (slot: Slot): Promise<void> => {
    const service = await startService({
      title: `Server process ${slot.name}`,
      args: program('server/src/main.ts'),
      env: {
        ...env,
        PORT: String(slot.port),
        HOST: '127.0.0.1',
        TRUST_PROXY: trustedProxies(),
        STOP_DELAY_S,
      },
      logFile: logOf(slot.name),
    });
    slot.service = service;
    await untilReady(service, `http://127.0.0.1:${slot.port}/readyz`);
    void unexpectedEnd(service).then((fault) => startAgain(slot, service, fault));
  };
  const startAgain = async (slot: Slot, dead: Service, fault: CommandError): Promise<void> => {
    if (isStopping || slot.service !== dead) return;
    const now = performance.now();
    restartTimes.push(now);
    if (restartTimes.filter((at) => now - at < RESTART_WINDOW_MS).length > MAX_RESTARTS)
      return reportFailure(fault);
    console.log(`  ${dead.title} ended unexpectedly and is started again. Its log: ${dead.logFile}`);
    await start(slot).catch(async () => {
      if (slot.service !== null && slot.service !== dead) await startAgain(slot, slot.service, fault);
    });
  };
  const stop = async (): Promise<void> => {
    isStopping = true;
    await balancer?.stop();
    await Promise.all(slots.map(async ({ service }) => service?.stop()));
  };

  try {
    for (let index = 1; index <= count; index += 1)
      slots.push({
        port: await freePort(),
        name: `server-${index}`,
        service: null,
        ready: Promise.resolve(),
      });
    const [first, ...others] = slots as [Slot, ...Slot[]];
    await start(first);
    await Promise.all(others.map(start));
    balancer = await startService({
      title: 'The balancer',
      args: program('server/src/balancer/main.ts'),
      env: {
        PORT: String(port),
        BALANCER_TARGETS: slots.map((slot) => `http://127.0.0.1:${slot.port}`).join(','),
      },
      logFile: logOf('balancer'),
    });
    void unexpectedEnd(balancer).then((fault) => {
      if (!isStopping) reportFailure(fault);
    });
    await untilReady(balancer, `http://${ownAddress()}:${port}/readyz`);
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    failed,
    async restart() {
      const before = slots.map(({ ready }) => ready);
      const isUp = await Promise.all(
        before.map((ready) =>
          ready.then(
            () => true,
            () => false,
          ),
        ),
      );
      // Missing processes are started first, because the others must serve meanwhile.
      for (const [index, slot] of slots.entries())
        if (isUp[index] !== true) await (slot.ready === before[index] ? start(slot) : slot.ready);
      for (const [index, slot] of slots.entries()) {
        if (isUp[index] !== true) continue;
        // The balancer must first see that the previous process is ready.
        await wait(BALANCER_NOTICES_MS);
        const old = slot.service;
        slot.service = null;
        await old?.stop();
        if (isStopping) return;
        await start(slot);
      }
    },
    stop,
    kill() {
      for (const { service } of slots) service?.kill();
      balancer?.kill();
    },
  };
}
