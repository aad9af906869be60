import type { preHandlerAsyncHookHandler } from 'fastify';
import type { ZodMiniType } from 'zod/mini';

/** Who may make a call, and the schemas of what it takes. */
interface OperationInput {
  readonly onRequest?: preHandlerAsyncHookHandler;
  readonly params?: ZodMiniType;
  readonly querystring?: ZodMiniType;
  readonly body?: ZodMiniType;
}

/**
 * The options of a route: the name of its call in the API documentation, the schemas of its answer and its
 * input, and who may call it.
 */
export function operation<Answer extends ZodMiniType, Input extends OperationInput>(
  operationId: string,
  answer: Answer,
  input: Input = {} as Input,
) {
  const { onRequest, ...schemas } = input;
  const schema = { operationId, ...schemas, response: { 200: answer } };
  return onRequest === undefined ? { schema } : { onRequest, schema };
}
