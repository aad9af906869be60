import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../../config/config';

export type CallerSettings = Pick<
  Config,
  'PROVIDER_AGENT_CODE' | 'PROVIDER_SECRET' | 'PROVIDER_SECRET_PREVIOUS' | 'PROVIDER_ALLOWED_IPS'
>;

/** What a callback says about its sender. */
export interface Caller {
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
}

/**
 * `provider`: may move money. `reader`: a listed address that sent no credentials, as some vendors ask for
 * balances; it may read.
 */
export type CallerRole = 'provider' | 'reader' | 'stranger';

/**
 * Checks the caller of a callback: agent code, secret (or the previous one) and, unless the list is empty,
 * address. The secret is in the body or in the header Agent-Secret, beside which the agent code may be
 * missing.
 */
export function createCallerCheck(config: CallerSettings): (caller: Caller) => CallerRole {
  const {
    PROVIDER_ALLOWED_IPS: allowed,
    PROVIDER_SECRET,
    PROVIDER_SECRET_PREVIOUS = PROVIDER_SECRET,
  } = config;
  const isListed = proxyAddr.compile([...allowed]);
  const code = digestOf(config.PROVIDER_AGENT_CODE);
  const secrets = [digestOf(PROVIDER_SECRET), digestOf(PROVIDER_SECRET_PREVIOUS)];
  return ({ body, headers, ip }) => {
    const given = (body ?? {}) as Record<string, unknown>;
    const inHeader = given.agent_secret === undefined ? headers['agent-secret'] : undefined;
    const secret = digestOf(given.agent_secret ?? inHeader);
    // All are always compared, in constant time, so that the time of an answer reveals none.
    const isCode = timingSafeEqual(digestOf(given.agent_code), code);
    const isSecret = secrets.filter((expected) => timingSafeEqual(secret, expected)).length > 0;
    const isFromThere = allowed.length === 0 || isListed(ip, 0);
    const isCodeMissing = given.agent_code === undefined;
    if (!isFromThere) return 'stranger';
    if (isSecret && (isCode || (isCodeMissing && inHeader !== undefined))) return 'provider';
    const isAnonymous = isCodeMissing && given.agent_secret === undefined && inHeader === undefined;
    return isAnonymous && allowed.length > 0 ? 'reader' : 'stranger';
  };
}

/**
 * Digests have one length, which timingSafeEqual needs. Anything but a text has the digest of the empty text,
 * which equals no setting, because settings are not empty.
 */
const digestOf = (text: unknown): Buffer =>
  createHash('sha256')
    .update(typeof text === 'string' ? text : '')
    .digest();
