import { join } from 'node:path';
import type { CommandError } from '@palier/base/command';
import type { ProductPorts } from '@palier/base/process/ports';
import { program } from '@palier/base/process/program';
import { unexpectedEnd, untilReady } from '@palier/base/process/ready';
import { startService, type Service } from '@palier/base/process/service';
import { allowedDevOrigins, ownAddress, pageOrigins, publicAddress } from './address';
import { openDatabase, openProviderDatabase } from './database';
import type { Lock, Logins } from './lock';
import { findNatsServer, startNats } from './nats';
import { providerKeys } from './provider-keys';
import { startServerGroup, type ServerGroup } from './server-group';

interface StackOptions extends ProductPorts {
  readonly folder: string;
  readonly lock: Lock;
  /** The number of server processes; above 1, behind a balancer. */
  readonly processes?: number;
  readonly step: (name: string) => void;
  /** Fills the release store once the database answers, before a server reads it. */
  readonly fillReleases?: (logins: Logins) => Promise<void>;
}

/** The running product: demo provider, database, server. */
export interface Stack {
  readonly url: string;
  /** Whether the server installs the demo data in an empty database. */
  readonly hasDemo: boolean;
  /** Resolves with the error when a service ends unexpectedly. */
  readonly failed: Promise<CommandError>;
  stop(): Promise<void>;
  /** Restarts the server processes one after the other; null when there is only one. */
  readonly restartServers: (() => Promise<void>) | null;
  /** Ends the servers at once, during a stop that waits for open calls; the database still stops in order. */
  killServers(): void;
}

const providerUrlOf = (port: number): string => `http://${ownAddress()}:${port}/gold_api`;

/** Starts all services in order and waits until they answer. When one fails, the others are stopped. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { folder, lock, port, providerPort, processes = 1, step } = options;
  const own = `http://${ownAddress()}:${port}`;
  const url = `http://${publicAddress()}:${port}`;
  const devOrigins = allowedDevOrigins();
  const services: Service[] = [];
  let group: ServerGroup | null = null;
  let nats: Service | null = null;
  let isStopping = false;
  const stop = async (): Promise<void> => {
    isStopping = true;
    await group?.stop();
    for (const service of services.splice(0).reverse()) await service.stop();
  };
  const add = (service: Service | null): void => {
    if (service !== null) services.push(service);
  };
  const log = (name: string): string => join(folder, 'logs', `${name}.log`);
  try {
    step('database');
    const database = await openDatabase(folder);
    const { logins } = database;
    add(database.embedded?.service ?? null);
    const providerUrl = providerPort === null ? {} : { providerUrl: providerUrlOf(providerPort) };
    lock.note({ url, ...providerUrl, processes, logins });
    await options.fillReleases?.(logins);

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
          // These origins may frame the demo's games.
          ALLOWED_PARENT_ORIGIN: [...pageOrigins(port), ...devOrigins.pages].join(','),
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
        // The demo provider limits nothing.
        PROVIDER_LIST_PAUSE_MS: process.env.PROVIDER_LIST_PAUSE_MS ?? '0',
        ALLOWED_FRAME_ORIGINS: [providerOrigin, process.env.ALLOWED_FRAME_ORIGINS ?? ''].join(','),
      };
    }

    const demo = process.env.DEMO ?? String(database.embedded !== null);
    const env = {
      ...games,
      ...logins,
      DATA_DIR: folder,
      REMOTES_ROOT: process.env.REMOTES_ROOT || join(folder, 'releases'),
      // Dev servers of this machine may replace a remote in the running page (?mfe-override=…).
      REMOTE_ORIGINS: process.env.REMOTE_ORIGINS ?? devOrigins.remotes.join(','),
      DEMO: demo,
    };
    if (processes > 1) {
      const fanOut = await openNats(log('nats'), step);
      nats = fanOut?.service ?? null;
      add(nats);
      void nats?.ended.then(() => {
        if (!isStopping)
          console.log(
            `✗ NATS ended unexpectedly: sockets are notified through the database only. Its log: ${log('nats')}`,
          );
      });
      step(`${processes} server processes and the balancer`);
      group = await startServerGroup({
        count: processes,
        port,
        env: { ...env, ...(fanOut === null ? {} : { NATS_URL: fanOut.url }) },
        logOf: log,
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
    const databases = [database.embedded?.service, providerDatabase];
    const killable = services.filter((service) => !databases.includes(service) && service !== nats);
    // Money and wins do not need NATS (docs/operations.md).
    const needed = services.filter((service) => service !== nats);
    return {
      url,
      hasDemo: demo === 'true',
      failed: Promise.race([...needed.map(unexpectedEnd), ...(started === null ? [] : [started.failed])]),
      stop,
      restartServers: started === null ? null : restartAndNote(started, lock),
      killServers() {
        started?.kill();
        for (const service of killable) service.kill();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Restarts the processes one after the other, and writes the result into the lock's note, where
 * `npm run restart` reads it.
 */
function restartAndNote(group: ServerGroup, lock: Lock): () => Promise<void> {
  let count = 0;
  return async () => {
    const fault = await group.restart().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    count += 1;
    lock.note({ restarts: { count, ...(fault === null ? {} : { fault }) } });
    console.log(fault === null ? '  all server processes were restarted' : `\n✗ ${fault}`);
  };
}

/**
 * Starts this machine's nats-server. Null when NATS_URL names a server, or none is installed: fan-out then
 * uses only the database.
 */
async function openNats(
  logFile: string,
  step: (name: string) => void,
): Promise<{ url: string; service: Service } | null> {
  if (process.env.NATS_URL !== undefined) return null;
  const binary = findNatsServer();
  if (binary === null) {
    console.log('  no nats-server found: a balance changed by another process shows after the next call');
    return null;
  }
  step('NATS server');
  return startNats(binary, logFile);
}
