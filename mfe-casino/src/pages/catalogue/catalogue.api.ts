import {
  gamesResponseSchema,
  providersResponseSchema,
  type Game,
  type Provider,
} from '@palier/shared/contracts';
import { http, logIgnored } from '@palier/shared/http';
import { KNOWN_PROVIDERS } from './known-providers';

/** The providers, in the background: the known ones stand there meanwhile. Throws after logging. */
export async function fetchProviders(signal: AbortSignal): Promise<readonly Provider[]> {
  try {
    const { providers } = await http.get('/casino/providers', providersResponseSchema, {
      quiet: true,
      signal,
    });
    return providers.length === 0 ? KNOWN_PROVIDERS : providers;
  } catch (error) {
    if (!signal.aborted) logIgnored(error, 'providers not fetched');
    throw error;
  }
}

/** The whole list of one provider; `quiet` leaves the loader overlay away. Throws after logging, so that a failure is never cached as an empty list. */
export async function fetchGames(
  providerCode: string,
  { quiet, signal }: { readonly quiet: boolean; readonly signal: AbortSignal },
): Promise<readonly Game[]> {
  try {
    const { games } = await http.get('/casino/games', gamesResponseSchema, {
      query: { providerCode },
      quiet,
      signal,
    });
    return games;
  } catch (error) {
    if (!signal.aborted) logIgnored(error, 'games not fetched');
    throw error;
  }
}
