import type { App } from '../app-type';
import { followCalls } from './follow-calls';
import { loggedAddress } from './logged-address';

const PROBES = new Set(['/healthz', '/readyz']);

/** One line a call, once it is over; the logger adds the request's id. Probes that find all well say nothing. */
export function logCalls(app: App): void {
  followCalls(app, (request, reply) => {
    // A line that has closed no longer knows whose it was.
    const { ip: remoteAddress } = request;
    const { url: route } = request.routeOptions;
    return (status) => {
      if (PROBES.has(route ?? '') && status === 200) return;
      request.log.info(
        {
          method: request.method,
          url: loggedAddress(request.url),
          route,
          status,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          remoteAddress,
        },
        'call',
      );
    };
  });
}
