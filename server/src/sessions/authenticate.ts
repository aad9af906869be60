import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { Role } from '@palier/shared/contracts';
import { notAllowed, unauthenticated } from '../refusals/refusal';
import type { Services } from '../services';
import type { Queryable } from '../database/pool';
import { findUsersOfSessions, type UserRecord } from '../users/user.repository';

/** Who is calling, as the database knows it now: a token's claims decide nothing. */
export interface Caller {
  readonly user: UserRecord;
  readonly sessionId: string;
}

const BEARER = /^bearer ([\w.-]+)$/i;

/** A check of a caller holds this long: sessions that end are noticed within a second (section 4 of docs/design.md). */
const CHECK_HOLDS_MS = 500;

interface Checked {
  readonly caller: Caller;
  readonly roles: readonly Role[] | undefined;
  readonly atMs: number;
}

const checked = new WeakMap<FastifyRequest, Checked>();

/** The caller of a request behind `requireSession`. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = checked.get(request)?.caller;
  if (caller === undefined) throw unauthenticated();
  return caller;
}

/** The caller behind an access token, checked against the session's state, or null. */
export async function findCaller(
  { tokens, findUserOfSession }: Pick<Services, 'tokens' | 'findUserOfSession'>,
  token: string,
): Promise<Caller | null> {
  const claims = await tokens.read(token);
  if (claims === null) return null;
  const user = await findUserOfSession(claims);
  return user === null ? null : { user, sessionId: claims.sessionId };
}

/** What the request's Authorization carries as a bearer, be it a token of ours or not. */
export const tokenOf = (request: FastifyRequest): string | undefined =>
  BEARER.exec(request.headers.authorization ?? '')?.[1];

/** The caller of the request's bearer token, or null. */
export async function findBearer(services: Services, request: FastifyRequest): Promise<Caller | null> {
  const token = tokenOf(request);
  return token === undefined ? null : findCaller(services, token);
}

/** The request's caller. Throws `unauthenticated` without a live session, `not-allowed` for another role than `roles`. */
export async function checkCaller(
  services: Services,
  request: FastifyRequest,
  roles?: readonly Role[],
): Promise<Caller> {
  const caller = await findBearer(services, request);
  if (caller === null) throw unauthenticated();
  if (roles !== undefined && !roles.includes(caller.user.role)) throw notAllowed();
  return caller;
}

/**
 * Runs before the body is looked at: 401 without a live session, 403 for another role than `roles`. A caller may hold its
 * body back for as long as a request may take, so `recheckLateCallers` has to run after the body.
 */
export const requireSession =
  (services: Services, roles?: readonly Role[]): preHandlerAsyncHookHandler =>
  async (request) => {
    const caller = await checkCaller(services, request, roles);
    checked.set(request, { caller, roles, atMs: performance.now() });
  };

/** Checks again, once its body is there, a caller whose check is no longer fresh. Throws as `checkCaller`. */
export const recheckLateCallers =
  (services: Services): preHandlerAsyncHookHandler =>
  async (request) => {
    const before = checked.get(request);
    if (before === undefined || performance.now() - before.atMs < CHECK_HOLDS_MS) return;
    const caller = await checkCaller(services, request, before.roles);
    checked.set(request, { ...before, caller, atMs: performance.now() });
  };

/**
 * To be called last in the transaction of a write: between the check of the call and here, a password was hashed and
 * locks were waited for. Throws `unauthenticated`, which undoes the write, when the session has ended meanwhile.
 */
export async function assertStillLives(database: Queryable, { user, sessionId }: Caller): Promise<void> {
  const [found] = await findUsersOfSessions(database, [{ sessionId, userId: user.id }]);
  if (found === null || found === undefined) throw unauthenticated();
}
