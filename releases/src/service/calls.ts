import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { createFairLimiter } from '@palier/server/concurrency/fair-limiter';
import { remoteNameSchema, versionNameSchema } from '@palier/shared/contracts/releases';
import { CommandError } from '@palier/base/command';
import { isReason } from '../command-arguments';
import { describeHealth } from '../healthy';
import { describeStatus } from '../status';
import type { Store } from '../store';
import { addUploadedVersion } from './add-uploaded-version';
import { BUNDLE_TYPE, InvalidBundle } from './bundle';
import type { CommandQueue } from './command-queue';
import type { Guard } from './guard';
import { RefusedCall } from './refused-call';
import { auditEntrySchema, listAudit, mayDo, type Action } from './token.repository';

/** What the calls of the service work with. */
export interface CallDependencies {
  readonly store: Store;
  readonly guard: Guard;
  readonly commands: CommandQueue;
  /** Options of every command that passes the release gate, such as --shell with the live address. */
  readonly gateOptions: readonly string[];
}

const uploads = createFairLimiter(2, 20);

const remoteParams = z.strictObject({ remote: remoteNameSchema });
const versionParams = z.extend(remoteParams, { version: versionNameSchema });
/** As the command line accepts it. */
const reason = z.string().check(z.refine(isReason, 'is not a reason: one line of at most 400 characters'));
const reasons = { despite: z.optional(reason), ungated: z.optional(reason) };
const canaryBody = z.union([
  z.strictObject({ version: versionNameSchema, percent: z.int().check(z.gte(1), z.lte(100)), ...reasons }),
  z.strictObject({ version: versionNameSchema, subtree: z.string().check(z.maxLength(32)), ...reasons }),
  z.strictObject({ off: z.literal(true) }),
]);
const noBody = z.nullish(z.strictObject({}));
const resultSchema = z.object({ result: z.string() });
const errorSchema = z.object({ errors: z.array(z.string()) });
const auditSchema = z.object({ entries: z.array(auditEntrySchema) });
const response = { 200: resultSchema, '4xx': errorSchema };

/** PUT of a version. */
export function serveUploads(base: FastifyInstance, { store, guard }: CallDependencies): void {
  const app = base.withTypeProvider<ZodTypeProvider>();
  // The stream is read by `addUploadedVersion`, which has limits of its own.
  app.addContentTypeParser(BUNDLE_TYPE, (_request, payload, done) => done(null, payload));
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
      return guard.audited(request, 'publish', { remote, version }, async () => {
        if (!(request.body as Readable | undefined)?.readable)
          throw new InvalidBundle(`The content type must be ${BUNDLE_TYPE}.`);
        const upload = () => addUploadedVersion(store, remote, version, request.body as Readable);
        if ((await uploads.run(request.ip, upload)) !== 'other') return `${remote} ${version} is published.`;
        const why = `${remote} ${version} is published already. A published version never changes.`;
        throw new RefusedCall(409, why);
      });
    },
  );
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

const canaryWords = (body: ChangeBody, gateOptions: readonly string[]): readonly string[] => {
  const { off, version = '', percent, subtree = '' } = body;
  if (off === true) return ['--off'];
  const audience = percent === undefined ? ['--subtree', subtree] : ['--percent', `${percent}`];
  return [version, ...audience, ...reasonWords(body), ...gateOptions];
};

/** A change of what users run, as a command of the same name. */
interface Change {
  readonly action: Action;
  readonly summary: string;
  readonly body: z.ZodMiniType;
  readonly wordsOf: (body: ChangeBody, gateOptions: readonly string[]) => readonly string[];
}

const CHANGES: readonly Change[] = [
  {
    action: 'activate',
    summary: 'Make a published version active',
    body: z.strictObject({ version: versionNameSchema, ...reasons }),
    wordsOf: (body, gateOptions) => [body.version ?? '', ...reasonWords(body), ...gateOptions],
  },
  {
    action: 'canary',
    summary: 'Offer a version to some users, or end the canary',
    body: canaryBody,
    wordsOf: canaryWords,
  },
  {
    action: 'rollback',
    summary: 'Make the previous version active again',
    body: noBody,
    wordsOf: (_body, gateOptions) => gateOptions,
  },
  { action: 'retire', summary: 'Take the remote away from users', body: noBody, wordsOf: () => [] },
];

/** POST of each change, and of `prune`. */
export function serveChanges(
  base: FastifyInstance,
  { guard, commands, gateOptions }: CallDependencies,
): void {
  const app = base.withTypeProvider<ZodTypeProvider>();
  for (const { action, summary, body, wordsOf } of CHANGES)
    app.post(
      `/v1/remotes/:remote/${action}`,
      { schema: { summary, params: remoteParams, body, response } },
      (request) => {
        const { remote } = request.params;
        const given = (request.body ?? {}) as ChangeBody;
        const words = [action, remote, ...wordsOf(given, gateOptions)];
        const target = { remote, version: given.version ?? null, isOverride: reasonWords(given).length > 0 };
        const passesGate = action === 'activate' || (action === 'canary' && given.off !== true);
        return guard.audited(request, action, target, (actor) =>
          passesGate ? commands.runGated(request, remote, words, actor) : commands.run(words, actor),
        );
      },
    );
  app.post(
    '/v1/prune',
    { schema: { summary: 'Remove versions that are no longer needed', response } },
    (request) => guard.audited(request, 'prune', {}, (actor) => commands.run(['prune'], actor)),
  );
}

/** Whether a canary may be given to all users. Throws a RefusedCall when it may not. */
const readHealth = (store: Store, remote: string, version: string): Promise<string> =>
  describeHealth(store, remote, version).catch((error: unknown) => {
    throw error instanceof CommandError ? new RefusedCall(409, error.message) : error;
  });

/**
 * Reads run in this process, so they do not wait behind commands. They are not in the audit, because a client
 * may read every few seconds.
 */
export function serveReads(base: FastifyInstance, { store, guard }: CallDependencies): void {
  const app = base.withTypeProvider<ZodTypeProvider>();
  const requireReader = async (request: FastifyRequest): Promise<void> => {
    const token = await guard.tokenOf(request);
    if (!mayDo(token, 'read', null)) throw new RefusedCall(403, `The token ${token.name} may not read.`);
  };
  app.get(
    '/v1/remotes/:remote/versions/:version/health',
    {
      schema: { summary: 'Whether a canary may be given to all users', params: versionParams, response },
    },
    async (request) => {
      const { remote, version } = request.params;
      const token = await guard.tokenOf(request);
      if (!mayDo(token, 'activate', remote)) await requireReader(request);
      return { result: await readHealth(store, remote, version) };
    },
  );
  app.get(
    '/v1/status',
    {
      onRequest: requireReader,
      schema: { summary: 'Versions, canaries, changes, failures, as text', response },
    },
    async () => ({ result: await describeStatus(store) }),
  );
  app.get(
    '/v1/audit',
    {
      onRequest: requireReader,
      schema: { summary: 'The last hundred calls', response: { 200: auditSchema, '4xx': errorSchema } },
    },
    async () => ({ entries: await listAudit(store, 100) }),
  );
}
