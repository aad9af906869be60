import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assertNamesHost, BARE_HEADERS, refuseExpectation } from './raw-http-error';
import { answerError } from './error-handler';

/**
 * An address that is no address (`%zz`): refused before any route, so that no hook has run. Who opened it in a browser reads what
 * any other path says (section 2 of docs/spec-coverage.md).
 */
export function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(BARE_HEADERS);
  if (request.headers.accept?.includes('text/html') === true)
    void reply.code(404).type('text/plain; charset=utf-8').send('404 Not Found');
  else answerError(error, request, reply);
}

/** What Node would refuse with an empty answer: a call without a host, or one that expects what nobody offers. */
export function refuseOddCalls(app: FastifyInstance): void {
  app.server.on('checkExpectation', refuseExpectation);
  app.addHook('onRequest', (request, _reply, done) => {
    assertNamesHost(request.raw);
    done();
  });
}
