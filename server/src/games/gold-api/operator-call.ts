import type { Config } from '../../config/config';
import type { ObserveProviderCall } from '../../observability/metrics';
import { activeSpan, inSpan, traceHeaders } from '../../tracing/span';
import { gamesUnavailable, ProviderRefusal } from '../errors';
import { parseExactJson } from './exact-json';
import { fieldFaults } from './field-faults';
import { meaningOf, saysDone } from './meanings';
import { readRetryAfterMs } from './retry-after';

const HTTP_TOO_MANY = 429;
const HTTP_UNAVAILABLE = 503;
const TIME_LIMIT_MS = 8_000;
/** Enough for a catalogue of 20 000 games. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Known codes have some 25 characters; longer ones are cut for the log. */
const MAX_CODE_LENGTH = 100;

export type ProviderAddress = Pick<Config, 'PROVIDER_URL' | 'PROVIDER_AGENT_CODE' | 'PROVIDER_AGENT_TOKEN'>;

type AnswerFields = Readonly<Record<string, unknown>>;

interface ReceivedAnswer {
  readonly fields: AnswerFields;
  readonly httpStatus: number;
  readonly retryAfterMs: number;
}

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
    const { fields, httpStatus, retryAfterMs } = await post(config, { method, ...body });
    const refusal = isLater(httpStatus, retryAfterMs)
      ? `Rate Limit Error (HTTP ${httpStatus})`
      : refusalIn(fields);
    if (refusal !== null)
      throw new ProviderRefusal(
        refusal.slice(0, MAX_CODE_LENGTH),
        meaningOf(refusal),
        Math.max(retryAfterMs, readRetryAfterMs(fields.retry_after)),
      );
    try {
      return schema.parse(fields);
    } catch (error) {
      throw gamesUnavailable(new Error(`${method}: ${fieldFaults(error, fields)}`));
    }
  };
  return async (method, body, schema) => {
    const startedAt = performance.now();
    const observe = (result: Parameters<ObserveProviderCall>[1]): void =>
      observeCall(method, result, (performance.now() - startedAt) / 1000);
    try {
      const answer = await inSpan(activeSpan(), { name: `provider ${method}`, kind: 'client' }, () =>
        call(method, body, schema),
      );
      observe('done');
      return answer;
    } catch (error) {
      observe(error instanceof ProviderRefusal ? 'refused' : 'failed');
      throw error;
    }
  };
}

/** Whether the HTTP status says "later"; 503 does where it says when. */
const isLater = (httpStatus: number, retryAfterMs: number): boolean =>
  httpStatus === HTTP_TOO_MANY || (httpStatus === HTTP_UNAVAILABLE && retryAfterMs > 0);

/**
 * The message of a refusal, null for an answer of success. Some vendors send `status` as a text or leave it
 * out; a refusal may be the number 0, 401 or 403.
 */
function refusalIn(fields: AnswerFields): string | null {
  const { status } = fields;
  const message =
    textOf(fields.msg) || textOf(fields.message) || textOf(fields.error) || textOf(fields.detail);
  if (status === undefined || status === null) return message === '' || saysDone(message) ? null : message;
  if (status === true || (isShort(status) && /^(1|success|ok)$/i.test(String(status)))) return null;
  return message || (isShort(status) ? `status ${String(status)}` : 'UNKNOWN');
}

const isShort = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';
const textOf = (value: unknown): string => (isShort(value) ? String(value) : '');

async function post(config: ProviderAddress, body: object): Promise<ReceivedAnswer> {
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
    const text = await readText(response);
    const { status: httpStatus, headers } = response;
    const retryAfterMs = readRetryAfterMs(headers.get('retry-after'), headers.get('date'));
    return {
      fields: isLater(httpStatus, retryAfterMs) ? fieldsOrNone(text, httpStatus) : fieldsIn(text, httpStatus),
      httpStatus,
      retryAfterMs,
    };
  } catch (error) {
    throw gamesUnavailable(error);
  }
}

/** The answer to a limited call may be a page of a proxy. */
function fieldsOrNone(text: string, httpStatus: number): AnswerFields {
  try {
    return fieldsIn(text, httpStatus);
  } catch {
    return {};
  }
}

function fieldsIn(text: string, httpStatus: number): AnswerFields {
  let answer: unknown;
  try {
    // A byte order mark is no JSON, and PHP files that were saved with one send it.
    answer = parseExactJson(text.replace(/^\ufeff/, ''));
  } catch {
    throw new Error(`the answer is not JSON (HTTP ${httpStatus}, ${text.length} characters)`);
  }
  if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) return answer as AnswerFields;
  throw new Error(`the answer is not an object with fields (HTTP ${httpStatus})`);
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
