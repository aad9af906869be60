import { createHash, timingSafeEqual } from 'node:crypto';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../../config/config';

export type CallerSettings = Pick<
  Config,
  'PROVIDER_AGENT_CODE' | 'PROVIDER_SECRET' | 'PROVIDER_SECRET_PREVIOUS' | 'PROVIDER_ALLOWED_IPS'
>;

/** Checks the caller of a callback: agent code, secret (or the previous one) and, unless the list is empty, address. */
export function createCallerCheck(config: CallerSettings): (body: unknown, address: string) => boolean {
  const {
    PROVIDER_ALLOWED_IPS: allowed,
    PROVIDER_SECRET,
    PROVIDER_SECRET_PREVIOUS = PROVIDER_SECRET,
  } = config;
  const isListed = proxyAddr.compile([...allowed]);
  const code = digestOf(config.PROVIDER_AGENT_CODE);
  const secrets = [digestOf(PROVIDER_SECRET), digestOf(PROVIDER_SECRET_PREVIOUS)];
  return (body, address) => {
    const given = (body ?? {}) as Record<string, unknown>;
    const secret = digestOf(given.agent_secret);
    // All are always compared, in constant time, so that the time of an answer reveals none.
    const isCode = timingSafeEqual(digestOf(given.agent_code), code);
    const isSecret = secrets.filter((expected) => timingSafeEqual(secret, expected)).length > 0;
    return isCode && isSecret && (allowed.length === 0 || isListed(address, 0));
  };
}

/** Digests have one length, which timingSafeEqual needs. Anything but a text has the digest of the empty text, which equals no setting, because settings are not empty. */
const digestOf = (text: unknown): Buffer =>
  createHash('sha256')
    .update(typeof text === 'string' ? text : '')
    .digest();
