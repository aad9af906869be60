import type { Pool } from '../database/pool';
import { gameNotAvailable, tooManyFavourites } from './errors';
import type { GameKey } from './game-title.repository';
import { MAX_FAVOURITES, storeFavourite } from './lobby.repository';

export async function addFavourite(pool: Pool, userId: number, game: GameKey): Promise<void> {
  const result = await storeFavourite(pool, userId, game);
  if (result === 'unknown') throw gameNotAvailable();
  if (result === 'full') throw tooManyFavourites(MAX_FAVOURITES);
}
