import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TrustsProxy } from '../config/trusted-proxies';

/** The form of a proxy's ids, such as nginx's $request_id and UUIDs. */
const REQUEST_ID = /^[\w.-]{8,64}$/;

/** The id of a request: the X-Request-Id of a trusted proxy, else a new one. */
export function requestIdOf({ headers, socket }: IncomingMessage, trusts: TrustsProxy | null): string {
  const id = headers['x-request-id'];
  const isTrusted = trusts?.(socket.remoteAddress ?? '', 0) === true;
  return isTrusted && typeof id === 'string' && REQUEST_ID.test(id) ? id : randomUUID();
}
