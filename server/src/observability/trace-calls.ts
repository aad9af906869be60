import type { FastifyRequest } from 'fastify';
import type { App } from '../http/app-type';
import { isCallbackPath } from '../http/callback-path';
import { onRequestEnd } from '../http/on-request-end';
import { runInSpan, type Span } from '../tracing/span';
import type { Tracer } from '../tracing/tracer';

const spans = new WeakMap<FastifyRequest, Span>();

/** The trace of a call, for the log; undefined when it is not traced. */
export const traceIdOf = (request: FastifyRequest): string | undefined => spans.get(request)?.traceId;

/** A span for each call of the API and each callback. */
export function traceCalls(app: App, tracer: Tracer): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = '' } = request.routeOptions;
    const isTraced = url.startsWith('/api/v1/') || isCallbackPath(url);
    const span = isTraced ? tracer.begin(request.headers.traceparent) : undefined;
    if (span === undefined) return done();
    spans.set(request, span);
    runInSpan(span, done);
  });
  // The parser of the body calls back in the context of the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else runInSpan(span, done);
  });
  onRequestEnd(app, (request) => (status) => {
    const { url = '' } = request.routeOptions;
    spans.get(request)?.end(`${request.method} ${url}`, status >= 500, {
      'http.request.method': request.method,
      'http.route': url,
      'http.response.status_code': status,
      'palier.request_id': request.id,
      ...(isCallbackPath(url) ? { 'palier.wallet_answer': request.outcome?.refused ?? 'done' } : {}),
    });
  });
  app.addHook('onClose', () => tracer.close());
}
