import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Whether to believe what this address, so many hops away, says of its caller: TRUST_PROXY in Fastify's form. */
export type TrustsProxy = (address: string, hop: number) => boolean;

/** Null when no proxy is trusted. Throws for malformed addresses. */
export function trustedProxiesOf({
  TRUST_PROXY,
}: {
  readonly TRUST_PROXY: false | number | string;
}): TrustsProxy | null {
  if (TRUST_PROXY === false) return null;
  if (typeof TRUST_PROXY === 'number') return (_address, hop) => hop < TRUST_PROXY;
  return proxyAddr.compile(TRUST_PROXY.split(',').map((one) => one.trim()));
}

/** The counterpart of `request.ip` for requests that Fastify does not see: those that ask for a WebSocket. */
export const addressOf = (request: IncomingMessage, trusts: TrustsProxy | null): string =>
  (trusts === null ? request.socket.remoteAddress : proxyAddr(request, trusts)) ?? '';

/** One household holds a whole /64 of IPv6, so its addresses count as one. */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] ?? '';
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - groups.length - after.length }, () => '0');
  const first = [...groups, ...zeros, ...after].slice(0, 4);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
