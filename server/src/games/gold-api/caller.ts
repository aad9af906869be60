import { createHash, timingSafeEqual } from 'node:crypto';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../../config/config';

export type CallerSettings = Pick<
  Config,
  'PROVIDER_AGENT_CODE' | 'PROVIDER_SECRET' | 'PROVIDER_SECRET_PREVIOUS' | 'PROVIDER_ALLOWED_IPS'
>;

/** Checks the caller of a callback: agent code, secret (or the previous one) and, unless the list is empty, address. */
export function createCallerCheck(config: CallerSettings): (body: unknown, address: string) => boolean {
  const { PROVIDER_ALLOWED_IPS: allowed } = config;
  const isListed = proxyAddr.compile([...allowed]);
  return (body, address) => {
    const { agent_code: code, agent_secret: secret } = (body ?? {}) as Record<string, unknown>;
    // All are always compared, in constant time, so that the time of an answer reveals none.
    const isCode = isSame(code, config.PROVIDER_AGENT_CODE);
    const isSecret = isSame(secret, config.PROVIDER_SECRET);
    const isPrevious = isSame(secret, config.PROVIDER_SECRET_PREVIOUS ?? config.PROVIDER_SECRET);
    return isCode && (isSecret || isPrevious) && (allowed.length === 0 || isListed(address, 0));
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (given: unknown, expected: string): boolean =>
  timingSafeEqual(digest(typeof given === 'string' ? given : ''), digest(expected)) &&
  typeof given === 'string';
