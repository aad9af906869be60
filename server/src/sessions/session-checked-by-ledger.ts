import type { FastifyError, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { Role } from '@palier/shared/contracts';
import { answerError } from '../http/error-handler';
import { Refusal, unauthenticated } from '../refusals/refusal';
import type { Services } from '../services';
import { checkCaller, tokenOf } from './authenticate';

/** Who asks to move money; whether the session may still do so is for the ledger's statement to say. */
export interface Actor {
  readonly userId: number;
  readonly accountId: number;
  readonly sessionId: string;
}

interface DeferredSession {
  readonly onRequest: preHandlerAsyncHookHandler;
  readonly errorHandler: (
    error: FastifyError,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<FastifyReply>;
}

/** Users whose account is remembered: both, and their role, stay together for good. */
const MOST_REMEMBERED = 20_000;

const actors = new WeakMap<FastifyRequest, Actor>();

/** The actor of a request behind `deferSession`. */
export function actorOf(request: FastifyRequest): Actor {
  const actor = actors.get(request);
  if (actor === undefined) throw unauthenticated();
  return actor;
}

/**
 * For a call whose one statement checks the session itself, as post_agent_batch does: the session is not read before, so
 * that the call costs one round trip. A token must be ours and alive, and its user one of `roles`, which this process reads
 * once a user. Whatever else is wrong with the call, a session that has ended is what its caller is told (401).
 */
export function deferSession(services: Services, roles: readonly Role[]): DeferredSession {
  const accounts = new Map<number, number>();
  return {
    async onRequest(request) {
      const claims = await services.tokens.read(tokenOf(request) ?? '');
      if (claims === null) throw unauthenticated();
      const { userId, sessionId } = claims;
      const known = accounts.get(userId);
      if (known !== undefined) {
        actors.set(request, { userId, sessionId, accountId: known });
        return;
      }
      const { accountId } = (await checkCaller(services, request, roles)).user;
      if (accounts.size >= MOST_REMEMBERED) accounts.delete(accounts.keys().next().value ?? 0);
      accounts.set(userId, accountId);
      actors.set(request, { userId, sessionId, accountId });
    },
    async errorHandler(error, request, reply) {
      const isAboutCaller =
        error instanceof Refusal && (error.code === 'unauthenticated' || error.code === 'not-allowed');
      const told = isAboutCaller ? error : await endOfSession(services, request, roles);
      answerError(told ?? error, request, reply);
      // A handler that ends with nothing has nothing sent, after what it has sent itself.
      return reply;
    },
  };
}

/** What is wrong with the caller, or null. */
const endOfSession = (
  services: Services,
  request: FastifyRequest,
  roles: readonly Role[],
): Promise<Error | null> =>
  checkCaller(services, request, roles).then(
    () => null,
    (error: Error) => error,
  );
