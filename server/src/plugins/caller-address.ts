import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../config';

/** Whether what this address, so many hops away, says of its caller is believed: TRUST_PROXY, as Fastify takes it. */
export type TrustsProxy = (address: string, hop: number) => boolean;

/** Null when no proxy is. */
export function trustedProxiesOf({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): TrustsProxy | null {
  if (TRUST_PROXY === false) return null;
  if (typeof TRUST_PROXY === 'number') return (_address, hop) => hop < TRUST_PROXY;
  return proxyAddr.compile(TRUST_PROXY.split(',').map((one) => one.trim()));
}

/** What `request.ip` says, for a request that Fastify does not see: one that asks for a WebSocket. */
export const addressOf = (request: IncomingMessage, trusts: TrustsProxy | null): string =>
  (trusts === null ? request.socket.remoteAddress : proxyAddr(request, trusts)) ?? '';
