import type { App } from '../app-type';
import { loggedAddress } from './logged-address';

/** One line a call, once it has been answered; the logger adds the request's id. */
export function logCalls(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
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
