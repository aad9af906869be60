import type { App } from '../http/app-type';
import type { AccessTokens } from '../sessions/access-token';
import { tokenOf } from '../sessions/authenticate';
import { followCalls } from '../http/on-request-end';
import { loggedAddress } from './logged-address';
import { noteRefusals, refusalOf } from '../http/request-outcome';

const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * One line a call, once it is over, with the user whose token it bore and why it was refused; the logger adds the request's
 * id. Probes that find all well say nothing.
 */
export function logCalls(app: App, tokens: Pick<AccessTokens, 'read'>): void {
  noteRefusals(app);
  followCalls(app, (request, reply) => {
    // A line that has closed no longer knows whose it was.
    const { ip: remoteAddress } = request;
    const { url: route } = request.routeOptions;
    const caller = tokens.read(tokenOf(request) ?? '');
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
          user: (await caller)?.userId,
          ...refusalOf(request),
        },
        'call',
      );
    };
  });
}
