import { gamesResponseSchema, launchResponseSchema, providersResponseSchema } from '@palier/shared/contracts';
import * as z from 'zod/mini';
import type { App } from '../http/app-type';
import type { Services } from '../services';
import { callerOf, requireSession } from '../sessions/authenticate';
import { launchGame } from './launch-game.use-case';

const code = z.string().check(z.minLength(1), z.maxLength(128));

/** Section 7 of docs/spec-coverage.md: everything under /casino. Only a client launches games (section 6 of docs/spec-coverage.md). */
export function registerCasinoRoutes(app: App, services: Services): void {
  const session = requireSession(services);

  app.get(
    '/casino/providers',
    { onRequest: session, schema: { tags: ['casino'], response: { 200: providersResponseSchema } } },
    async () => ({
      providers: await services.aggregator.listProviders(),
    }),
  );

  app.get(
    '/casino/games',
    {
      onRequest: session,
      // Hundreds of games, nothing secret: a tenth of the bytes to a phone.
      compress: { threshold: 1024 },
      schema: {
        tags: ['casino'],
        querystring: z.strictObject({ providerCode: code }),
        response: { 200: gamesResponseSchema },
      },
    },
    async (request) => ({ games: await services.aggregator.listGames(request.query.providerCode) }),
  );

  app.post(
    '/casino/launch',
    {
      onRequest: requireSession(services, ['ROLE_CLIENT']),
      schema: {
        tags: ['casino'],
        querystring: z.strictObject({ gameCode: code, providerCode: code }),
        response: { 200: launchResponseSchema },
      },
    },
    (request) => launchGame(services, callerOf(request), request.query),
  );
}
