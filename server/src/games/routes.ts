import { gamesResponseSchema, launchResponseSchema, providersResponseSchema } from '@palier/shared/contracts';
import type { App } from '../http/app-type';
import { callerOf, type RequireSession } from '../sessions/authenticate';
import { launchGame, type LaunchDependencies } from './launch-game.use-case';
import { gamesQuerySchema, launchQuerySchema } from './schemas';

interface CasinoDependencies extends LaunchDependencies {
  readonly requireSession: RequireSession;
}

/** Section 7 of docs/spec-coverage.md: everything under /casino. Only a client launches games (section 6 of docs/spec-coverage.md). */
export function registerCasinoRoutes(app: App, dependencies: CasinoDependencies): void {
  const { aggregator, requireSession } = dependencies;
  const session = requireSession();

  app.get(
    '/casino/providers',
    { onRequest: session, schema: { tags: ['casino'], response: { 200: providersResponseSchema } } },
    async () => ({ providers: await aggregator.listProviders() }),
  );

  app.get(
    '/casino/games',
    {
      onRequest: session,
      // Compressed to a tenth; safe because the answer contains no secret.
      compress: { threshold: 1024 },
      schema: {
        tags: ['casino'],
        querystring: gamesQuerySchema,
        response: { 200: gamesResponseSchema },
      },
    },
    async (request) => ({ games: await aggregator.listGames(request.query.providerCode) }),
  );

  app.post(
    '/casino/launch',
    {
      onRequest: requireSession(['ROLE_CLIENT']),
      schema: {
        tags: ['casino'],
        querystring: launchQuerySchema,
        response: { 200: launchResponseSchema },
      },
    },
    (request) => launchGame(dependencies, callerOf(request), request.query),
  );
}
