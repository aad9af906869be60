import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { devOrigin } from '../bundler/dev-server.mjs';
import { Fault } from '../fault';
import { releaseRoot, REMOTES, ROOT } from '../paths';
import { startService, type Service } from '../process/service';
import { openDatabase } from './database';
import type { Lock } from './lock';
import { providerKeys } from './provider-keys';

const READY_TIMEOUT_MS = 120_000;

interface StackOptions {
  readonly folder: string;
  readonly lock: Lock;
  readonly port: number;
  readonly providerPort: number;
  readonly step: (what: string) => void;
}

/** The running product: database, demo provider, server. */
export interface Stack {
  readonly url: string;
  /** The processes of its services. */
  readonly pids: readonly number[];
  /** Settles when a service ends by itself, with what to tell. */
  readonly broken: Promise<Fault>;
  stop(): Promise<void>;
  /** Ends a stop under way without waiting for callers; the database still ends in order. */
  hurry(): void;
}

async function died(service: Service): Promise<Fault> {
  const code = await service.ended;
  return new Fault(
    `${service.title} stopped by itself (code ${code ?? 'none'}). Its last words:\n${await service.lastWords()}`,
    `The whole log is in ${service.logFile}.`,
  );
}

async function untilReady(service: Service, url: string): Promise<void> {
  const fault = died(service);
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const answered = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    const ended = await Promise.race([fault, wait(100, null)]);
    if (ended !== null) throw ended;
  }
  throw new Fault(
    `${service.title} did not become ready within ${READY_TIMEOUT_MS / 1000} s. Its last words:\n${await service.lastWords()}`,
    `The whole log is in ${service.logFile}.`,
  );
}

/** Who may frame the demo's games: the page of the server, and those of the dev servers. */
const pageOrigins = (port: number): string[] => [
  `http://localhost:${port}`,
  ...['shell', ...REMOTES].map(devOrigin),
];

const program = (path: string): string[] => ['--import', 'tsx', join(ROOT, path)];

/** Starts everything in order and waits until it answers; what had started is stopped again when a step fails. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { folder, lock, port, providerPort, step } = options;
  const services: Service[] = [];
  const stop = async (): Promise<void> => {
    for (const service of services.splice(0).reverse()) await service.stop();
  };
  const add = (service: Service | null, databaseUrl: string): void => {
    if (service !== null) services.push(service);
    lock.note({ port, providerPort, databaseUrl, services: services.map(({ pid }) => pid) });
  };
  const log = (name: string): string => join(folder, 'logs', `${name}.log`);
  try {
    step('database');
    const database = await openDatabase(folder);
    add(database.service, database.url);

    const keys = await providerKeys(folder);
    const ownProvider = process.env.PROVIDER_URL === undefined;
    const providerOrigin = `http://localhost:${providerPort}`;
    if (ownProvider) {
      step('demo provider');
      const provider = await startService({
        title: 'The demo provider',
        args: program('demo-provider/src/main.ts'),
        env: {
          ...keys,
          DEMO_PROVIDER_PORT: String(providerPort),
          OPERATOR_CALLBACK_URL: `http://127.0.0.1:${port}/gold_api`,
          PUBLIC_ORIGIN: providerOrigin,
          ALLOWED_PARENT_ORIGIN: pageOrigins(port).join(','),
          DATA_DIR: join(folder, 'demo-provider'),
        },
        logFile: log('demo-provider'),
      });
      add(provider, database.url);
    }

    step('server');
    const demoGames = {
      ...keys,
      PROVIDER_URL: `http://127.0.0.1:${providerPort}/gold_api`,
      ALLOWED_FRAME_ORIGINS: providerOrigin,
    };
    const server = await startService({
      title: 'The server',
      args: program('server/src/main.ts'),
      env: {
        ...(ownProvider ? demoGames : {}),
        PORT: String(port),
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        STATIC_ROOT: join(ROOT, 'shell/dist'),
        REMOTES_ROOT: releaseRoot(),
        // This machine's dev servers may replace a remote in the running page (?mfe-override=…).
        REMOTE_ORIGINS: process.env.REMOTE_ORIGINS ?? REMOTES.map(devOrigin).join(','),
        ...(database.service === null ? {} : { DEMO: process.env.DEMO ?? 'true' }),
      },
      logFile: log('server'),
    });
    add(server, database.url);
    await untilReady(server, `http://127.0.0.1:${port}/readyz`);
    const pids = services.map(({ pid }) => pid);
    const impatient = services.filter((service) => service !== database.service);
    return {
      url: `http://localhost:${port}`,
      pids,
      broken: Promise.race(services.map(died)),
      stop,
      hurry: () => impatient.forEach((service) => service.kill()),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
