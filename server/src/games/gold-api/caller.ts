import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';

/** Who may call the wallet: the agent's code and secret and, where the operator lists them, its addresses. */
export function createCallerCheck(config: {
  readonly PROVIDER_AGENT_CODE: string;
  readonly PROVIDER_SECRET: string;
  /** Addresses and ranges; empty: any. */
  readonly PROVIDER_ALLOWED_IPS: readonly string[];
}): (body: unknown, address: string) => boolean {
  const allowed = addressListOf(config.PROVIDER_ALLOWED_IPS);
  return (body, address) => {
    const { agent_code: code, agent_secret: secret } = (body ?? {}) as Record<string, unknown>;
    // Both are compared whatever the first says, in a time that tells nothing of either.
    const isCode = isSame(code, config.PROVIDER_AGENT_CODE);
    const isSecret = isSame(secret, config.PROVIDER_SECRET);
    return isCode && isSecret && (allowed === null || isListed(allowed, address));
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (given: unknown, expected: string): boolean =>
  timingSafeEqual(digest(typeof given === 'string' ? given : ''), digest(expected)) &&
  typeof given === 'string';

/** True for an address, or a range such as 203.0.113.0/24. */
export function isAddressRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

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
  // A dual-stack socket writes IPv4 callers so.
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
