import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { Role } from '@palier/shared/contracts';
import { notAllowed, unauthenticated } from '../errors/refusal';
import type { Services } from '../services';
import type { UserRecord } from '../users/user.repository';

/** Who is calling, as the database knows it now: a token's claims decide nothing. */
export interface Caller {
  readonly user: UserRecord;
  readonly sessionId: string;
}

const BEARER = /^bearer ([\w.-]+)$/i;

const callers = new WeakMap<FastifyRequest, Caller>();

/** The caller of a request behind `requireSession`. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
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

/** Runs before the body is looked at: 401 without a live session, 403 for another role than `roles`. */
export const requireSession =
  (services: Services, roles?: readonly Role[]): preHandlerAsyncHookHandler =>
  async (request) =>
    void callers.set(request, await checkCaller(services, request, roles));
