import { join } from 'node:path';
import type { CommandError } from '@palier/base/command';
import type { ProductPorts } from '@palier/base/process/ports';
import { program } from '@palier/base/process/program';
import { unexpectedEnd, untilReady } from '@palier/base/process/ready';
import { startService, type Service } from '@palier/base/process/service';
import { allowedDevOrigins, ownAddress, pageOrigins, publicAddress } from './address';
import { openDatabase, openProviderDatabase, type Database } from './database';
import type { Lock, Logins } from './lock';
import { findNatsServer, startNats } from './nats';
import { providerKeys } from './provider-keys';
import { startServerGroup, type ServerGroup } from './server-group';

interface StackOptions extends ProductPorts {
  readonly folder: string;
  readonly lock: Lock;
  /** The number of server processes; above 1, behind HAProxy. */
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

/** What was started so far; a start that fails stops it. */
interface Started {
  /** In the order of their start. */
  readonly services: Service[];
  /** Those of the services that stop in order also when the servers are killed. */
  readonly databases: Service[];
  nats: Service | null;
  group: ServerGroup | null;
  isStopping: boolean;
}

async function stopAll(started: Started): Promise<void> {
  started.isStopping = true;
  await started.group?.stop();
  for (const service of started.services.splice(0).reverse()) await service.stop();
}

function addDatabase({ services, databases }: Started, service: Service | null): void {
  if (service === null) return;
  services.push(service);
  databases.push(service);
}

const logIn = (folder: string, name: string): string => join(folder, 'logs', `${name}.log`);
const ownUrl = (port: number): string => `http://${ownAddress()}:${port}`;

/** Starts the demo provider; returns the server's settings for it, and a promise that it answers. */
async function startDemoProvider(
  started: Started,
  { folder, port, step }: StackOptions,
  providerPort: number,
  database: Database,
): Promise<{ settings: NodeJS.ProcessEnv; ready: Promise<void> }> {
  step('demo provider');
  const keys = await providerKeys(folder);
  const opened = await openProviderDatabase(folder, database);
  addDatabase(started, opened.service);
  const origin = `http://${publicAddress()}:${providerPort}`;
  const provider = await startService({
    title: 'The demo provider',
    args: program('demo-provider/src/main.ts'),
    env: {
      ...keys,
      DEMO_PROVIDER_PORT: String(providerPort),
      OPERATOR_CALLBACK_URL: `${ownUrl(port)}/gold_api`,
      PUBLIC_ORIGIN: origin,
      // These origins may frame the demo's games.
      ALLOWED_PARENT_ORIGIN: [...pageOrigins(port), ...allowedDevOrigins().pages].join(','),
      PROVIDER_DATABASE_URL: opened.url,
    },
    logFile: logIn(folder, 'demo-provider'),
  });
  started.services.push(provider);
  const ready = untilReady(provider, `${ownUrl(providerPort)}/health`);
  // A failure before anyone waits for the provider is no unhandled one.
  ready.catch(() => undefined);
  const settings = {
    ...keys,
    PROVIDER_URL: providerUrlOf(providerPort),
    // Unlike vendors, the demo provider answers lists at any pace; only its profiles `nx` and `ggr` need a
    // pause, given in the environment.
    PROVIDER_LIST_PAUSE_MS: process.env.PROVIDER_LIST_PAUSE_MS ?? '0',
    ALLOWED_FRAME_ORIGINS: [origin, process.env.ALLOWED_FRAME_ORIGINS ?? ''].join(','),
  };
  return { settings, ready };
}

async function startOneServer(
  started: Started,
  { folder, port, step }: StackOptions,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  step('server');
  const server = await startService({
    title: 'The server',
    args: program('server/src/main.ts'),
    env: { ...env, PORT: String(port) },
    logFile: logIn(folder, 'server'),
  });
  started.services.push(server);
  await untilReady(server, `${ownUrl(port)}/readyz`);
}

/** Starts several server processes behind HAProxy, and the NATS server through which they notify. */
async function startServers(
  started: Started,
  { folder, port, step }: StackOptions,
  count: number,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const natsLog = logIn(folder, 'nats');
  const fanOut = await openNats(natsLog, step);
  if (fanOut !== null) {
    started.nats = fanOut.service;
    started.services.push(fanOut.service);
    void fanOut.service.ended.then(() => {
      if (!started.isStopping)
        console.log(
          '✗ NATS ended unexpectedly: sockets are notified through the database only. ' +
            `Its log: ${natsLog}`,
        );
    });
  }
  step(`${count} server processes and HAProxy`);
  started.group = await startServerGroup({
    count,
    port,
    env: { ...env, ...(fanOut === null ? {} : { NATS_URL: fanOut.url }) },
    logOf: (name) => logIn(folder, name),
    folder,
  });
}

/** Starts all services in order and waits until they answer. When one fails, the others are stopped. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { folder, lock, port, providerPort, processes = 1, step } = options;
  const url = `http://${publicAddress()}:${port}`;
  const started: Started = { services: [], databases: [], nats: null, group: null, isStopping: false };
  try {
    step('database');
    const database = await openDatabase(folder);
    const { logins, embedded } = database;
    addDatabase(started, embedded?.service ?? null);
    const providerUrl = providerPort === null ? {} : { providerUrl: providerUrlOf(providerPort) };
    lock.note({ url, ...providerUrl, processes, logins });
    await options.fillReleases?.(logins);
    const provider =
      providerPort === null ? null : await startDemoProvider(started, options, providerPort, database);
    const demo = process.env.DEMO ?? String(embedded !== null);
    const env = {
      ...provider?.settings,
      ...logins,
      DATA_DIR: folder,
      REMOTES_ROOT: process.env.REMOTES_ROOT || join(folder, 'releases'),
      // Dev servers of this machine may replace a remote in the running page (?mfe-override=…).
      REMOTE_ORIGINS: process.env.REMOTE_ORIGINS ?? allowedDevOrigins().remotes.join(','),
      DEMO: demo,
    };
    if (processes > 1) await startServers(started, options, processes, env);
    else await startOneServer(started, options, env);
    await provider?.ready;
    return { url, hasDemo: demo === 'true', ...controlsOf(started, lock) };
  } catch (error) {
    await stopAll(started);
    throw error;
  }
}

function controlsOf(started: Started, lock: Lock): Omit<Stack, 'url' | 'hasDemo'> {
  const { services, databases, nats, group } = started;
  // Money and wins do not need NATS (docs/operations.md).
  const needed = services.filter((service) => service !== nats);
  const killable = needed.filter((service) => !databases.includes(service));
  return {
    failed: Promise.race([...needed.map(unexpectedEnd), ...(group === null ? [] : [group.failed])]),
    stop: () => stopAll(started),
    restartServers: group === null ? null : restartAndNote(group, lock),
    killServers() {
      group?.kill();
      for (const service of killable) service.kill();
    },
  };
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
    console.log(
      '  no nats-server found (Debian: apt install nats-server): ' +
        'a balance changed by another process shows after the next call',
    );
    return null;
  }
  step('NATS server');
  return startNats(binary, logFile);
}
