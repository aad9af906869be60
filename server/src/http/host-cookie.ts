import type { FastifyReply, FastifyRequest } from 'fastify';

interface HostCookie {
  readonly name: string;
  readonly value: string;
  /** Where browsers send the cookie while the page is not served over TLS. */
  readonly path: string;
  /** Without it the cookie ends with the browser. */
  readonly lifeS?: number;
}

/** Over TLS, the prefix makes browsers refuse a cookie of this name from any other host, as a subdomain. */
const fullName = ({ protocol }: FastifyRequest, name: string): string =>
  protocol === 'https' ? `__Host-${name}` : name;

/** The value of a cookie that `setHostCookie` has set over the same protocol. */
export function readHostCookie(request: FastifyRequest, name: string): string | undefined {
  const start = `${fullName(request, name)}=`;
  return (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
}

/**
 * Sets a cookie that scripts cannot read and that requests from other sites do not carry. Over TLS its name
 * begins with `__Host-`, for which browsers require the path /.
 */
export function setHostCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, path, lifeS }: HostCookie,
): void {
  const isEncrypted = request.protocol === 'https';
  const attributes = [
    `${fullName(request, name)}=${value}`,
    `Path=${isEncrypted ? '/' : path}`,
    ...(lifeS === undefined ? [] : [`Max-Age=${lifeS}`]),
    'HttpOnly',
    'SameSite=Strict',
    ...(isEncrypted ? ['Secure'] : []),
  ];
  void reply.header('set-cookie', attributes.join('; '));
}
