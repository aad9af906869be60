import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerError } from './error-handler';
import { malformedRequest, unknownTransferCoding } from './errors';
import { BARE_HEADERS, hasUnsupportedTransferCoding, refuseExpectation } from './raw-http-error';

/**
 * Answers a malformed URL such as `%zz`, which is refused before any hook runs. Browsers get the text of
 * section 2 of docs/spec-coverage.md.
 */
export function answerMalformedUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(BARE_HEADERS);
  if (request.headers.accept?.includes('text/html') === true)
    void reply.code(404).type('text/plain; charset=utf-8').send('404 Not Found');
  else answerError(error, request, reply);
}

/** The number of Host lines; names and values take turns in `rawHeaders`. */
const countHosts = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;

/**
 * Refuses requests without a host or with several, with an unknown expectation, which Node
 * would refuse with an empty answer, and unknown codings.
 */
export function refuseInvalidRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', refuseExpectation);
  app.addHook('onRequest', (request, _reply, done) => {
    const hosts = countHosts(request.raw.rawHeaders);
    // Proxies differ in which of two hosts they take.
    if (hosts > 1 || (hosts === 0 && request.raw.httpVersion === '1.1')) throw malformedRequest();
    // RFC 9112 §6.1.
    if (hasUnsupportedTransferCoding(request.raw)) throw unknownTransferCoding();
    done();
  });
}
