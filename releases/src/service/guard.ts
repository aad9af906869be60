import type { FastifyRequest } from 'fastify';
import type { Store } from '../store';
import { RefusedCall } from './refused-call';
import { cookieToken } from './releases-page';
import {
  addAuditEntry,
  findValidToken,
  mayDo,
  type Action,
  type AuditEntry,
  type ReleaseToken,
} from './token.repository';

/** What a call acts on, for its audit. */
export interface AuditedTarget {
  readonly remote?: string | null;
  readonly version?: string | null;
  /** Whether the call overrides a check, for which its token needs a right of its own. */
  readonly isOverride?: boolean;
}

export interface Guard {
  /** The token of a call. Throws a RefusedCall without a valid one. */
  tokenOf(request: FastifyRequest): Promise<ReleaseToken>;
  /** Does the work of a call when its token allows it, and adds the call to the audit in any case. */
  audited(
    request: FastifyRequest,
    action: Action,
    target: AuditedTarget,
    work: (actor: string) => Promise<string>,
  ): Promise<{ result: string }>;
}

function requireRight(
  token: ReleaseToken,
  action: Action,
  { remote = null, isOverride }: AuditedTarget,
): void {
  if (!mayDo(token, action, remote))
    throw new RefusedCall(403, `The token ${token.name} may not ${action} ${remote ?? ''}`.trim() + '.');
  if (isOverride === true && !mayDo(token, 'override', remote))
    throw new RefusedCall(403, `The token ${token.name} may not override the checks of ${remote}.`);
}

export function createGuard(store: Store): Guard {
  /**
   * Reads the token: for /releases from the cookie, for other calls from the
   * Authorization header.
   */
  const tokenOf = async (request: FastifyRequest): Promise<ReleaseToken> => {
    const [, inHeader] = /^Bearer (\S{1,100})$/.exec(request.headers.authorization ?? '') ?? [];
    const text = request.url.startsWith('/releases') ? cookieToken(request) : inHeader;
    const token = text === undefined ? null : await findValidToken(store, text);
    if (token === null) throw new RefusedCall(401, 'The token is missing, unknown, expired or revoked.');
    return token;
  };
  return {
    tokenOf,
    async audited(request, action, target, work) {
      const token = await tokenOf(request);
      const { remote = null, version = null } = target;
      const call = { token: token.name, address: request.ip, action, remote, version };
      const add = (outcome: AuditEntry['outcome'], detail: string): Promise<void> =>
        addAuditEntry(store, { ...call, outcome, detail });
      try {
        requireRight(token, action, target);
        // Before the work, so that a change is in the audit even if the service or its database ends
        // meanwhile.
        await add('started', '');
        const result = await work(`${token.name}@${request.ip}`);
        await add('done', result).catch((error: unknown) => request.log.error(error));
        return { result };
      } catch (error) {
        await add(error instanceof RefusedCall ? 'refused' : 'failed', (error as Error).message);
        throw error;
      }
    },
  };
}
