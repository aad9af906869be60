import * as z from 'zod/mini';
import type { Config } from '../../config/config';
import type { ObserveProviderCall } from '../../observability/metrics';
import { activeSpan, inSpan, traceHeaders } from '../../tracing/span';
import { gamesUnavailable, ProviderRefusal } from '../errors';
import { parseExactJson } from './exact-json';

const TIME_LIMIT_MS = 8_000;
/** Enough for a catalogue of 20 000 games. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Known codes have some 25 characters; longer ones are cut for the log. */
const MAX_CODE_LENGTH = 100;

export type ProviderAddress = Pick<Config, 'PROVIDER_URL' | 'PROVIDER_AGENT_CODE' | 'PROVIDER_AGENT_TOKEN'>;

const envelopeSchema = z.looseObject({ status: z.number(), msg: z.optional(z.string()) });

/** Calls the aggregator: `method` in the body, time and size of the answer limited. */
export type OperatorCall = <Value>(
  method: string,
  body: object,
  schema: { parse(value: unknown): Value },
) => Promise<Value>;

/** Throws ProviderRefusal for refusals, gamesUnavailable for missing, late or invalid answers. */
export function createOperatorCall(
  config: ProviderAddress,
  observeCall: ObserveProviderCall = () => undefined,
): OperatorCall {
  const call: OperatorCall = async (method, body, schema) => {
    const answer = await post(config, { method, ...body });
    if (answer.status !== 1) throw new ProviderRefusal(answer.msg?.slice(0, MAX_CODE_LENGTH) ?? 'UNKNOWN');
    try {
      return schema.parse(answer);
    } catch (error) {
      throw gamesUnavailable(error);
    }
  };
  return async (method, body, schema) => {
    const startedAt = performance.now();
    const observe = (result: Parameters<ObserveProviderCall>[1]): void =>
      observeCall(method, result, (performance.now() - startedAt) / 1000);
    try {
      const answer = await inSpan(
        activeSpan(),
        `provider ${method}`,
        () => call(method, body, schema),
        'client',
      );
      observe('done');
      return answer;
    } catch (error) {
      observe(error instanceof ProviderRefusal ? 'refused' : 'failed');
      throw error;
    }
  };
}

async function post(config: ProviderAddress, body: object): Promise<z.infer<typeof envelopeSchema>> {
  try {
    const response = await fetch(config.PROVIDER_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...traceHeaders() },
      body: JSON.stringify({
        agent_code: config.PROVIDER_AGENT_CODE,
        agent_token: config.PROVIDER_AGENT_TOKEN,
        ...body,
      }),
      // Covers the body as well as the head.
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      redirect: 'error',
    });
    return envelopeSchema.parse(parseExactJson(await readText(response)));
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
