import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { isOutdatedPlan } from '../database/pool';
import { isDatabaseUnreachable, isCertificateRefused } from '../database/database-errors';
import { addressNotFound, invalidInput, Refusal, REFUSAL_STATUS, unavailable } from '../refusals/refusal';
import { bodyTooLarge, internalError, tooManyCalls } from './errors';

/** Answers every 4xx and 5xx with `{errors: [sentence, …], code, field, requestId}`. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRefusal(error);
  if (refusal.code === 'internal') request.log.error({ err: error }, 'unexpected error');
  else if (refusal.code === 'unavailable') request.log.warn({ err: error }, 'unavailable');
  if (refusal.retryAfterS !== undefined) void reply.header('retry-after', String(refusal.retryAfterS));
  const statusOfFastify = 'statusCode' in error ? error.statusCode : undefined;
  const status =
    refusal.code === 'invalid-input' && [413, 415, 501].includes(statusOfFastify ?? 0)
      ? statusOfFastify!
      : REFUSAL_STATUS[refusal.code];
  // Fastify closes the connection, but a sender may read no answer before it has sent the whole body; Node
  // drops the rest.
  if (status === 413) void reply.removeHeader('connection');
  const { sentence, further, code, field } = refusal;
  void reply.status(status).send({ errors: [sentence, ...further], code, field, requestId: request.id });
}

function toRefusal(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error;
  if ('validation' in error && Array.isArray(error.validation)) return invalidFieldOf(error.validation[0]);
  if (isDatabaseUnavailable(error)) return unavailable();
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 429) return tooManyCalls();
  if (status === 404 || status === 414) return addressNotFound();
  if (status === 413) return bodyTooLarge();
  if (status !== undefined && status >= 400 && status < 500) return invalidInput();
  return internalError();
}

/** The first fault that the schema of the request found. One of the body as a whole names no field. */
function invalidFieldOf(fault: FastifySchemaValidationError | undefined): Refusal {
  const refusal = invalidInput(fault?.message);
  const field = fault?.instancePath.split('/')[1] ?? '';
  return field === '' ? refusal : refusal.about(field);
}

/**
 * The database is unreachable, has no valid certificate, is stopping, has a failing disk, exceeded a time
 * limit, was migrated meanwhile, or is read-only: the caller may try again.
 */
function isDatabaseUnavailable(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : '';
  return (
    isDatabaseUnreachable(error) ||
    isCertificateRefused(error) ||
    // The connection was ended or refused, for example after a change of the role's password.
    ('severity' in error && error.severity === 'FATAL') ||
    /^(08|53|57|58)/.test(code) ||
    isOutdatedPlan(error) ||
    // 25006: a standby that is not promoted yet, or a disk that is nearly full and set read-only.
    ['25006', '55P03', '40P01', '40001'].includes(code) ||
    /Cannot use a pool after/.test(error.message)
  );
}
