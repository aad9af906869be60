import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '@palier/shared/contracts';
import { answerError } from '../http/error-handler';
import { Refusal } from '../refusals/refusal';
import { isExpired, type AccessClaims } from './access-token';
import type { Authentication } from './authenticate';
import { unauthenticated } from './errors';

/** The caller of a movement of money, whose session the ledger's statement checks. */
export interface Actor extends AccessClaims {
  readonly accountId: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `leaveSessionCheckToLedger`. */
    actor: Actor | undefined;
  }
}

/**
 * Sessions whose account is cached: a user's account and role never change, and a session ends when somebody
 * else sets its user's password.
 */
const MAX_CACHED_ACCOUNTS = 20_000;

const CODES_ABOUT_CALLERS: ReadonlySet<string> = new Set([
  'unauthenticated',
  'not-allowed',
  'password-change-required',
]);

/**
 * The actor of a request behind `leaveSessionCheckToLedger`; 401 when its token has expired since the headers
 * were read.
 */
export function actorOf({ actor }: FastifyRequest): Actor {
  if (actor === undefined || isExpired(actor)) throw unauthenticated();
  return actor;
}

/**
 * For a call whose one statement also checks the session: the session is not read before, so that the call
 * costs one round trip. The token must be valid and its user have one of `roles` and need no new password;
 * each process reads this once for a session. When such a call fails for any reason, the session is checked:
 * a caller whose session has ended is answered 401, whatever else is wrong.
 */
export function leaveSessionCheckToLedger(
  { checkCaller }: Pick<Authentication, 'checkCaller'>,
  roles: readonly Role[],
) {
  const accounts = new Map<string, number>();

  async function accountOf(sessionId: string, request: FastifyRequest): Promise<number> {
    const cached = accounts.get(sessionId);
    if (cached !== undefined) return cached;
    const { accountId } = (await checkCaller(request, { roles })).user;
    if (accounts.size >= MAX_CACHED_ACCOUNTS) accounts.delete(accounts.keys().next().value ?? '');
    accounts.set(sessionId, accountId);
    return accountId;
  }

  const sessionFault = (request: FastifyRequest): Promise<Error | null> =>
    checkCaller(request, { roles }).then(
      () => null,
      (error: Error) => error,
    );

  return {
    async onRequest(request: FastifyRequest): Promise<void> {
      const claims = await request.accessClaims;
      if (claims === null) throw unauthenticated();
      request.actor = { ...claims, accountId: await accountOf(claims.sessionId, request) };
    },
    async errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
      const isAboutCaller = error instanceof Refusal && CODES_ABOUT_CALLERS.has(error.code);
      answerError(isAboutCaller ? error : ((await sessionFault(request)) ?? error), request, reply);
      // Fastify sends nothing more for an async handler that returns the reply.
      return reply;
    },
  };
}
