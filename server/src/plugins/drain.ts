import type { FastifyInstance } from 'fastify';
import { unavailable } from '../errors/refusal';

/** Past this, connections whose peers do not finish are cut, so that the process ends in under 10 s. */
const PATIENCE_MS = 8_000;

/**
 * Once the app closes, what was accepted finishes and every further call is refused: 503 and a closed connection, so
 * that a retrying client goes to another process at once.
 */
export function refuseCallsWhileStopping(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
    app.log.info('stopping: accepted calls finish, new ones are refused');
    setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS).unref();
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (!isStopping) return;
    void reply.header('connection', 'close');
    throw unavailable();
  });
  // An accepted call's connection is not kept either, or closing would wait for its next call.
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping) void reply.header('connection', 'close');
  });
}
