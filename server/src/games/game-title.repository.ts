import type { GameTitle } from '@palier/shared/contracts/lobby';
import type { Queryable } from '../database/pool';
import type { ListedGame } from './port';

/** The names of a game at its aggregator. */
export interface GameKey {
  readonly providerCode: string;
  readonly gameCode: string;
}

export interface TitleRow {
  provider_code: string;
  game_code: string;
  title: string;
  banner: string;
  kind: GameTitle['kind'] | null;
  return_percent: string | null;
  volatility: GameTitle['volatility'] | null;
}

export const TITLE_COLUMNS =
  't.provider_code, t.game_code, t.title, t.banner, t.kind, t.return_percent, t.volatility';

export const toTitle = (row: TitleRow): GameTitle => ({
  providerCode: row.provider_code,
  gameCode: row.game_code,
  title: row.title,
  banner: row.banner,
  ...(row.kind === null ? {} : { kind: row.kind }),
  ...(row.return_percent === null ? {} : { returnPercent: Number(row.return_percent) }),
  ...(row.volatility === null ? {} : { volatility: row.volatility }),
});

/** Stores the open games of a provider; games of the provider that are not among them remain known, but are listed no more. */
export async function storeTitles(
  database: Queryable,
  providerCode: string,
  games: readonly ListedGame[],
): Promise<void> {
  const rows = games.map(({ game_code, game_name, banner, kind, rtp, volatility }) => ({
    ...{ game_code, title: (game_name || game_code).replaceAll('\0', ''), banner, kind, volatility },
    return_percent: rtp,
  }));
  // Unchanged rows are not written: lists are read again every minute.
  await database.query(
    `with listed as materialized (
       select * from jsonb_to_recordset($2) as l (game_code text, title text, banner text, kind text, return_percent numeric(5, 2), volatility text)),
     gone as (
       update game_titles t set is_listed = false
        where t.provider_code = $1 and t.is_listed and not exists (select from listed l where l.game_code = t.game_code))
     insert into game_titles (provider_code, game_code, title, banner, kind, return_percent, volatility)
     select $1, l.* from listed l left join game_titles t on (t.provider_code, t.game_code) = ($1, l.game_code)
      where (t.title, t.banner, t.kind, t.return_percent, t.volatility, t.is_listed)
         is distinct from (l.title, l.banner, l.kind, l.return_percent, l.volatility, true)
      order by l.game_code
     on conflict (provider_code, game_code) do update set title = excluded.title, banner = excluded.banner, kind = excluded.kind,
       return_percent = excluded.return_percent, volatility = excluded.volatility, is_listed = true`,
    [providerCode, JSON.stringify(rows)],
  );
}

/** All games that the aggregator lists. */
export async function listTitles(database: Queryable): Promise<GameTitle[]> {
  const { rows } = await database.query<TitleRow>(
    `select ${TITLE_COLUMNS} from game_titles t where t.is_listed order by t.provider_code, t.game_code`,
  );
  return rows.map(toTitle);
}

/** The known games among `keys`, also those that are listed no more. */
export async function findTitles(database: Queryable, keys: readonly GameKey[]): Promise<GameTitle[]> {
  const { rows } = await database.query<TitleRow>({
    name: 'titles-of-games',
    text: `select ${TITLE_COLUMNS} from game_titles t
            where (t.provider_code, t.game_code) in (select * from unnest($1::text[], $2::text[]))`,
    values: [keys.map(({ providerCode }) => providerCode), keys.map(({ gameCode }) => gameCode)],
  });
  return rows.map(toTitle);
}
