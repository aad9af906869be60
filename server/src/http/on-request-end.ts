import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** nginx's status of a call whose caller disconnected before the answer. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Calls `begin` for each request, and the function that `begin` returns, with the status, when the request is
 * over. Fastify's onResponse hook does not run when the caller disconnects before the answer is sent.
 */
export function onRequestEnd(
  app: FastifyInstance,
  begin: (request: FastifyRequest, reply: FastifyReply) => (status: number) => void | Promise<void>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const end = begin(request, reply);
    reply.raw.once('close', () => void end(statusOf(reply)));
    done();
  });
}

function statusOf({ raw, sent }: FastifyReply): number {
  // Streams that a route writes itself (SockJS over XHR) usually end when their reader disconnects.
  const isStream = sent && !raw.writableEnded;
  return raw.writableFinished || isStream ? raw.statusCode : CLIENT_CLOSED_REQUEST;
}
