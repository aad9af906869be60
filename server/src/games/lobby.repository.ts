import type { GameTitle, Lobby } from '@palier/shared/contracts/lobby';
import { inTransaction, type Pool, type Queryable } from '../database/pool';
import { TITLE_JSON, type GameKey } from './game-title.repository';

const MAX_RECENT = 12;
export const MAX_FAVOURITES = 100;

export async function recordPlayed(
  database: Queryable,
  userId: number,
  { providerCode, gameCode }: GameKey,
): Promise<void> {
  await database.query(
    `insert into played_games (user_id, provider_code, game_code) values ($1, $2, $3)
     on conflict (user_id, provider_code, game_code) do update set played_at = now()`,
    [userId, providerCode, gameCode],
  );
  await database.query(
    `delete from played_games where ctid = any (array(
       select ctid from played_games where user_id = $1 order by played_at desc offset $2))`,
    [userId, MAX_RECENT],
  );
}

/** Games that the aggregator lists no more are left out: they cannot be launched. */
export async function readLobby(database: Queryable, userId: number): Promise<Lobby> {
  const { rows } = await database.query<{ title: GameTitle; is_favourite: boolean }>({
    name: 'lobby',
    text: `with own as (
             select provider_code, game_code, played_at as at, false as is_favourite
               from played_games where user_id = $1
             union all
             select provider_code, game_code, added_at, true from favourite_games where user_id = $1)
           select ${TITLE_JSON}, own.is_favourite
             from own join game_titles t
               on (t.provider_code, t.game_code) = (own.provider_code, own.game_code) and t.is_listed
            order by own.at desc, t.game_code`,
    values: [userId],
  });
  const titlesOf = (isFavourite: boolean) =>
    rows.filter((row) => row.is_favourite === isFavourite).map(({ title }) => title);
  return { recent: titlesOf(false), favourites: titlesOf(true) };
}

/** `unknown`: not a game that is listed. `full`: the player has as many favourites as allowed. */
export async function storeFavourite(
  pool: Pool,
  userId: number,
  { providerCode, gameCode }: GameKey,
): Promise<'stored' | 'unknown' | 'full'> {
  return inTransaction(pool, async (database) => {
    // Locks the user's row before the next statement begins, which then counts what concurrent calls of the
    // player have added.
    await database.query('select from users where id = $1 for no key update', [userId]);
    const { rows } = await database.query<{ result: 'stored' | 'unknown' | 'full' }>(
      `with game as (select provider_code, game_code from game_titles
                      where provider_code = $2 and game_code = $3 and is_listed),
     room as (select count(*) < $4 or coalesce(bool_or((provider_code, game_code) = ($2, $3)), false)
                       as is_left
                from favourite_games join game_titles using (provider_code, game_code)
               where user_id = $1 and is_listed),
     added as (insert into favourite_games (user_id, provider_code, game_code)
                 select $1, provider_code, game_code from game, room where room.is_left
                 on conflict do nothing)
     select case when not exists (select from game) then 'unknown'
                 when not is_left then 'full' else 'stored' end as result
       from room`,
      [userId, providerCode, gameCode, MAX_FAVOURITES],
    );
    return rows[0]!.result;
  });
}

export async function removeFavourite(
  database: Queryable,
  userId: number,
  { providerCode, gameCode }: GameKey,
): Promise<void> {
  await database.query(
    'delete from favourite_games where user_id = $1 and provider_code = $2 and game_code = $3',
    [userId, providerCode, gameCode],
  );
}
