import {
  gamesResponseSchema,
  providersResponseSchema,
  type Game,
  type Provider,
} from '@palier/shared/contracts';
import { http, logIgnored } from '@palier/shared/http';
import { KNOWN_PROVIDERS } from './catalogue.rules';

export async function fetchProviders(): Promise<readonly Provider[]> {
  try {
    const { providers } = await http.get('/casino/providers', providersResponseSchema);
    return providers.length === 0 ? KNOWN_PROVIDERS : providers;
  } catch (error) {
    logIgnored(error, 'providers not fetched');
    return KNOWN_PROVIDERS;
  }
}

/** The whole list of one provider. Throws after logging, so that a failure is never cached as an empty list. */
export async function fetchGames(providerCode: string): Promise<readonly Game[]> {
  try {
    const { games } = await http.get('/casino/games', gamesResponseSchema, { query: { providerCode } });
    return games;
  } catch (error) {
    logIgnored(error, 'games not fetched');
    throw error;
  }
}
