import type { GameTitle } from '@palier/shared/contracts/lobby';
import type { Queryable } from '../database/pool';
import type { ListedGame } from './port';

/** The names of a game at its aggregator. */
export interface GameKey {
  readonly providerCode: string;
  readonly gameCode: string;
}

/** A `GameTitle` from a row `t` of game_titles, without the fields that are unknown. */
export const TITLE_JSON = `json_strip_nulls(json_build_object(
  'providerCode', t.provider_code, 'gameCode', t.game_code, 'title', t.title, 'banner', t.banner,
  'kind', t.kind, 'returnPercent', t.return_percent, 'volatility', t.volatility)) as title`;

/**
 * Stores the open games of a provider; games of the provider that are not among them remain known, but are
 * listed no more.
 */
export async function storeTitles(
  database: Queryable,
  providerCode: string,
  games: readonly ListedGame[],
): Promise<void> {
  const rows = games.map(({ game_code, game_name, banner, kind, rtp, volatility }) => ({
    game_code,
    title: game_name || game_code,
    banner,
    kind,
    volatility,
    return_percent: rtp,
  }));
  // Unchanged rows are not written: lists are read again every minute.
  await database.query(
    `with listed as materialized (
       select * from jsonb_to_recordset($2) as l (game_code text, title text, banner text, kind text,
                                                  return_percent numeric(5, 2), volatility text)),
     gone as (
       update game_titles t set is_listed = false
        where t.provider_code = $1 and t.is_listed
          and not exists (select from listed l where l.game_code = t.game_code))
     insert into game_titles (provider_code, game_code, title, banner, kind, return_percent, volatility)
     select $1, l.* from listed l
       left join game_titles t on (t.provider_code, t.game_code) = ($1, l.game_code)
      where (t.title, t.banner, t.kind, t.return_percent, t.volatility, t.is_listed)
         is distinct from (l.title, l.banner, l.kind, l.return_percent, l.volatility, true)
      order by l.game_code
     on conflict (provider_code, game_code) do update set title = excluded.title, banner = excluded.banner,
       kind = excluded.kind,
       return_percent = excluded.return_percent, volatility = excluded.volatility, is_listed = true`,
    [providerCode, JSON.stringify(rows)],
  );
}

/** All games that the aggregator lists. */
export async function listTitles(database: Queryable): Promise<GameTitle[]> {
  const { rows } = await database.query<{ title: GameTitle }>(
    `select ${TITLE_JSON} from game_titles t where t.is_listed order by t.provider_code, t.game_code`,
  );
  return rows.map(({ title }) => title);
}
