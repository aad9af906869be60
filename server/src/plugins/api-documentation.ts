import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { REFUSAL_CODES } from '../errors/refusal';
import { API_OPERATIONS, type ApiOperation } from './api-operations';

const REFUSAL = {
  type: 'object',
  description: 'Refus : des phrases en français et un code stable',
  properties: {
    errors: { type: 'array', items: { type: 'string' }, minItems: 1 },
    code: { type: 'string', enum: [...REFUSAL_CODES] },
    requestId: { type: 'string' },
  },
  required: ['errors', 'code'],
  additionalProperties: false,
  examples: [{ errors: ['Compte introuvable.'], code: 'not-found', requestId: '0b6e…' }],
};
const IDEMPOTENCY_KEY = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      pattern: '^[\\x21-\\x7e]{1,255}$',
      description:
        'Même clé et même corps : la première réponse, à nouveau, pendant sept jours. Même clé et autre corps : 422.',
    },
  },
};

/** OpenAPI 3.1 of the contract, at /api/docs (and /api/docs/json). */
export async function addApiDocumentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Palier', version: '1.0.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: describe,
    transformObject: withOptionalBodies,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
}

const describe: SwaggerTransform = (document) => {
  const { schema, url } = jsonSchemaTransform(document) as { schema: DocumentedSchema; url: string };
  const methods = [document.route.method].flat().filter((method) => method !== 'HEAD');
  const operation = API_OPERATIONS[`${methods[0]} ${document.url}`];
  return { schema: operation === undefined ? schema : withOperation(schema, operation), url };
};

interface RequestBody {
  required?: boolean;
  content: Record<string, { schema: { anyOf?: { type?: string }[] } }>;
}

/** A body that may be null may be absent; the generator marks every body as required. */
const withOptionalBodies: SwaggerTransformObject = (document) => {
  const openapi = 'openapiObject' in document ? document.openapiObject : {};
  for (const path of Object.values(openapi.paths ?? {})) {
    for (const operation of Object.values(path ?? {}) as { requestBody?: RequestBody }[]) {
      const schema = operation.requestBody?.content['application/json']?.schema;
      if (schema?.anyOf?.some(({ type }) => type === 'null')) operation.requestBody!.required = false;
    }
  }
  return openapi;
};

type DocumentedSchema = FastifySchema & { body?: object; response?: Record<string, object> };

function withOperation(schema: DocumentedSchema, operation: ApiOperation): DocumentedSchema {
  const { operationId, summary, isPublic, isRepeatable, body, answer } = operation;
  const answered = schema.response?.['200'];
  return {
    ...schema,
    operationId,
    summary,
    ...(isPublic === undefined ? {} : { security: isPublic === true ? [] : [{ bearer: [] }, {}] }),
    ...(isRepeatable ? { headers: IDEMPOTENCY_KEY } : {}),
    ...(body === undefined ? {} : { body: { ...schema.body, examples: [body] } }),
    response: {
      ...schema.response,
      ...(answered === undefined ? {} : { '200': { ...answered, examples: [answer] } }),
      '4XX': REFUSAL,
      '5XX': REFUSAL,
    },
  };
}
