import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../refusals/refusal';
import { followCalls } from './on-request-end';

/** Past this, connections whose peers do not finish are cut, so that the process ends in under 10 s. */
const PATIENCE_MS = 8_000;
/** Calls that are on their way when we stop still hear 503 instead of a cut line. */
const REFUSALS_MS = 500;
const LOOK_EVERY_MS = 50;
/** After the last connection was let in, so that what came with it is served too. */
const LAST_CALLS_MS = 200;

export interface Leaving {
  /** From the SIGTERM on. */
  readonly isLeaving: () => boolean;
}

/**
 * Once the app closes, /readyz says 503 while everything else is served for `delayMs` more, each answer closing its
 * connection: time for a balancer to notice and to send nothing more. Then what was accepted finishes and every further
 * call is refused: 503 and a closed connection, so that a retrying client goes to another process at once.
 */
export function refuseCallsWhileStopping(app: FastifyInstance, delayMs: number): Leaving {
  let isLeaving = false;
  let isStopping = false;
  let underway = 0;
  /** Lines that browsers open ahead of need carry no call, and yet keep a server from closing. */
  const cutIdleLines = async (): Promise<void> => {
    const deadline = performance.now() + PATIENCE_MS;
    await wait(REFUSALS_MS);
    while (underway > 0 && performance.now() < deadline) await wait(LOOK_EVERY_MS);
    app.server.closeAllConnections();
  };
  app.addHook('preClose', async () => {
    isLeaving = true;
    if (delayMs > 0) {
      app.log.info({ delayMs }, 'leaving: /readyz says so, calls are still served');
      await wait(delayMs);
    }
    // Whoever left in time refuses nobody: the port closes with this hook, and only then are calls turned away.
    const refuse = (): void => {
      isStopping = true;
      app.log.info('stopping: accepted calls finish, new ones are refused');
    };
    if (delayMs > 0) setTimeout(refuse, LAST_CALLS_MS).unref();
    else refuse();
    void cutIdleLines();
  });
  followCalls(app, () => {
    underway += 1;
    return () => {
      underway -= 1;
    };
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!isStopping && !(isLeaving && request.routeOptions.url === '/readyz')) return;
    void reply.header('connection', 'close');
    throw unavailable();
  });
  // An accepted call's connection is not kept either, or closing would wait for its next call.
  app.addHook('onSend', async (_request, reply) => {
    if (isLeaving) void reply.header('connection', 'close');
  });
  return { isLeaving: () => isLeaving };
}
