import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { listRemoteFailures } from '@palier/server/remotes';
import { remoteName, versionName } from '@palier/shared/contracts/releases';
import { readReports } from '../canary-state';
import { readRegistry, type Store } from '../store';
import { listKnownRemotes, listVersions, readOrigin } from '../versions';
import { RefusedCall } from './refused-call';
import { STYLE } from './releases-style';
import { renderReleases, renderSignIn, type RemoteView } from './releases-view';
import { findValidToken, listAudit, mayDo, type ReleaseToken } from './token.repository';

/** With the prefix `__Host-`, over TLS, which browsers accept from this host alone. */
const COOKIE = 'palier_releases';
/** A night's work. */
const COOKIE_LIFE_S = 12 * 3_600;
const AUDIT_SHOWN = 40;
const HTML = 'text/html; charset=utf-8';
const UNKNOWN_TOKEN = 'Le jeton est inconnu, expiré ou révoqué.';
/**
 * The page runs no script and loads nothing from another origin, so text that an attacker puts into it cannot
 * run or send data.
 */
const POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

interface PageOptions {
  readonly store: Store;
  /** The token of the cookie; throws a RefusedCall without a valid one. */
  readonly tokenOf: (request: FastifyRequest) => Promise<ReleaseToken>;
  /** Rolls the remote back from the version, or ends its canary: as the token allows, and in the audit. */
  readonly change: (
    request: FastifyRequest,
    action: 'rollback' | 'canary',
    remote: string,
    version: string,
  ) => Promise<unknown>;
}

/** The token in the cookie of the page; undefined without one. */
export const cookieToken = ({ headers }: FastifyRequest): string | undefined =>
  new RegExp(`(?:^|; )(?:__Host-)?${COOKIE}=([\\w-]{1,100})(?:;|$)`).exec(headers.cookie ?? '')?.[1];

function noticeOfError(status: number): string {
  if (status === 429) return 'Trop d’appels : réessayez dans une minute.';
  if (status >= 500) return 'Le service a échoué ; son journal dit pourquoi.';
  return 'Cette demande n’est pas valable.';
}

/** Whether a page of ours sent the form. Old browsers send no Sec-Fetch-Site. */
function isFromOwnPage({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin = '' } = headers;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** The state that a token may see, with a sentence about the last change. */
async function renderState(store: Store, token: ReleaseToken, notice: string | null): Promise<string> {
  if (!mayDo(token, 'read', null))
    return renderReleases({ token: token.name, remotes: null, audit: [], notice });
  const [registry, names, failures, audit] = await Promise.all([
    readRegistry(store),
    listKnownRemotes(store),
    listRemoteFailures(store),
    listAudit(store, AUDIT_SHOWN),
  ]);
  const remotes = await Promise.all(
    names.map(async (name): Promise<RemoteView> => {
      const released = registry.remotes[name];
      return {
        name,
        released,
        published: await listVersions(store, name),
        origin: released === undefined ? null : await readOrigin(store, name, released.active),
        reports: released === undefined ? null : await readReports(store, name, released),
        failures: failures.filter(
          ({ remote, version }) =>
            remote === name && [released?.active, released?.canary?.version].includes(version),
        ),
        mayRollBack: mayDo(token, 'rollback', name),
        mayEndCanary: mayDo(token, 'canary', name),
      };
    }),
  );
  remotes.sort((one, other) => urgencyOf(other) - urgencyOf(one));
  return renderReleases({ token: token.name, remotes, audit, notice });
}

/**
 * Remotes with a worse canary come first, then those with any canary: an operator opens the page to look at
 * these.
 */
function urgencyOf({ reports }: RemoteView): number {
  if (reports?.canary == null) return 0;
  return reports.canary.verdict === 'worse' ? 2 : 1;
}

const setCookie = (request: FastifyRequest, reply: FastifyReply, value: string, lifeS: number) =>
  reply.header(
    'set-cookie',
    request.protocol === 'https'
      ? `__Host-${COOKIE}=${value}; Path=/; Max-Age=${lifeS}; HttpOnly; SameSite=Strict; Secure`
      : `${COOKIE}=${value}; Path=/releases; Max-Age=${lifeS}; HttpOnly; SameSite=Strict`,
  );

/** Forms are read, and accepted from pages of ours alone; every answer has the policy of the page. */
function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 2_048 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({
      'content-security-policy': POLICY,
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    });
    if (request.method === 'POST' && !isFromOwnPage(request))
      return reply.code(403).type(HTML).send(renderSignIn('Ce formulaire vient d’une autre page.'));
  });
}

function answerErrors(app: FastifyInstance, { store, tokenOf }: PageOptions): void {
  app.setErrorHandler(async (error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500;
    void reply.code(status).type(HTML);
    if (status === 401) {
      const isStale = cookieToken(request) !== undefined;
      void reply.code(isStale ? 401 : 200);
      return renderSignIn(isStale ? UNKNOWN_TOKEN : null);
    }
    // A refused change: the page shows it beside the state. Other errors must cost no reads, such as too many
    // calls.
    if (error instanceof RefusedCall) return renderState(store, await tokenOf(request), error.message);
    if (status >= 500) request.log.error(error);
    return renderSignIn(noticeOfError(status));
  });
}

const schema = { hide: true } as const;

function serveSignIn(base: FastifyInstance, { store }: PageOptions): void {
  const app = base.withTypeProvider<ZodTypeProvider>();
  app.post(
    '/releases/sign-in',
    { schema: { ...schema, body: z.strictObject({ token: z.string().check(z.maxLength(200)) }) } },
    async (request, reply) => {
      const text = request.body.token.trim();
      if (!/^[\w-]{1,100}$/.test(text) || (await findValidToken(store, text)) === null)
        return reply.code(401).type(HTML).send(renderSignIn(UNKNOWN_TOKEN));
      return setCookie(request, reply, text, COOKIE_LIFE_S).redirect('/releases', 303);
    },
  );
  app.post('/releases/sign-out', { schema: { ...schema, body: z.strictObject({}) } }, (request, reply) =>
    setCookie(request, reply, '', 0).redirect('/releases', 303),
  );
}

function serveForms(base: FastifyInstance, { change }: PageOptions): void {
  const app = base.withTypeProvider<ZodTypeProvider>();
  for (const [path, action] of [
    ['rollback', 'rollback'],
    ['end-canary', 'canary'],
  ] as const)
    app.post(
      `/releases/:remote/${path}`,
      {
        schema: {
          ...schema,
          params: z.strictObject({ remote: remoteName }),
          body: z.strictObject({ version: versionName }),
        },
      },
      async (request, reply) => {
        await change(request, action, request.params.remote, request.body.version);
        return reply.redirect('/releases', 303);
      },
    );
}

/**
 * The page /releases: what users have, how it works for them, who changed it; rollback and end of a canary
 * (decision 0061).
 */
export const serveReleasesPage: FastifyPluginAsync<PageOptions> = async (app, options) => {
  acceptForms(app);
  answerErrors(app, options);
  app.get('/releases', { schema }, async (request, reply) =>
    reply.type(HTML).send(await renderState(options.store, await options.tokenOf(request), null)),
  );
  app.get('/releases/style.css', { schema }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache, no-transform').send(STYLE),
  );
  serveSignIn(app, options);
  serveForms(app, options);
};
