import type { App } from '../http/app-type';
import { onRequestEnd } from '../http/on-request-end';
import { readTraceparent } from '../tracing/traceparent';
import { loggedAddress } from './logged-address';
import { traceIdOf } from './trace-calls';
import { recordRefusals } from '../http/request-outcome';

const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Logs each call when it ends, with the user of its token and the reason of a refusal; successful probes are
 * not logged.
 */
export function logCalls(app: App): void {
  recordRefusals(app);
  onRequestEnd(app, (request, reply) => {
    // Read at the beginning, because a closed connection has no address.
    const { ip: remoteAddress } = request;
    const { url: route } = request.routeOptions;
    return async (status) => {
      if (PROBES.has(route ?? '') && status === 200) return;
      request.log.info(
        {
          method: request.method,
          url: loggedAddress(request.url),
          route,
          status,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          remoteAddress,
          user: (await request.accessClaims)?.userId,
          traceId: traceIdOf(request) ?? readTraceparent(request.headers.traceparent)?.traceId,
          ...request.outcome,
        },
        'call',
      );
    };
  });
}
