import {
  gamesResponseSchema,
  jackpotCountersSchema,
  launchResponseSchema,
  providersResponseSchema,
} from '../../../contracts';
import { mockGames, mockProviders } from '../games';
import { MockRefusal } from '../operations';
import type { MockRoute } from './route';

/** Games and jackpots. */
export const CASINO_ROUTES: readonly MockRoute[] = [
  {
    method: 'GET',
    path: '/jackpot/counters',
    access: 'signed-in',
    response: jackpotCountersSchema,
    answer: ({ world }) => ({ ...world.pots }),
  },
  {
    method: 'GET',
    path: '/casino/providers',
    access: 'signed-in',
    response: providersResponseSchema,
    answer: mockProviders,
  },
  {
    method: 'GET',
    path: '/casino/games',
    access: 'signed-in',
    response: gamesResponseSchema,
    answer: ({ query }) => ({ games: mockGames(query.get('providerCode')) }),
  },
  {
    method: 'POST',
    path: '/casino/launch',
    access: 'signed-in',
    response: launchResponseSchema,
    answer({ caller, query, gameAddress }) {
      if (caller.roleName !== 'ROLE_CLIENT')
        throw new MockRefusal(403, 'not-allowed', 'Seuls les joueurs jouent.');
      return { launch_url: `${gameAddress}?game=${encodeURIComponent(query.get('gameCode') ?? '')}` };
    },
  },
];
