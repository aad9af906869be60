import type { Queryable } from '../../database/pool';

/** Game types that every vendor with the gold_api interface documents. */
export const DOCUMENTED_TYPES: readonly string[] = ['slot', 'live'];
/**
 * Game types of some vendors: mini games, sport, table games. A callback at /gold_api/flat names no type, so
 * all of these are stored for it.
 */
const FURTHER_TYPES: readonly string[] = ['MN', 'SB', 'FT'];
/**
 * Vendors have four or five. A caller's invented names must not make the log's reader ask for ever more
 * lists.
 */
const MAX_TYPES = 20;
const IS_TYPE = /^\w{1,16}$/;

/** The types whose lists the round log has: the documented ones, and those of callbacks so far. */
export async function listGameTypes(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ game_type: string }>(
    'select game_type from provider_game_types order by game_type',
  );
  return [...new Set([...DOCUMENTED_TYPES, ...rows.map((row) => row.game_type)])];
}

/** Stores the game type of a callback; undefined where the dialect has none. */
export type StoreGameType = (gameType: unknown) => Promise<void>;

/**
 * Stores the types of callbacks, each once: a round whose list is never read would count as unknown to the
 * provider, and its stake would be returned. For a callback without a type, all known types are stored.
 */
export function createGameTypeStore(database: Queryable): StoreGameType {
  const known = new Set(DOCUMENTED_TYPES);
  return async (gameType) => {
    const named = gameType === undefined ? FURTHER_TYPES : [gameType];
    for (const type of named) {
      if (typeof type !== 'string' || !IS_TYPE.test(type)) continue;
      if (known.has(type) || known.size >= MAX_TYPES) continue;
      await database.query('insert into provider_game_types (game_type) values ($1) on conflict do nothing', [
        type,
      ]);
      known.add(type);
    }
  };
}
