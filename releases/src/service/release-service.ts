import type { Readable } from 'node:stream';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import {
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { createFairLimiter } from '@palier/server/concurrency/fair-limiter';
import { Refusal } from '@palier/server/refusals/refusal';
import { remoteName, versionName } from '@palier/shared/contracts/releases';
import type { Store } from '../store';
import { addUploadedVersion } from './add-uploaded-version';
import { BUNDLE_TYPE, InvalidBundle } from './bundle';
import { RefusedCall } from './refused-call';
import { cookieToken, serveReleasesPage } from './releases-page';
import type { RunReleaseCommand } from './run-release-command';
import {
  addAuditEntry,
  auditEntrySchema,
  findValidToken,
  listAudit,
  mayDo,
  type Action,
  type ReleaseToken,
} from './token.repository';

const CALLS_PER_MINUTE = 120;
/** An upload of the largest version on a line of 1 Mbit/s. A slower or stalled one is cut off. */
const REQUEST_LIMIT_MS = 180_000;

const remoteParams = z.strictObject({ remote: remoteName });
const versionParams = z.extend(remoteParams, { version: versionName });
/** As the command line accepts it. */
const reason = z.string().check(z.regex(/^(?=.*\S)[^\p{C}"]{1,400}$/u));
const reasons = { despite: z.optional(reason), ungated: z.optional(reason) };
const canaryBody = z.union([
  z.strictObject({ version: versionName, percent: z.int().check(z.gte(1), z.lte(100)), ...reasons }),
  z.strictObject({ version: versionName, subtree: z.string().check(z.maxLength(32)), ...reasons }),
  z.strictObject({ off: z.literal(true) }),
]);
const noBody = z.nullish(z.strictObject({}));
interface AuditedTarget {
  readonly remote?: string | null;
  readonly version?: string | null;
  /** Whether the call overrides a check, for which its token needs a right of its own. */
  readonly isOverride?: boolean;
}
interface ChangeBody {
  readonly version?: string;
  readonly percent?: number;
  readonly subtree?: string;
  readonly off?: true;
  readonly despite?: string;
  readonly ungated?: string;
}

const reasonWords = ({ despite, ungated }: ChangeBody): string[] => [
  ...(despite === undefined ? [] : [`--despite=${despite}`]),
  ...(ungated === undefined ? [] : [`--ungated=${ungated}`]),
];
const resultSchema = z.object({ result: z.string() });
const errorSchema = z.object({ errors: z.array(z.string()) });
const auditSchema = z.object({ entries: z.array(auditEntrySchema) });

export interface ReleaseServiceOptions {
  readonly store: Store;
  readonly runCommand: RunReleaseCommand;
  /** Options of every command that passes the release gate, such as --shell with the live address. */
  readonly gateOptions: readonly string[];
  readonly logger?: boolean;
  readonly trustProxy?: false | ((address: string, hop: number) => boolean);
  readonly requestLimitMs?: number;
}

/** An address may hold a token that someone put into it by mistake. */
const LOGGER = {
  serializers: {
    req: ({ method, url, ip }: FastifyRequest) => ({
      method,
      url: url.replace(/\?.*/s, ''),
      remoteAddress: ip,
    }),
  },
};

/** Changes that open a browser for minutes run one after another, in turns of their teams. */
const gated = createFairLimiter(1, 20);
/** Other commands do not wait behind them: a rollback is urgent. */
const quick = createFairLimiter(4, 40);
const uploads = createFairLimiter(2, 20);

/**
 * The release service: uploads and changes of the store by teams, each call by a token and in the audit. Does
 * not listen.
 */
export async function createReleaseService({
  store,
  runCommand,
  gateOptions,
  logger = false,
  trustProxy = false,
  requestLimitMs = REQUEST_LIMIT_MS,
}: ReleaseServiceOptions): Promise<FastifyInstance> {
  const base = fastify({
    logger: logger ? LOGGER : false,
    trustProxy,
    bodyLimit: 8 * 1024,
    requestTimeout: requestLimitMs,
    http: {
      connectionsCheckingInterval: Math.min(requestLimitMs, 1_000),
      // Node takes the longer of both limits for the whole request.
      headersTimeout: Math.min(requestLimitMs, 60_000),
    },
    return503OnClosing: false,
  });
  base.setValidatorCompiler(validatorCompiler);
  base.setSerializerCompiler(serializerCompiler);
  const app = base.withTypeProvider<ZodTypeProvider>();
  await app.register(rateLimit, { max: CALLS_PER_MINUTE, timeWindow: '1 minute' });
  await app.register(swagger, {
    openapi: {
      info: { title: 'Palier release service', version: '1' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    },
    transform: jsonSchemaTransform,
  });
  // Answers name versions and their hashes, and a proxy that edits the page of releases breaks its policy.
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store, no-transform');
    void reply.header('x-content-type-options', 'nosniff');
    if (!reply.hasHeader('content-security-policy'))
      void reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    if (request.protocol === 'https')
      void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  });
  // The stream is read by `addUploadedVersion`, which has limits of its own.
  app.addContentTypeParser(BUNDLE_TYPE, (_request, payload, done) => done(null, payload));
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error instanceof Refusal ? 503 : (error.statusCode ?? 500);
    if (status >= 500) request.log.error(error);
    // The rest of a refused upload is not read.
    void reply.header('connection', 'close');
    return reply
      .code(status)
      .send({ errors: [status >= 500 ? 'The service has failed; see its log.' : error.message] });
  });

  /**
   * Reads the token: for /releases from the cookie, whose path is /releases, for other calls from the
   * Authorization header.
   */
  const tokenOf = async (request: FastifyRequest): Promise<ReleaseToken> => {
    const [, inHeader] = /^Bearer (\S{1,100})$/.exec(request.headers.authorization ?? '') ?? [];
    const text = request.url.startsWith('/releases') ? cookieToken(request) : inHeader;
    const token = text === undefined ? null : await findValidToken(store, text);
    if (token === null) throw new RefusedCall(401, 'The token is missing, unknown, expired or revoked.');
    return token;
  };

  /** Does the work of a call when its token allows it, and adds the call to the audit in any case. */
  async function audited(
    request: FastifyRequest,
    action: Action,
    { remote = null, version = null, isOverride = false }: AuditedTarget,
    work: (actor: string) => Promise<string>,
  ): Promise<{ result: string }> {
    const token = await tokenOf(request);
    const call = { token: token.name, address: request.ip, action, remote, version };
    try {
      if (!mayDo(token, action, remote))
        throw new RefusedCall(403, `The token ${token.name} may not ${action} ${remote ?? ''}`.trim() + '.');
      if (isOverride && !mayDo(token, 'override', remote))
        throw new RefusedCall(403, `The token ${token.name} may not override the checks of ${remote}.`);
      // Before the work, so that a change is in the audit even if the service or its database ends meanwhile.
      await addAuditEntry(store, { ...call, outcome: 'started', detail: '' });
      const result = await work(`${token.name}@${request.ip}`);
      await addAuditEntry(store, { ...call, outcome: 'done', detail: result }).catch((error: unknown) =>
        request.log.error(error),
      );
      return { result };
    } catch (error) {
      await addAuditEntry(store, {
        ...call,
        outcome: error instanceof RefusedCall ? 'refused' : 'failed',
        detail: (error as Error).message,
      });
      throw error;
    }
  }

  const runOrRefuse = (words: readonly string[], actor: string): Promise<string> =>
    quick.run(actor, () => runToEnd(words, actor));

  /** Runs a command in its turn, unless its caller has gone meanwhile. */
  const runGated = (request: FastifyRequest, words: readonly string[], actor: string): Promise<string> =>
    gated.run(actor, () => {
      if (request.raw.socket.destroyed) throw new RefusedCall(409, 'The caller has gone.');
      return runToEnd(words, actor);
    });

  const runToEnd = async (words: readonly string[], actor: string): Promise<string> => {
    const { outcome, text } = await runCommand(words, actor);
    if (outcome === 'done') return text;
    if (outcome === 'refused') throw new RefusedCall(409, text);
    throw new Error(text);
  };
  const response = { 200: resultSchema, '4xx': errorSchema };

  app.put(
    '/v1/remotes/:remote/versions/:version',
    {
      schema: {
        summary: 'Publish a version: its files as a bundle, signed by the team. Users do not get it yet.',
        params: versionParams,
        consumes: [BUNDLE_TYPE],
        response,
      },
    },
    (request) => {
      const { remote, version } = request.params;
      return audited(request, 'publish', { remote, version }, async () => {
        if (!(request.body as Readable | undefined)?.readable)
          throw new InvalidBundle(`The content type must be ${BUNDLE_TYPE}.`);
        const upload = () => addUploadedVersion(store, remote, version, request.body as Readable);
        if ((await uploads.run(request.ip, upload)) !== 'other') return `${remote} ${version} is published.`;
        const why = `${remote} ${version} is published already. A published version never changes.`;
        throw new RefusedCall(409, why);
      });
    },
  );

  const changes = [
    {
      action: 'activate',
      summary: 'Make a published version active',
      body: z.strictObject({ version: versionName, ...reasons }),
      wordsOf: ({ version = '', ...given }) => [version, ...reasonWords(given), ...gateOptions],
    },
    {
      action: 'canary',
      summary: 'Offer a version to some users, or end the canary',
      body: canaryBody,
      wordsOf: ({ off, version = '', percent, subtree = '', ...given }) =>
        off === true
          ? ['--off']
          : [
              version,
              ...(percent === undefined ? ['--subtree', subtree] : ['--percent', `${percent}`]),
              ...reasonWords(given),
              ...gateOptions,
            ],
    },
    {
      action: 'rollback',
      summary: 'Make the previous version active again',
      body: noBody,
      wordsOf: () => gateOptions,
    },
    { action: 'retire', summary: 'Take the remote away from users', body: noBody, wordsOf: () => [] },
  ] as const satisfies readonly {
    action: Action;
    summary: string;
    body: z.ZodMiniType;
    wordsOf: (body: ChangeBody) => readonly string[];
  }[];
  for (const { action, summary, body, wordsOf } of changes)
    app.post(
      `/v1/remotes/:remote/${action}`,
      { schema: { summary, params: remoteParams, body, response } },
      (request) => {
        const { remote } = request.params;
        const given = (request.body ?? {}) as ChangeBody;
        const words = [action, remote, ...wordsOf(given)];
        const target = { remote, version: given.version ?? null, isOverride: reasonWords(given).length > 0 };
        const passesGate = action === 'activate' || (action === 'canary' && given.off !== true);
        return audited(request, action, target, (actor) =>
          passesGate ? runGated(request, words, actor) : runOrRefuse(words, actor),
        );
      },
    );

  app.post(
    '/v1/prune',
    { schema: { summary: 'Remove versions that are no longer needed', response } },
    (request) => audited(request, 'prune', {}, (actor) => runOrRefuse(['prune'], actor)),
  );

  /** Reads are not in the audit: a page that shows the state reads it every few seconds. */
  const requireReader = async (request: FastifyRequest): Promise<void> => {
    const token = await tokenOf(request);
    if (!mayDo(token, 'read', null)) throw new RefusedCall(403, `The token ${token.name} may not read.`);
  };

  app.get(
    '/v1/remotes/:remote/versions/:version/health',
    {
      schema: { summary: 'Whether a canary may be given to all users', params: versionParams, response },
    },
    async (request) => {
      const { remote, version } = request.params;
      const token = await tokenOf(request);
      if (!mayDo(token, 'read', null) && !mayDo(token, 'activate', remote))
        throw new RefusedCall(403, `The token ${token.name} may not read.`);
      return { result: await runOrRefuse(['healthy', remote, version], token.name) };
    },
  );

  app.get(
    '/v1/status',
    {
      onRequest: requireReader,
      schema: { summary: 'Versions, canaries, changes, failures, as text', response },
    },
    async () => ({ result: await runOrRefuse(['status'], '') }),
  );

  app.get(
    '/v1/audit',
    {
      onRequest: requireReader,
      schema: { summary: 'The last hundred calls', response: { 200: auditSchema, '4xx': errorSchema } },
    },
    async () => ({ entries: await listAudit(store, 100) }),
  );

  await app.register(serveReleasesPage, {
    store,
    tokenOf,
    change: (request, action, remote, version) => {
      const words =
        action === 'rollback'
          ? [action, remote, '--from', version, ...gateOptions]
          : [action, remote, version, '--off'];
      return audited(request, action, { remote, version }, (actor) => runOrRefuse(words, actor));
    },
  });
  if (process.env.NODE_ENV !== 'production' || process.env.API_DOCS === 'true')
    app.get('/v1/openapi.json', { schema: { hide: true } }, () => app.swagger());
  app.get('/healthz', { schema: { hide: true } }, () => 'ok');
  return base;
}
