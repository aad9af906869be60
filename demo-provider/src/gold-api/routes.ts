import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Store } from '../store/store.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Sessions } from '../play/sessions.js';
import type { Settings } from '../settings.js';
import { returnPercent } from '../crash/mathematics.js';
import type { GameKind } from '../catalogue/providers.js';
import { computeReturnToPlayer } from '../slot/return-to-player.js';
import { formOf, STEPS, transactionOf } from '../rounds/round-transactions.js';
import { toJsonWithBigints } from '../vendor/json.js';
import { createListPace, writeGame, writeProvider } from '../vendor/listing.js';
import { writeLogEntry } from '../vendor/log-entry.js';
import { GAME_FORMS } from '../vendor/profile.js';
import type { OperatorWallet } from '../wallet/operator-wallet.js';

export interface GoldApiContext {
  settings: Settings;
  catalogue: Catalogue;
  store: Store;
  sessions: Sessions;
  wallet: OperatorWallet;
}

type Answer = { status: 1; msg: 'SUCCESS'; [field: string]: unknown } | { status: 0; msg: string };
type Method = (body: unknown) => Answer | Promise<Answer>;

const succeed = (fields: Record<string, unknown>): Answer => ({ status: 1, msg: 'SUCCESS', ...fields });
const fail = (msg: string): Answer => ({ status: 0, msg });

const userCode = z.string().regex(/^[\w.@-]{1,64}$/);
const credentials = z.object({ method: z.string(), agent_code: z.string(), agent_token: z.string() });
/** Reads "YYYY-MM-DD hh:mm:ss" in UTC; gives an ISO 8601 string. */
const logTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .transform((time) => `${time.replace(' ', 'T')}Z`)
  .pipe(z.iso.datetime());

function withBody<Shape extends z.ZodType>(
  shape: Shape,
  run: (body: z.output<Shape>) => Answer | Promise<Answer>,
): Method {
  return (body) => {
    const parsed = shape.safeParse(body);
    return parsed.success ? run(parsed.data) : fail('INVALID_PARAMETER');
  };
}

const slotReturn = Math.round(computeReturnToPlayer().returnToPlayer * 10_000) / 100;

/**
 * Fields that no vendor documents (docs/providers.md of the operator). The risk of a crash game is chosen by
 * its player.
 */
const describeOdds = (kind: GameKind) =>
  kind === 'crash' ? { kind, rtp: returnPercent } : { kind, rtp: slotReturn, volatility: 'medium' };

const launchBody = z.object({ user_code: userCode, provider_code: z.string(), game_code: z.string() });
const logBody = z.object({
  user_code: userCode.optional(),
  game_type: z.string(),
  start: logTime,
  end: logTime,
  page: z.coerce.number().int().min(0).default(0),
  perPage: z.coerce.number().int().min(1).max(1000).default(100),
});

function createListMethods({ settings, catalogue }: GoldApiContext): Record<string, Method> {
  const { profile, publicOrigin } = settings;
  const isTooSoon = createListPace(profile);
  return {
    provider_list: () =>
      isTooSoon() ? fail('Rate Limit Error') : succeed({ providers: catalogue.providers.map(writeProvider) }),

    game_list: withBody(z.object({ provider_code: z.string() }), (body) => {
      if (isTooSoon()) return fail('Rate Limit Error');
      if (!catalogue.findProvider(body.provider_code)) return fail('INVALID_PROVIDER');
      return succeed({
        games: catalogue.gamesOf(body.provider_code).map(({ kind, providerCode, code, name }) => ({
          ...writeGame(profile, {
            code,
            name,
            picture: `${publicOrigin}/banners/${providerCode}/${code}.svg`,
          }),
          ...describeOdds(kind),
        })),
      });
    }),
  };
}

