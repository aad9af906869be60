import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { Config } from '../../config/config';

export type CallerSettings = Pick<
  Config,
  'PROVIDER_AGENT_CODE' | 'PROVIDER_SECRET' | 'PROVIDER_SECRET_PREVIOUS' | 'PROVIDER_ALLOWED_IPS'
>;

/** Checks the caller of a callback: agent code, secret (or the previous one) and, unless the list is empty, address. */
export function createCallerCheck(config: CallerSettings): (body: unknown, address: string) => boolean {
  const allowed = addressListOf(config.PROVIDER_ALLOWED_IPS);
  return (body, address) => {
    const { agent_code: code, agent_secret: secret } = (body ?? {}) as Record<string, unknown>;
    // All are always compared, in constant time, so that the time of an answer reveals none.
    const isCode = isSame(code, config.PROVIDER_AGENT_CODE);
    const isSecret = isSame(secret, config.PROVIDER_SECRET);
    const isPrevious = isSame(secret, config.PROVIDER_SECRET_PREVIOUS ?? config.PROVIDER_SECRET);
    return isCode && (isSecret || isPrevious) && (allowed === null || isListed(allowed, address));
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (given: unknown, expected: string): boolean =>
  timingSafeEqual(digest(typeof given === 'string' ? given : ''), digest(expected)) &&
  typeof given === 'string';

function addressListOf(entries: readonly string[]): BlockList | null {
  if (entries.length === 0) return null;
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

function isListed(list: BlockList, address: string): boolean {
  // Dual-stack sockets report IPv4 addresses in this form.
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
