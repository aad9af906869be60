import { setTimeout as wait } from 'node:timers/promises';
import { CommandError } from '@palier/base/command';
import { freePort } from '@palier/base/process/free-port';
import { program } from '@palier/base/process/program';
import { unexpectedEnd, untilReady } from '@palier/base/process/ready';
import { startService, type Service } from '@palier/base/process/service';
import { ownAddress } from './address';
import { startHaproxy } from './haproxy';

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
  /** For HAProxy's configuration. */
  readonly folder: string;
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

const startProcess = ({ port, name }: Slot, { env, logOf }: GroupOptions): Promise<Service> =>
  startService({
    title: `Server process ${name}`,
    args: program('server/src/main.ts'),
    env: {
      ...env,
      PORT: String(port),
      HOST: '127.0.0.1',
      TRUST_PROXY: trustedProxies(),
      STOP_DELAY_S,
    },
    logFile: logOf(name),
  });

const startBalancer = (slots: readonly Slot[], { port, logOf, folder }: GroupOptions): Promise<Service> =>
  startHaproxy({
    targets: slots.map((slot) => `http://127.0.0.1:${slot.port}`),
    port,
    ...(process.env.HOST ? { host: process.env.HOST } : {}),
    isBehindProxy: (process.env.TRUST_PROXY ?? 'false') !== 'false',
    folder,
    logFile: logOf('haproxy'),
  });

async function emptySlots(count: number): Promise<[Slot, ...Slot[]]> {
  const slots: Slot[] = [];
  for (let index = 1; index <= count; index += 1)
    slots.push({
      port: await freePort(),
      name: `server-${index}`,
      service: null,
      ready: Promise.resolve(),
    });
  return slots as [Slot, ...Slot[]];
}

/** Why the product stops instead of starting a process again. */
export const tooManyEnds = ({ sentence, remedy }: CommandError): CommandError =>
  new CommandError(
    `${sentence} Server processes ended unexpectedly ${MAX_RESTARTS + 1} times within a minute, ` +
      'so npm start stops.',
    remedy,
  );

/** The processes of a group: each that ends unexpectedly is started again. */
function createProcesses(options: GroupOptions, reportFailure: (fault: CommandError) => void) {
  const restartTimes: number[] = [];
  let isStopping = false;

  const start = (slot: Slot): Promise<void> => (slot.ready = launch(slot));
  const launch = async (slot: Slot): Promise<void> => {
    const service = await startProcess(slot, options);
    slot.service = service;
    await untilReady(service, `http://127.0.0.1:${slot.port}/readyz`);
    void unexpectedEnd(service).then((fault) => startAgain(slot, service, fault));
  };
  const startAgain = async (slot: Slot, dead: Service, fault: CommandError): Promise<void> => {
    if (isStopping || slot.service !== dead) return;
    const now = performance.now();
    restartTimes.push(now);
    if (restartTimes.filter((at) => now - at < RESTART_WINDOW_MS).length > MAX_RESTARTS)
      return reportFailure(tooManyEnds(fault));
    console.log(`  ${dead.title} ended unexpectedly and is started again. Its log: ${dead.logFile}`);
    await start(slot).catch(async () => {
      if (slot.service !== null && slot.service !== dead) await startAgain(slot, slot.service, fault);
    });
  };
  const replace = async (slot: Slot): Promise<void> => {
    const old = slot.service;
    slot.service = null;
    await old?.stop();
    if (!isStopping) await start(slot);
  };

  return {
    start,
    replace,
    isStopping: () => isStopping,
    noteStop: () => {
      isStopping = true;
    },
  };
}

const isReady = ({ ready }: Slot): Promise<boolean> =>
  ready.then(
    () => true,
    () => false,
  );

/** Restarts one process after the other. */
async function restartInTurn(
  slots: readonly Slot[],
  { start, replace, isStopping }: ReturnType<typeof createProcesses>,
): Promise<void> {
  const before = slots.map(({ ready }) => ready);
  const isUp = await Promise.all(slots.map(isReady));
  // Missing processes are started first, because the others must serve meanwhile.
  for (const [index, slot] of slots.entries())
    if (isUp[index] !== true) await (slot.ready === before[index] ? start(slot) : slot.ready);
  for (const [index, slot] of slots.entries()) {
    if (isUp[index] !== true) continue;
    // The balancer must first see that the previous process is ready.
    await wait(BALANCER_NOTICES_MS);
    await replace(slot);
    if (isStopping()) return;
  }
}

/**
 * Starts `count` server processes and HAProxy on `port`. The first process migrates and seeds, then the
 * others start.
 */
export async function startServerGroup(options: GroupOptions): Promise<ServerGroup> {
  let balancer: Service | null = null;
  let reportFailure: (fault: CommandError) => void = () => undefined;
  const failed = new Promise<CommandError>((resolve) => (reportFailure = resolve));
  const processes = createProcesses(options, (fault) => reportFailure(fault));
  const slots = await emptySlots(options.count);
  const stop = async (): Promise<void> => {
    processes.noteStop();
    await balancer?.stop();
    await Promise.all(slots.map(async ({ service }) => service?.stop()));
  };

  try {
    const [first, ...others] = slots;
    await processes.start(first);
    await Promise.all(others.map(processes.start));
    balancer = await startBalancer(slots, options);
    void unexpectedEnd(balancer).then((fault) => {
      if (!processes.isStopping()) reportFailure(fault);
    });
    await untilReady(balancer, `http://${ownAddress()}:${options.port}/readyz`);
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    failed,
    restart: () => restartInTurn(slots, processes),
    stop,
    kill() {
      for (const { service } of slots) service?.kill();
      balancer?.kill();
    },
  };
}
