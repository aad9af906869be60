import type { FastifyRequest } from 'fastify';
import type { App } from './app-type';

/** The sentence or code of a refusal, and further fields for the log. */
type Refused = Readonly<Record<string, unknown>> & { readonly refused: string };

const refusals = new WeakMap<FastifyRequest, Refused>();

/** Records the sentence of each refusal, for the log and the metrics. */
export function recordRefusals(app: App): void {
  app.addHook(
    'preSerialization',
    (request, _reply, answer: { errors?: readonly string[] } | undefined, done) => {
      const [sentence] = answer?.errors ?? [];
      if (sentence !== undefined) recordRefusal(request, sentence);
      done(null, answer);
    },
  );
}

/** Records a refusal whose answer has another form, such as that of a game provider's callback. */
export const recordRefusal = (request: FastifyRequest, refused: string, fields: object = {}): void =>
  void refusals.set(request, { ...fields, refused });

/** The recorded refusal of a request; undefined when it was not refused. */
export const refusalOf = (request: FastifyRequest): Refused | undefined => refusals.get(request);
