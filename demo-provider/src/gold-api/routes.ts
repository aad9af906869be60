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
import { describeTransactions } from './game-log.js';

export interface GoldApiContext {
  settings: Settings;
  catalogue: Catalogue;
  store: Store;
  sessions: Sessions;
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

/** Fields that no vendor documents (docs/providers.md of the operator). The risk of a crash game is chosen by its player. */
const describeOdds = (kind: GameKind) =>
  kind === 'crash' ? { kind, rtp: returnPercent } : { kind, rtp: slotReturn, volatility: 'medium' };

function createMethods({ settings, catalogue, store, sessions }: GoldApiContext): Record<string, Method> {
  return {
    provider_list: () =>
      succeed({
        providers: catalogue.providers.map(({ code, name }) => ({ code, name, type: 'slot', status: 1 })),
      }),

    game_list: withBody(z.object({ provider_code: z.string() }), (body) => {
      if (!catalogue.findProvider(body.provider_code)) return fail('INVALID_PROVIDER');
      return succeed({
        games: catalogue.gamesOf(body.provider_code).map((game) => ({
          id: game.id,
          game_code: game.code,
          game_name: game.name,
          banner: `${settings.publicOrigin}/banners/${game.providerCode}/${game.code}.svg`,
          status: 1,
          ...describeOdds(game.kind),
        })),
      });
    }),

    game_launch: withBody(
      z.object({
        user_code: userCode,
        provider_code: z.string(),
        game_code: z.string(),
      }),
      async (body) => {
        if (!catalogue.findProvider(body.provider_code)) return fail('INVALID_PROVIDER');
        const game = catalogue.findGame(body.provider_code, body.game_code);
        if (!game) return fail('NOT_FOUND');
        await store.addPlayer(body.user_code);
        const token = await sessions.start(body.user_code, game);
        return succeed({ launch_url: `${settings.publicOrigin}/play/${token}` });
      },
    ),

    user_create: withBody(z.object({ user_code: userCode }), async (body) => {
      await store.addPlayer(body.user_code);
      return succeed({ user_code: body.user_code });
    }),

    get_game_log: withBody(
      z.object({
        user_code: userCode,
        game_type: z.string(),
        start: logTime,
        end: logTime,
        page: z.coerce.number().int().min(0).default(0),
        perPage: z.coerce.number().int().min(1).max(1000).default(100),
      }),
      async ({ user_code, game_type, start, end, page, perPage }) => {
        if (!(await store.hasPlayer(user_code))) return fail('INVALID_USER');
        const { total, rounds } =
          game_type === 'slot'
            ? await store.listRounds(user_code, { start, end }, {
                index: page,
                // A round has two transactions at most.
                size: Math.max(1, Math.floor(perPage / 2)),
              })
            : { total: 0, rounds: [] };
        return succeed({
          total_count: total,
          page,
          perPage,
          slot: rounds.flatMap((round) => describeTransactions(round, settings.agentCode)),
        });
      },
    ),
  };
}

/** Compares in constant time. Hashing first also hides the lengths. */
function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** The API that the operator calls: one URL, `method` in the body, every failure HTTP 200 with status 0. */
export function registerGoldApi(app: FastifyInstance, context: GoldApiContext): void {
  const methods = new Map(Object.entries(createMethods(context)));
  const { settings } = context;

  app.register(async (scope) => {
    scope.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      request.log.warn({ error }, 'gold_api call failed');
      return reply
        .code(200)
        .send(fail((error.statusCode ?? 500) < 500 ? 'INVALID_PARAMETER' : 'INTERNAL_ERROR'));
    });
    scope.post('/gold_api', async (request, reply) => {
      reply.header('cache-control', 'no-store');
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
