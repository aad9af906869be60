import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../refusals/refusal';
import { onRequestEnd } from './on-request-end';

/** After this time unfinished connections are closed, so that the process ends in under 10 s. */
const PATIENCE_MS = 8_000;
/** For this time, calls that arrive are answered 503 before their connections close. */
const REFUSALS_MS = 500;
const CHECK_EVERY_MS = 50;
/** After the port is closed, the calls of the last accepted connections are still served for this long. */
const LAST_CALLS_MS = 200;

/**
 * When the app closes, /readyz answers 503 while all other calls are still served for `delayMs`, each answer
 * closing its connection: the balancer then sends no more calls here. After that, accepted calls finish and
 * further ones are refused with 503 and a closed connection, so that a client's retry reaches another
 * process.
 */
export function refuseCallsWhileStopping(app: FastifyInstance, delayMs: number) {
  let isShuttingDown = false;
  let refusesCalls = false;
  let callsUnderWay = 0;
  const listeners: ((delayMs: number) => void)[] = [];
  /** Idle connections that browsers open in advance keep a server from closing. */
  const closeConnections = async (): Promise<void> => {
    const deadline = performance.now() + PATIENCE_MS;
    await wait(REFUSALS_MS);
    while (callsUnderWay > 0 && performance.now() < deadline) await wait(CHECK_EVERY_MS);
    app.server.closeAllConnections();
  };
  app.addHook('preClose', async () => {
    isShuttingDown = true;
    for (const listener of listeners) listener(delayMs);
    if (delayMs > 0) {
      app.log.info({ delayMs }, 'shutting down: /readyz answers 503, calls are still served');
      await wait(delayMs);
    }
    const refuse = (): void => {
      refusesCalls = true;
      app.log.info('shutting down: accepted calls finish, new ones are refused');
    };
    // The port closes when this hook ends. With a delay no call is refused that was sent before the port
    // closed.
    if (delayMs > 0) setTimeout(refuse, LAST_CALLS_MS).unref();
    else refuse();
    void closeConnections();
  });
  onRequestEnd(app, () => {
    callsUnderWay += 1;
    return () => {
      callsUnderWay -= 1;
    };
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!refusesCalls && !(isShuttingDown && request.routeOptions.url === '/readyz')) return;
    void reply.header('connection', 'close');
    throw unavailable();
  });
  // Connections of accepted calls close too, or closing would wait for their next call.
  app.addHook('onSend', async (_request, reply) => {
    if (isShuttingDown) void reply.header('connection', 'close');
  });
  return {
    /** True from SIGTERM on. */
    isShuttingDown: () => isShuttingDown,
    /** Calls `listener` at SIGTERM, with the milliseconds for which calls are still served. */
    onStart: (listener: (delayMs: number) => void) => void listeners.push(listener),
  };
}

export type ShutdownState = ReturnType<typeof refuseCallsWhileStopping>;
