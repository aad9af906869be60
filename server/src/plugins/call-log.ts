import type { App } from '../app-type';
import { loggedAddress } from './logged-address';

const PROBES = new Set(['/healthz', '/readyz']);

/** One line a call, once it has been answered; the logger adds the request's id. Probes that find all well say nothing. */
export function logCalls(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = '' } = request.routeOptions;
    if (PROBES.has(route) && reply.statusCode === 200) return;
    request.log.info(
      {
        method: request.method,
        url: loggedAddress(request.url),
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        remoteAddress: request.ip,
      },
      'call',
    );
  });
}
