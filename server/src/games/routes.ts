import { gamesResponseSchema, launchResponseSchema, providersResponseSchema } from '@palier/shared/contracts';
import {
  favouriteSchema,
  lobbySchema,
  sittingResponseSchema,
  titlesResponseSchema,
} from '@palier/shared/contracts/lobby';
import { roundListSchema, roundSchema } from '@palier/shared/contracts/rounds';
import * as z from 'zod/mini';
import type { Pool } from '../database/pool';
import type { App } from '../http/app-type';
import { operation } from '../http/operation';
import { callerOf, type RequireSession } from '../sessions/authenticate';
import type { Catalogue } from './catalogue';
import { gameNotAvailable, roundNotFound, tooManyFavourites } from './errors';
import { launchGame, type LaunchDependencies } from './launch-game.use-case';
import { MAX_FAVOURITES, readLobby, removeFavourite, storeFavourite } from './lobby.repository';
import { listOwnRounds } from './own-rounds.repository';
import { relatedTitles } from './related-titles';
import { findRound } from './round.repository';
import {
  gameParamsSchema,
  gamesQuerySchema,
  launchQuerySchema,
  ownRoundsQuerySchema,
  roundParamsSchema,
} from './schemas';
import { readSitting } from './sitting.repository';
import type { TitleStore } from './title-store';

const RELATED_GAMES = 8;

interface CasinoDependencies extends LaunchDependencies {
  readonly requireSession: RequireSession;
  readonly pool: Pool;
  readonly titles: TitleStore;
  readonly catalogue: Catalogue;
}

/**
 * Section 7 of docs/spec-coverage.md: everything under /casino. Only a client launches games (section 6 of
 * docs/spec-coverage.md).
 */
export function registerCasinoRoutes(app: App, dependencies: CasinoDependencies): void {
  const { catalogue, pool, requireSession, timeZone, titles } = dependencies;
  const session = requireSession();

  app.get(
    '/casino/providers',
    operation('listProviders', providersResponseSchema, { onRequest: session }),
    async () => ({ providers: await catalogue.listProviders() }),
  );

  app.get(
    '/casino/games',
    {
      ...operation('listGames', gamesResponseSchema, { onRequest: session, querystring: gamesQuerySchema }),
      // Compressed to a tenth; safe because the answer contains no secret.
      compress: { threshold: 1024 },
    },
    async (request) => ({ games: await catalogue.listGames(request.query.providerCode) }),
  );

  app.post(
    '/casino/launch',
    operation('launchGame', launchResponseSchema, {
      onRequest: requireSession(['ROLE_CLIENT']),
      querystring: launchQuerySchema,
    }),
    (request) => launchGame(dependencies, callerOf(request), request.query),
  );

  app.get(
    '/casino/titles',
    {
      onRequest: session,
      compress: { threshold: 1024 },
      schema: { operationId: 'listTitles', response: { 200: titlesResponseSchema, 304: z.undefined() } },
    },
    async (request, reply) => {
      const { list, etag } = await titles.read(catalogue);
      // Weak, because the compressed answer has the same tag.
      void reply.header('etag', etag).header('cache-control', 'private, no-cache, no-transform');
      if (request.headers['if-none-match'] === etag) return reply.status(304).send(undefined);
      return { titles: [...list] };
    },
  );

  app.get(
    '/casino/round/:number',
    operation('readRound', roundSchema, { onRequest: session, params: roundParamsSchema }),
    async (request) => {
      const round = await findRound(pool, callerOf(request).user.id, Number(request.params.number), timeZone);
      if (round === null) throw roundNotFound();
      return round;
    },
  );

  registerPlayerRoutes(app, dependencies);
}

/** The calls about a player's own games, rounds and sitting. */
function registerPlayerRoutes(app: App, dependencies: CasinoDependencies): void {
  const { catalogue, pool, requireSession, timeZone, titles } = dependencies;
  const player = requireSession(['ROLE_CLIENT']);
  app.get('/casino/lobby', operation('readLobby', lobbySchema, { onRequest: player }), (request) =>
    readLobby(pool, callerOf(request).user.id),
  );

  const favourite = (operationId: string) =>
    operation(operationId, favouriteSchema, { onRequest: player, params: gameParamsSchema });
  app.put('/casino/favourites/:provider/:code', favourite('addFavourite'), async (request) => {
    const { provider, code } = request.params;
    const game = { providerCode: provider, gameCode: code };
    const result = await storeFavourite(pool, callerOf(request).user.id, game);
    if (result === 'unknown') throw gameNotAvailable();
    if (result === 'full') throw tooManyFavourites(MAX_FAVOURITES);
    return { isFavourite: true };
  });
  app.delete('/casino/favourites/:provider/:code', favourite('removeFavourite'), async (request) => {
    const { provider, code } = request.params;
    await removeFavourite(pool, callerOf(request).user.id, { providerCode: provider, gameCode: code });
    return { isFavourite: false };
  });

  app.get(
    '/casino/related/:provider/:code',
    operation('listRelated', titlesResponseSchema, { onRequest: player, params: gameParamsSchema }),
    async (request) => {
      const { provider, code } = request.params;
      const { list } = await titles.read(catalogue);
      return { titles: relatedTitles(list, { providerCode: provider, gameCode: code }, RELATED_GAMES) };
    },
  );
  app.get(
    '/casino/sitting',
    operation('readSitting', sittingResponseSchema, { onRequest: player }),
    async (request) => ({ sitting: await readSitting(pool, callerOf(request).user.id, timeZone) }),
  );
  app.get(
    '/casino/rounds',
    operation('listOwnRounds', roundListSchema, { onRequest: player, querystring: ownRoundsQuerySchema }),
    (request) => {
      const { before } = request.query;
      const place = before === undefined ? null : Number(before);
      return listOwnRounds(pool, callerOf(request).user.id, place, timeZone);
    },
  );
}
