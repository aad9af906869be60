import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A word of nginx's: the caller was gone before it had its answer. */
const GIVEN_UP = 499;

/**
 * Tells of each call when it begins; what is returned is told once when the call is over, with the status to count it by.
 * Fastify's onResponse never hears of a call whose caller hung up before its answer was sent.
 */
export function followCalls(
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
  // A stream that a route writes by itself (SockJS over XHR) usually ends by its reader's leaving.
  const isStream = sent && !raw.writableEnded;
  return raw.writableFinished || isStream ? raw.statusCode : GIVEN_UP;
}
