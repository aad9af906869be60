import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { TrustsProxy } from '../config/trusted-proxies';

/** The counterpart of `request.ip` for WebSocket handshakes, which Fastify does not see. */
export const addressOf = (request: IncomingMessage, trusts: TrustsProxy | null): string =>
  (trusts === null ? request.socket.remoteAddress : proxyAddr(request, trusts)) ?? '';

/**
 * The key that limits count an address by: an IPv4 address, or a /64 of IPv6, which one device or household
 * holds as a whole. Many households hold a /56.
 */
export function networkOf(address: string, bits: 56 | 64 = 64): string {
  const plain = address.split('%')[0] ?? '';
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - groups.length - after.length }, () => '0');
  const first = [...groups, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16));
  if (bits === 56) first[3]! &= 0xff00;
  return `${first.map((group) => group.toString(16)).join(':')}::/${bits}`;
}
