import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { TrustsProxy } from '../config/trusted-proxies';

/** Of a proxy's ids, such as nginx's $request_id and UUIDs. */
const REQUEST_ID = /^[\w.-]{8,64}$/;
/** W3C Trace Context; later versions may add fields. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-|$)/;

/** The id of a request: the X-Request-Id of a trusted proxy, else a new one. */
export function requestIdOf({ headers, socket }: IncomingMessage, trusts: TrustsProxy | null): string {
  const id = headers['x-request-id'];
  const isTrusted = trusts?.(socket.remoteAddress ?? '', 0) === true;
  return isTrusted && typeof id === 'string' && REQUEST_ID.test(id) ? id : randomUUID();
}

/** The trace that the caller has begun, 32 hexadecimal digits; undefined without a valid `traceparent`. */
export const incomingTraceId = ({ traceparent }: IncomingHttpHeaders): string | undefined =>
  typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
