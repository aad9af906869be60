import swagger, { type SwaggerTransform, type SwaggerTransformObject } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { VERSION } from '../config/version';
import { REFUSAL_CODES, unavailable, type RefusalCode } from '../refusals/refusal';
import { exampleOf, type JsonSchema } from './example';
import { SUMMARIES } from './summaries';

/** Conventions that schemas cannot express. */
const CONVENTIONS = `
- **Montants** : en dinars (TND), nombres JSON. À l'envoi, entiers pour une transaction, deux décimales au
  plus et jamais négatifs à la création d'un compte ; ce qui ne peut être représenté est refusé, jamais
  arrondi. Un solde peut avoir jusqu'à six décimales.
- **Identifiants, pages et nombres de lignes** : des entiers. Une page au-delà de la dernière est vide.
- **Dates** : locales, sans fuseau (\`2026-03-01T14:05:09.120\`), dans celui de la plateforme ; celles des
  tirages en UTC (\`…Z\`).
- **Noms** : 3 à 32 signes parmi a–z, 0–9, \`.\`, \`_\`, \`-\`, sans distinction de casse. **Mots de
  passe** : plus de 6 caractères, 128 au plus, au moins une majuscule, une minuscule et un chiffre, sans
  espace au bord ; ni le nom du compte, ni un mot de passe courant.
- **Jetons** : celui d'accès porte son échéance (\`exp\`). Celui de renouvellement sert une fois : gardez
  celui de la réponse. Si elle s'est perdue, le même, renvoyé dans les secondes qui suivent, donne la même
  suite ; plus tard, il met fin à la session.
- **Champs inconnus** : refusés à l'envoi ; dans une réponse, passez sur ceux que vous ne connaissez pas.
- **Refus** : 400 (413, 415, 417, 431) \`invalid-input\`, 401 \`unauthenticated\` : la session est finie,
  401 \`factor-required\` à la connexion : renvoyez-la avec \`code\`,
  400 \`insufficient-funds\`, \`balance-limit\` ou \`account-frozen\` pour un mouvement, 401
  \`account-closed\` : le mot de passe est juste, et la seconde phrase dit pourquoi le compte est fermé,
  400 \`movement-limit\`, \`day-limit\`, \`least-balance\` : limites de l’agent, 400 \`received-limit\`,
  \`player-paused\`, \`player-excluded\` et 409 \`launch-stopped\` : celles du joueur, 409
  \`limit-not-due\` : la limite plus haute se confirme plus tard,
  403 \`not-allowed\`, 404 \`not-found\`, 409 \`conflict\`,
  409 \`already-reversed\`, \`too-late\`, \`money-spent\` ou \`not-a-deposit\` pour une annulation,
  409 \`password-change-required\` tant que le mot de passe donné par un autre n'est pas changé,
  409 \`proof-required\` : prouvez d'abord par \`/auth/proof\` que c'est vous, puis renvoyez le
  même appel, 409 \`factor-missing\` : il faut d'abord une double authentification, 409
  \`factor-enrolment-required\` : le rôle l'exige pour tout autre appel,
  422 \`invalid-idempotency\` ou \`abandoned\`, 429 \`too-many\`, 500 \`internal\`, 503 \`unavailable\`. Après
  un 429 ou un 503, attendez \`Retry-After\` secondes.
- **Réponse perdue ou 5xx** à un appel qui déplace de l'argent : renvoyez le même corps sous la même
  \`Idempotency-Key\`. Sans clé, l'argent peut partir deux fois.
`;

const refusal = (code: RefusalCode, sentence: string) => ({
  type: 'object',
  description: 'Refus : des phrases en français et un code stable',
  properties: {
    errors: { type: 'array', items: { type: 'string' }, minItems: 1 },
    code: { type: 'string', enum: [...REFUSAL_CODES] },
    field: { type: 'string', description: 'Le champ de la demande que la phrase concerne' },
    requestId: { type: 'string' },
  },
  required: ['errors', 'code'],
  additionalProperties: false,
  examples: [{ errors: [sentence], code, requestId: '0b6e…' }],
});
const REFUSALS = {
  '4XX': refusal('not-found', 'Compte introuvable.'),
  '5XX': refusal('unavailable', unavailable().sentence),
};
const IDEMPOTENCY_KEY = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      pattern: '^[\\x21-\\x7e]{1,255}$',
      description:
        'Même clé et même corps : la première réponse, à nouveau, pendant sept jours. ' +
        'Même clé et autre corps : 422.',
    },
  },
};

/** OpenAPI 3.1 of the contract, at /api/docs (and /api/docs/json). */
export async function addApiDocumentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Palier', version: VERSION, description: CONVENTIONS },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: describe,
    transformObject: withOptionalBodies,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
}

/** Calls without a token, and those with an optional one; all others need it. */
const PUBLIC = [
  'login',
  'beginPasskeySignIn',
  'signInWithPasskey',
  'validateToken',
  'refreshToken',
  'listJackpotDraws',
];
const WITH_OPTIONAL_TOKEN = ['logout', 'reportRemoteFailure'];
/** Calls that take an Idempotency-Key. */
const REPEATABLE = /^(register|createTransaction$|reverseDeposit$)/;

const describe: SwaggerTransform = (document) => {
  const { schema, url } = jsonSchemaTransform(document) as { schema: DocumentedSchema; url: string };
  if (schema.operationId === undefined) return { schema, url };
  const { operationId, body, response } = schema;
  const answer = response?.['200'];
  const withExample = (part: JsonSchema) => ({ ...part, examples: [exampleOf(part, operationId)] });
  const described = {
    ...schema,
    summary: SUMMARIES[operationId] ?? '',
    tags: [url.split('/')[3]!],
    ...(PUBLIC.includes(operationId) && { security: [] }),
    ...(WITH_OPTIONAL_TOKEN.includes(operationId) && { security: [{ bearer: [] }, {}] }),
    ...(REPEATABLE.test(operationId) && { headers: IDEMPOTENCY_KEY }),
    ...(body && { body: withExample(body) }),
    response: { ...response, ...(answer && { '200': withExample(answer) }), ...REFUSALS },
  };
  return { schema: described, url };
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

type DocumentedSchema = FastifySchema & { body?: JsonSchema; response?: Record<string, JsonSchema> };
