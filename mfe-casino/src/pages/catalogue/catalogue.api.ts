import {
  gamesResponseSchema,
  providersResponseSchema,
  type Game,
  type Provider,
} from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { KNOWN_PROVIDERS } from '../../lib/known-providers';

export async function fetchProviders(signal: AbortSignal): Promise<readonly Provider[]> {
  const options = { quiet: true, signal };
  const { providers } = await http.get('/casino/providers', providersResponseSchema, options);
  return providers.length === 0 ? KNOWN_PROVIDERS : providers;
}

/** The whole list of one provider. `quiet` does not show the loader. */
export async function fetchGames(
  providerCode: string,
  options: { readonly quiet: boolean; readonly signal: AbortSignal },
): Promise<readonly Game[]> {
  const query = { providerCode };
  const { games } = await http.get('/casino/games', gamesResponseSchema, { query, ...options });
  return games;
}
