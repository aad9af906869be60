import * as z from 'zod/mini';
import type { Config } from '../../config/config';
import { Refusal } from '../../refusals/refusal';

const TIME_LIMIT_MS = 8_000;
/** A catalogue of 20 000 games; whatever is longer is not one. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** The family's words have some 25 letters; the log would hold a whole answer each time. */
const LONGEST_WORD = 100;

const envelopeSchema = z.looseObject({ status: z.number(), msg: z.optional(z.string()) });

const UNAVAILABLE = [
  'unavailable',
  'Les jeux sont momentanément indisponibles. Veuillez réessayer.',
  5,
] as const;

/** The provider's own word for a refusal. */
export class ProviderRefusal extends Refusal {
  constructor(readonly msg: string) {
    super(...UNAVAILABLE, new Error(msg));
  }
}

/** `cause` is for the log: what an operator has to mend, which is nothing to a player. */
const gamesUnavailable = (cause: unknown): Refusal => new Refusal(...UNAVAILABLE, cause);

/** Asks the aggregator one thing: `method` in the body, a bounded wait, a bounded answer. */
export type OperatorCall = <Value>(
  method: string,
  body: object,
  schema: { parse(value: unknown): Value },
) => Promise<Value>;

/** Throws ProviderRefusal for its refusals, a Refusal (unavailable) for silence, slowness and rubbish. */
export function createOperatorCall(config: Config): OperatorCall {
  return async (method, body, schema) => {
    const answer = await post(config, { method, ...body });
    if (answer.status !== 1) throw new ProviderRefusal(answer.msg?.slice(0, LONGEST_WORD) ?? 'UNKNOWN');
    try {
      return schema.parse(answer);
    } catch (error) {
      throw gamesUnavailable(error);
    }
  };
}

async function post(config: Config, body: object): Promise<z.infer<typeof envelopeSchema>> {
  try {
    const response = await fetch(config.PROVIDER_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        agent_code: config.PROVIDER_AGENT_CODE,
        agent_token: config.PROVIDER_AGENT_TOKEN,
        ...body,
      }),
      // Covers the body as well as the head.
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      redirect: 'error',
    });
    return envelopeSchema.parse(JSON.parse(await readText(response)));
  } catch (error) {
    throw gamesUnavailable(error);
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length;
    if (size > MAX_ANSWER_BYTES) throw new RangeError('answer too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
