import type { Queryable } from '../../database/pool';

/** Types that every vendor of the family documents. */
const DOCUMENTED_TYPES: readonly string[] = ['slot', 'live'];
/** Vendors have four or five. A caller's invented names must not make the log's reader ask for ever more lists. */
const MAX_TYPES = 20;
const IS_TYPE = /^\w{1,16}$/;

/** The types whose lists the round log has: the documented ones, and those of callbacks so far. */
export async function listGameTypes(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ game_type: string }>(
    'select game_type from provider_game_types order by game_type',
  );
  return [...new Set([...DOCUMENTED_TYPES, ...rows.map((row) => row.game_type)])];
}

/** Stores a callback's game type, whatever it is. */
export type StoreGameType = (gameType: unknown) => Promise<void>;

/**
 * Stores the types of callbacks, each once: a round whose list is never read would count as unknown to the provider, and its stake would
 * be returned.
 */
export function createGameTypeStore(database: Queryable): StoreGameType {
  const known = new Set(DOCUMENTED_TYPES);
  return async (gameType) => {
    if (typeof gameType !== 'string' || !IS_TYPE.test(gameType)) return;
    if (known.has(gameType) || known.size >= MAX_TYPES) return;
    await database.query('insert into provider_game_types (game_type) values ($1) on conflict do nothing', [
      gameType,
    ]);
    known.add(gameType);
  };
}
