import type { FastifyRequest } from 'fastify';
import type { App } from './app-type';

/** The sentence or code of a refusal, and further fields for the log. */
type Outcome = Readonly<Record<string, unknown>> & { readonly refused: string | undefined };

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for a call that succeeded, unless it is a provider's callback. */
    outcome?: Outcome;
  }
}

/** Records the sentence of each refusal, for the log and the metrics. */
export function recordRefusals(app: App): void {
  app.decorateRequest('outcome');
  app.addHook(
    'preSerialization',
    (request, _reply, answer: { errors?: readonly string[] } | undefined, done) => {
      const [sentence] = answer?.errors ?? [];
      if (sentence !== undefined) recordOutcome(request, sentence);
      done(null, answer);
    },
  );
}

/**
 * Records the outcome of a call whose answer has another form, such as that of a game provider's callback.
 */
export function recordOutcome(
  request: FastifyRequest,
  refused: string | undefined,
  fields: object = {},
): void {
  request.outcome = { ...fields, refused };
}
