import type { FastifyRequest } from 'fastify';
import type { App } from './app-type';

/** What a refused call was told, and whatever else names it. */
type Refused = Readonly<Record<string, unknown>> & { readonly refused: string };

const refusals = new WeakMap<FastifyRequest, Refused>();

/** Remembers the sentence that each refused call is told, for the log and the metrics. */
export function noteRefusals(app: App): void {
  app.addHook(
    'preSerialization',
    (request, _reply, answer: { errors?: readonly string[] } | undefined, done) => {
      const [sentence] = answer?.errors ?? [];
      if (sentence !== undefined) noteRefusal(request, sentence);
      done(null, answer);
    },
  );
}

/** The same for a call whose answer has another shape: a games aggregator's. */
export const noteRefusal = (request: FastifyRequest, refused: string, facts: object = {}): void =>
  void refusals.set(request, { ...facts, refused });

/** Of a call that was refused; undefined of one that went well. */
export const refusalOf = (request: FastifyRequest): Refused | undefined => refusals.get(request);
