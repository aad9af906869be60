import proxyAddr from '@fastify/proxy-addr';

/**
 * Whether the X-Forwarded-For of this address, `hop` hops away, is trusted: TRUST_PROXY in Fastify's form.
 */
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
