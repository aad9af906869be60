import { join } from 'node:path';
import { devOrigin, remoteDevOrigins } from '../bundler/dev-server.mjs';
import type { CommandError } from '../command';
import { releaseRoot } from '../paths';
import type { ProductPorts } from '../process/ports';
import { program } from '../process/program';
import { died, untilReady } from '../process/ready';
import { startService, type Service } from '../process/service';
import { ownAddress, publicAddress } from './address';
import { openDatabase } from './database';
import type { Lock } from './lock';
import { findNatsServer, startNats } from './nats';
import { openProviderDatabase } from './provider-database';
import { providerKeys } from './provider-keys';
import { startServerGroup, type ServerGroup } from './server-group';

interface StackOptions extends ProductPorts {
  readonly folder: string;
  readonly lock: Lock;
  /** Server processes; above 1, a front address stands before them. */
  readonly processes?: number;
  readonly step: (what: string) => void;
}

/** The running product: demo provider, database, server. */
export interface Stack {
  readonly url: string;
  /** Whether the server seeds the demo where there are no users. */
  readonly hasDemo: boolean;
  /** The processes of its services. */
  readonly pids: readonly number[];
  /** Settles when a service ends by itself, with what to tell. */
  readonly broken: Promise<CommandError>;
  stop(): Promise<void>;
  /** Restarts the server processes one after the other; null when there is only one. */
  readonly roll: (() => Promise<void>) | null;
  /** Ends a stop under way without waiting for callers; the database still ends in order. */
  hurry(): void;
}

/** Who may frame the demo's games: the page of the server, and those of the dev servers. */
const pageOrigins = (url: string): string[] => [url, devOrigin('shell'), ...remoteDevOrigins()];

/** Where the server calls the demo provider, which listens on HOST too. */
const providerUrlOf = (port: number): string => `http://${ownAddress()}:${port}/gold_api`;

/** Starts everything in order and waits until it answers; what had started is stopped again when a step fails. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { folder, lock, port, providerPort, processes = 1, step } = options;
  const own = `http://${ownAddress()}:${port}`;
  const url = `http://${publicAddress()}:${port}`;
  const services: Service[] = [];
  let group: ServerGroup | null = null;
  let nats: Service | null = null;
  let isStopping = false;
  const stop = async (): Promise<void> => {
    isStopping = true;
    await group?.stop();
    for (const service of services.splice(0).reverse()) await service.stop();
  };
  let databaseUrl: string | undefined;
  const add = (service: Service | null): void => {
    if (service !== null) services.push(service);
    notePids([]);
  };
  const notePids = (more: readonly number[]): void =>
    lock.note({
      url,
      ...(providerPort === null ? {} : { providerUrl: providerUrlOf(providerPort) }),
      processes,
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      services: [...services.map(({ pid }) => pid), ...more],
    });
  const log = (name: string): string => join(folder, 'logs', `${name}.log`);
  try {
    step('database');
    const database = await openDatabase(folder);
    databaseUrl = database.url;
    add(database.service);

    let games: NodeJS.ProcessEnv = {};
    let providerDatabase: Service | null = null;
    let providerReady = Promise.resolve();
    if (providerPort !== null) {
      step('demo provider');
      const keys = await providerKeys(folder);
      const opened = await openProviderDatabase(folder, database);
      providerDatabase = opened.service;
      add(providerDatabase);
      const providerOrigin = `http://${publicAddress()}:${providerPort}`;
      const provider = await startService({
        title: 'The demo provider',
        args: program('demo-provider/src/main.ts'),
        env: {
          ...keys,
          DEMO_PROVIDER_PORT: String(providerPort),
          OPERATOR_CALLBACK_URL: `${own}/gold_api`,
          PUBLIC_ORIGIN: providerOrigin,
          ALLOWED_PARENT_ORIGIN: pageOrigins(url).join(','),
          PROVIDER_DATABASE_URL: opened.url,
        },
        logFile: log('demo-provider'),
      });
      add(provider);
      providerReady = untilReady(provider, `http://${ownAddress()}:${providerPort}/health`);
      providerReady.catch(() => undefined);
      games = {
        ...keys,
        PROVIDER_URL: providerUrlOf(providerPort),
        ALLOWED_FRAME_ORIGINS: [providerOrigin, process.env.ALLOWED_FRAME_ORIGINS ?? ''].join(','),
      };
    }

    const demo = process.env.DEMO ?? String(database.service !== null);
    const env = {
      ...games,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      REMOTES_ROOT: releaseRoot(),
      // This machine's dev servers may replace a remote in the running page (?mfe-override=…).
      REMOTE_ORIGINS: process.env.REMOTE_ORIGINS ?? remoteDevOrigins().join(','),
      DEMO: demo,
    };
    if (processes > 1) {
      const fanOut = await openNats(log('nats'), step);
      nats = fanOut?.service ?? null;
      add(nats);
      void nats?.ended.then(() => {
        if (!isStopping)
          console.log(
            `✗ NATS has ended by itself: sockets are told by the database alone. Its log: ${log('nats')}`,
          );
      });
      step(`${processes} server processes and the address before them`);
      group = await startServerGroup({
        count: processes,
        port,
        env: { ...env, ...(fanOut === null ? {} : { NATS_URL: fanOut.url }) },
        logOf: log,
        onPids: notePids,
      });
    } else {
      step('server');
      const server = await startService({
        title: 'The server',
        args: program('server/src/main.ts'),
        env: { ...env, PORT: String(port) },
        logFile: log('server'),
      });
      add(server);
      await untilReady(server, `${own}/readyz`);
    }
    const started = group;
    await providerReady;
    const impatient = services.filter((service) => ![database.service, providerDatabase].includes(service));
    // Money and wins do without it (docs/operations.md).
    const needed = services.filter((service) => service !== nats);
    return {
      url,
      hasDemo: demo === 'true',
      pids: services.map(({ pid }) => pid),
      broken: Promise.race([...needed.map(died), ...(started === null ? [] : [started.broken])]),
      stop,
      roll: started === null ? null : rollerOf(started, lock),
      hurry() {
        started?.kill();
        for (const service of impatient) service.kill();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * What restarts one process after the other, and notes for who asked how it ended; one that does not come back stays
 * away, and the others serve.
 */
function rollerOf(group: ServerGroup, lock: Lock): () => Promise<void> {
  let count = 0;
  return async () => {
    const fault = await group.roll().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    count += 1;
    lock.note({ rolled: { count, ...(fault === null ? {} : { fault }) } });
    console.log(fault === null ? '  every server process was restarted' : `\n✗ ${fault}`);
  };
}

/** Without NATS_URL, this machine's nats-server; without one, the processes tell each other through the database alone. */
async function openNats(
  logFile: string,
  step: (what: string) => void,
): Promise<{ url: string; service: Service } | null> {
  if (process.env.NATS_URL !== undefined) return null;
  const binary = findNatsServer();
  if (binary === null) {
    console.log('  no nats-server here: a balance that moves on another process shows with the next call');
    return null;
  }
  step('NATS server');
  return startNats(binary, logFile);
}