function createPlayerMethods(context: GoldApiContext): Record<string, Method> {
  const { settings, catalogue, store, sessions, wallet } = context;
  const { profile, publicOrigin } = settings;

  /** A lobby is the provider's first game, whose callbacks name a table. */
  const findGame = (providerCode: string, gameCode: string) =>
    gameCode === '' && profile.hasLobby
      ? catalogue.gamesOf(providerCode)[0]
      : catalogue.findGame(providerCode, gameCode);

  return {
    game_launch: withBody(launchBody, async ({ user_code, provider_code, game_code }) => {
      if (!catalogue.findProvider(provider_code)) return fail('INVALID_PROVIDER');
      const game = findGame(provider_code, game_code);
      if (!game) return fail('NOT_FOUND');
      if (profile.players === 'created first' && !(await store.hasPlayer(user_code)))
        return fail('INVALID_USER');
      if (profile.readsBalanceAtLaunch && (await wallet.readBalance(user_code)).kind !== 'accepted')
        return fail('ERROR_GET_BALANCE_END_POINT');
      await store.addPlayer(user_code);
      const token = await sessions.start(user_code, game);
      return succeed({ launch_url: `${publicOrigin}/play/${token}`, fc_code: user_code });
    }),

    user_create: withBody(z.object({ user_code: userCode }), async ({ user_code }) => {
      if (profile.players === 'created by the launch') return fail("Seamless agent can't use this API.");
      if (await store.hasPlayer(user_code)) return fail('DUPLICATED_USER');
      await store.addPlayer(user_code);
      return succeed({ fc_code: user_code, user_code, user_balance: 0 });
    }),

    get_game_log: withBody(logBody, async ({ user_code = null, game_type, start, end, page, perPage }) => {
      if (user_code !== null && !(await store.hasPlayer(user_code))) return fail('INVALID_USER');
      const forms = GAME_FORMS.filter((form) => profile.gameTypes[form] === game_type);
      const kinds = [false, true].filter((isCrash) => forms.includes(formOf(profile, isCrash)));
      const isCrash = kinds.length === 1 ? (kinds[0] as boolean) : null;
      const { total, rows } =
        kinds.length === 0
          ? { total: 0, rows: [] }
          : await store.listTransactions(
              { userCode: user_code, isCrash, start, end },
              { index: page, size: perPage },
            );
      return succeed({
        total_count: total,
        page,
        perPage,
        [game_type]: rows.map(({ round, number, step }) =>
          writeLogEntry(
            profile,
            settings.agentCode,
            number * STEPS.length + STEPS.indexOf(step),
            transactionOf(profile, round, step),
          ),
        ),
      });
    }),
  };
}

/** Compares in constant time. Hashing first also hides the lengths. */
function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** The API that the operator calls: one URL, `method` in the body, every failure HTTP 200 with status 0. */
export function registerGoldApi(app: FastifyInstance, context: GoldApiContext): void {
  const methods = new Map(Object.entries({ ...createListMethods(context), ...createPlayerMethods(context) }));
  const { settings } = context;

  app.register(async (scope) => {
    scope.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      request.log.warn({ error }, 'gold_api call failed');
      return reply
        .code(200)
        .send(fail((error.statusCode ?? 500) < 500 ? 'INVALID_PARAMETER' : 'INTERNAL_ERROR'));
    });
    // Numbers of the log may be above 2^53.
    scope.setReplySerializer(toJsonWithBigints);
    scope.post('/gold_api', async (request, reply) => {
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      const given = credentials.safeParse(request.body);
      if (!given.success) return fail('INVALID_PARAMETER');
      const isAgent = isSameSecret(given.data.agent_code, settings.agentCode);
      const isToken = isSameSecret(given.data.agent_token, settings.agentToken);
      if (!isAgent) return fail('INVALID_AGENT');
      if (!isToken) return fail('UNAUTHORIZED');
      return (methods.get(given.data.method) ?? (() => fail('INVALID_PARAMETER')))(request.body);
    });
  });
}
