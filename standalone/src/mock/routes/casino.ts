import {
  gamesResponseSchema,
  jackpotCountersSchema,
  launchResponseSchema,
  providersResponseSchema,
} from '@palier/shared/contracts';
import {
  favouriteSchema,
  lobbySchema,
  sittingResponseSchema,
  titlesResponseSchema,
} from '@palier/shared/contracts/lobby';
import { roundListSchema, roundSchema } from '@palier/shared/contracts/rounds';
import { mockGames, mockProviders, mockTitles } from '../games';
import { MockRefusal } from '../operations';
import { ownRounds, round } from '../samples';
import { route, type MockRoute } from './route';

/** Games and jackpots. */
export const CASINO_ROUTES: readonly MockRoute[] = [
  route('GET /jackpot/counters', 'signed-in', jackpotCountersSchema, ({ world }) => ({ ...world.pots })),
  route('GET /casino/providers', 'signed-in', providersResponseSchema, mockProviders),
  route('GET /casino/games', 'signed-in', gamesResponseSchema, ({ query }) => ({
    games: mockGames(query.get('providerCode')),
  })),
  route('GET /casino/titles', 'signed-in', titlesResponseSchema, () => ({ titles: mockTitles() })),
  route('GET /casino/lobby', 'signed-in', lobbySchema, () => ({
    recent: mockTitles().slice(0, 4),
    favourites: mockTitles().slice(2, 4),
  })),
  route('GET /casino/related/:provider/:code', 'signed-in', titlesResponseSchema, () => ({
    titles: mockTitles().slice(4, 12),
  })),
  route('GET /casino/sitting', 'signed-in', sittingResponseSchema, () => ({
    sitting: { elapsedMs: 12 * 60_000, result: -3.5 },
  })),
  route('GET /casino/rounds', 'signed-in', roundListSchema, ownRounds),
  route('GET /casino/round/:number', 'signed-in', roundSchema, ({ caller }) => round(caller)),
  route('PUT /casino/favourites/:provider/:code', 'signed-in', favouriteSchema, () => ({
    isFavourite: true,
  })),
  route('DELETE /casino/favourites/:provider/:code', 'signed-in', favouriteSchema, () => ({
    isFavourite: false,
  })),
  route('POST /casino/launch', 'signed-in', launchResponseSchema, ({ caller, query, gameAddress }) => {
    if (caller.roleName !== 'ROLE_CLIENT')
      throw new MockRefusal(403, 'not-allowed', 'Seuls les joueurs jouent.');
    return { launch_url: `${gameAddress}?game=${encodeURIComponent(query.get('gameCode') ?? '')}` };
  }),
];
