import * as z from 'zod';
import { type RawAnswer, send } from './raw-http';

interface JsonSchema {
  readonly [keyword: string]: unknown;
}
interface Media {
  readonly content?: {
    readonly 'application/json'?: { readonly schema: JsonSchema; readonly example?: unknown };
  };
}
export interface Operation {
  readonly method: string;
  /** The documented path: `/api/v1/user/sub-account/{id}`. */
  readonly template: string;
  readonly operationId?: string;
  readonly summary?: string;
  /** The call needs no session: a token is optional or not read. */
  readonly isPublic: boolean;
  readonly parameters: readonly { in: string; name: string; required?: boolean; schema: JsonSchema }[];
  readonly body?: { readonly schema: JsonSchema; readonly example?: unknown; readonly required: boolean };
  readonly answer?: { readonly schema: JsonSchema; readonly example?: unknown };
}

/** The server's published OpenAPI contract. */
export interface Contract {
  readonly operations: readonly Operation[];
  operation(operationId: string): Operation;
  /** How an operation's examples violate their schemas; null when they conform. */
  exampleBreach(operation: Operation): string | null;
  /**
   * How an answer violates the contract: a 5xx, a refusal without messages, a body outside the schema; null
   * when it conforms.
   */
  breach(operation: Operation, answer: RawAnswer): string | null;
}

const ENGLISH = /\b(invalid|expected|required|unrecognized|must|too (big|small)|error|unexpected)\b/i;
/** The specification's text of a failed login. */
const ENGLISH_OF_THE_SPEC = 'Invalid email or password.';

export async function readContract(base: string): Promise<Contract> {
  const { json } = await send(base, { method: 'GET', path: '/api/docs/json' });
  const { paths } = json as { paths: Record<string, Record<string, Record<string, unknown>>> };
  const operations = Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, raw]) => toOperation(template, method, raw)),
  );
  const schemas = new Map<JsonSchema, z.ZodType>();
  const holds = (schema: JsonSchema, value: unknown): string | null => {
    const compiled = schemas.get(schema) ?? z.fromJSONSchema(schema);
    schemas.set(schema, compiled);
    const parsed = compiled.safeParse(value);
    return parsed.success ? null : JSON.stringify(parsed.error.issues.slice(0, 2));
  };
  const refusalOf = (answer: RawAnswer): string | null => {
    const { errors, code, ...rest } = (answer.json ?? {}) as {
      errors?: unknown;
      code?: unknown;
      field?: unknown;
      requestId?: unknown;
    };
    const extra = Object.keys(rest).filter((name) => name !== 'requestId' && name !== 'field');
    if (!Array.isArray(errors) || errors.length === 0 || typeof code !== 'string' || extra.length > 0)
      return `a ${answer.status} without messages: ${answer.text.slice(0, 200)}`;
    const english: unknown = errors.find(
      (text) => ENGLISH.test(String(text)) && text !== ENGLISH_OF_THE_SPEC,
    );
    return english === undefined ? null : `a message that is not French: ${JSON.stringify(english)}`;
  };
  return {
    operations,
    operation: (operationId) => operations.find((operation) => operation.operationId === operationId)!,
    exampleBreach({ body, answer }) {
      const shown = [body, answer].flatMap((part) => (part?.example === undefined ? [] : [part]));
      return shown.map(({ schema, example }) => holds(schema, example)).find((one) => one !== null) ?? null;
    },
    breach(operation, answer) {
      if (answer.status >= 500) return `${answer.status} ${answer.text.slice(0, 200)}`;
      if (answer.status >= 400) return refusalOf(answer);
      return operation.answer === undefined ? null : holds(operation.answer.schema, answer.json);
    },
  };
}

function toOperation(template: string, method: string, raw: Record<string, unknown>): Operation {
  const {
    operationId,
    summary,
    security,
    parameters = [],
    requestBody,
    responses,
  } = raw as {
    operationId?: string;
    summary?: string;
    security?: Record<string, unknown>[];
    parameters?: Operation['parameters'];
    requestBody?: Media & { required?: boolean };
    responses?: Record<string, Media>;
  };
  const body = requestBody?.content?.['application/json'];
  const answer = responses?.['200']?.content?.['application/json'];
  return {
    method: method.toUpperCase(),
    template,
    ...(operationId === undefined ? {} : { operationId }),
    ...(summary === undefined ? {} : { summary }),
    // An empty requirement makes the token optional.
    isPublic:
      security !== undefined &&
      (security.length === 0 || security.some((scheme) => Object.keys(scheme).length === 0)),
    parameters,
    ...(body === undefined ? {} : { body: { ...body, required: requestBody?.required !== false } }),
    ...(answer === undefined ? {} : { answer }),
  };
}
