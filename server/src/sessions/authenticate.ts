import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { Role } from '@palier/shared/contracts';
import type { Queryable } from '../database/pool';
import { findUsersOfSessions, type SessionKey, type UserRecord } from '../users/user.repository';
import { isExpired, type AccessClaims, type AccessTokens } from './access-token';
import { factorEnrolmentRequired, notAllowed, passwordChangeRequired, unauthenticated } from './errors';
import type { FactorRule } from './factor-rule';

/** The user behind a request as the database has it now: claims of a token grant no rights. */
export interface Caller {
  readonly user: UserRecord;
  readonly sessionId: string;
  readonly tokenExpiresAtMs: number;
  /** The password was set by somebody else, and the operator requires one's own (decision 0102). */
  readonly mustChangePassword: boolean;
  /** The operator requires a second factor of the role, and the account has none (decision 0091). */
  readonly mustAddFactor: boolean;
}

/** Which callers a call admits. */
interface Admission {
  /** Absent: all. */
  readonly roles?: readonly Role[] | undefined;
  /** Also callers who must change their password first. */
  readonly admitsGivenPassword?: boolean;
  /** Also callers who must add a second factor first. */
  readonly admitsMissingFactor?: boolean;
}

interface CheckedCaller {
  readonly caller: Caller;
  readonly admission: Admission;
  readonly atMs: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Claims of the request's access token, null without a valid one. The state of the session is not
     * checked.
     */
    accessClaims: Promise<AccessClaims | null>;
    /** Set by `requireSession`. */
    checkedCaller: CheckedCaller | undefined;
  }
}

/**
 * Creates a hook that runs before the body is read: 401 without a live session, 409 while the password must
 * be changed or a second factor added, 403 for a role that is not among `roles`.
 */
export type RequireSession = (roles?: readonly Role[]) => preHandlerAsyncHookHandler;

const BEARER = /^bearer ([\w.-]+)$/i;
const NO_CLAIMS = Promise.resolve(null);

/** A check of a caller is valid for this long, so that the end of a session takes effect within a second. */
const CHECK_VALID_MS = 500;

/** Reads the access token of each request once, for all that need its claims. */
export function readAccessTokens(app: FastifyInstance, tokens: Pick<AccessTokens, 'read'>): void {
  app.decorateRequest('accessClaims');
  app.decorateRequest('checkedCaller');
  app.decorateRequest('actor');
  app.addHook('onRequest', (request, _reply, done) => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    request.accessClaims = token === undefined ? NO_CLAIMS : tokens.read(token);
    done();
  });
}

/** Checks callers against the sessions in the database. */
export function createAuthentication(
  tokens: Pick<AccessTokens, 'read'>,
  findUserOfSession: (session: SessionKey) => Promise<UserRecord | null>,
  requiresOwnPassword: boolean,
  { mustAddFactor }: Pick<FactorRule, 'mustAddFactor'>,
) {
  async function findByClaims(claims: AccessClaims | null): Promise<Caller | null> {
    // A token that was read when the call began may have expired before its body was complete.
    if (claims === null || isExpired(claims)) return null;
    const user = await findUserOfSession(claims);
    if (user === null) return null;
    return {
      user,
      sessionId: claims.sessionId,
      tokenExpiresAtMs: claims.expiresAtMs,
      mustChangePassword: requiresOwnPassword && !user.hasOwnPassword,
      mustAddFactor: await mustAddFactor(user),
    };
  }

  /** The caller behind the request's access token, or null. */
  const findCallerOf = async (request: FastifyRequest): Promise<Caller | null> =>
    findByClaims(await request.accessClaims);

  /**
   * The request's caller. Throws `unauthenticated` without a live session, `passwordChangeRequired`,
   * `factorEnrolmentRequired` and `notAllowed` for callers who are not admitted.
   */
  async function checkCaller(
    request: FastifyRequest,
    { roles, admitsGivenPassword = false, admitsMissingFactor = false }: Admission = {},
  ): Promise<Caller> {
    const caller = await findCallerOf(request);
    if (caller === null) throw unauthenticated();
    // Before the role: the answer to a wrong role ends the session in pages.
    if (caller.mustChangePassword && !admitsGivenPassword) throw passwordChangeRequired();
    if (caller.mustAddFactor && !admitsMissingFactor) throw factorEnrolmentRequired();
    if (roles !== undefined && !roles.includes(caller.user.role)) throw notAllowed();
    return caller;
  }

  async function check(request: FastifyRequest, admission: Admission): Promise<void> {
    const caller = await checkCaller(request, admission);
    request.checkedCaller = { caller, admission, atMs: performance.now() };
  }

  const requireSession: RequireSession = (roles) => (request) => check(request, { roles });

  return {
    /** The caller behind an access token, or null. */
    findCaller: async (token: string) => findByClaims(await tokens.read(token)),
    findCallerOf,
    checkCaller,
    requireSession,
    /** The same for the calls that a caller needs to change a password that somebody else set. */
    requireSessionWithAnyPassword: (): preHandlerAsyncHookHandler => (request) =>
      check(request, { admitsGivenPassword: true, admitsMissingFactor: true }),
    /** The same for the calls that a caller needs to add a second factor. */
    requireSessionWithoutFactor: (): preHandlerAsyncHookHandler => (request) =>
      check(request, { admitsMissingFactor: true }),
    /**
     * Runs once the body is read: checks callers again whose check is too old. A caller may hold its body
     * back for as long as a request may take.
     */
    recheckLateCallers: async (request: FastifyRequest): Promise<void> => {
      const before = request.checkedCaller;
      if (before === undefined || performance.now() - before.atMs < CHECK_VALID_MS) return;
      await check(request, before.admission);
    },
  };
}

export type Authentication = ReturnType<typeof createAuthentication>;

/** The caller of a request behind `requireSession`. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.checkedCaller === undefined) throw unauthenticated();
  return request.checkedCaller.caller;
}

/**
 * The last step in the transaction of a write. A password may have been hashed and locks waited for since the
 * call was checked: throws `unauthenticated`, which undoes the write, when the session has ended meanwhile.
 */
export async function assertSessionIsLive(database: Queryable, { user, sessionId }: Caller): Promise<void> {
  const [found] = await findUsersOfSessions(database, [{ sessionId, userId: user.id }]);
  if (found === null || found === undefined) throw unauthenticated();
}
