import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isOutdatedPlan } from '../database/pool';
import { isUnreachable, isUntrusted } from '../database/database-errors';
import { Refusal, unavailable, type RefusalCode } from '../refusals/refusal';

const STATUS: Record<RefusalCode, number> = {
  'invalid-input': 400,
  unauthenticated: 401,
  'not-allowed': 403,
  'not-found': 404,
  conflict: 409,
  'invalid-idempotency': 422,
  abandoned: 422,
  'too-many': 429,
  unavailable: 503,
  internal: 500,
};

/** The one place where words become HTTP: `{errors: [sentence], code, requestId}` on every 4xx and 5xx. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRefusal(error);
  if (refusal.code === 'internal') request.log.error({ err: error }, 'unexpected error');
  else if (refusal.code === 'unavailable') request.log.warn({ err: error }, 'unavailable');
  if (refusal.retryAfterS !== undefined) void reply.header('retry-after', String(refusal.retryAfterS));
  const statusOfFastify = 'statusCode' in error ? error.statusCode : undefined;
  const status =
    refusal.code === 'invalid-input' && (statusOfFastify === 413 || statusOfFastify === 415)
      ? statusOfFastify
      : STATUS[refusal.code];
  void reply.status(status).send({ errors: [refusal.sentence], code: refusal.code, requestId: request.id });
}

function toRefusal(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error;
  if ('validation' in error && Array.isArray(error.validation)) {
    return new Refusal(
      'invalid-input',
      error.validation[0]?.message ?? 'Les données envoyées sont invalides.',
    );
  }
  if (isDatabaseAway(error)) return unavailable();
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 429) return new Refusal('too-many', 'Trop de demandes. Veuillez patienter.');
  if (status === 404 || status === 414) return new Refusal('not-found', 'Adresse introuvable.');
  if (status === 413) return new Refusal('invalid-input', 'La demande est trop volumineuse.');
  if (status !== undefined && status >= 400 && status < 500) {
    return new Refusal('invalid-input', 'Les données envoyées sont invalides.');
  }
  return new Refusal('internal', 'Une erreur inattendue est survenue. Veuillez réessayer.');
}

/**
 * Unreachable, without a good certificate, stopping, with a failing disk, over a time limit, migrated meanwhile, or
 * read-only: the caller may try again.
 */
function isDatabaseAway(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return (
    isUnreachable(error) ||
    isUntrusted(error) ||
    // It ends the connection, or lets none begin: a role's password was changed, its right to sign in taken.
    ('severity' in error && error.severity === 'FATAL') ||
    /^(08|53|57|58)/.test(code) ||
    isOutdatedPlan(error) ||
    // 25006: a standby that is not promoted yet, or a host that lets nobody write on a disk that is nearly full.
    ['25006', '55P03', '40P01', '40001'].includes(code) ||
    /Cannot use a pool after/.test(error.message)
  );
}
