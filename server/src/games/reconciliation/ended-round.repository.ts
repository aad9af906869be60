import type { Queryable } from '../../database/pool';
import type { Player } from '../player-account.repository';
import { SELECT_ROUNDS, type OpenRound } from './open-round.repository';

/** A round in any state. */
export interface Round extends OpenRound {
  readonly state: 'OPEN' | 'SETTLED' | 'ROLLED_BACK';
}

/**
 * The players who had transactions or opened games since a date, or have a round that the provider did not
 * know. `everyPlayer`: all clients.
 */
export async function listPlayersSince(
  database: Queryable,
  since: Date,
  everyPlayer: boolean,
): Promise<Player[]> {
  const { rows } = await database.query<Player>(
    `select id as "userId", account_id as "accountId" from users
      where account_id in (
        select player_account_id from provider_transactions where created_at >= $1
        union select account_id from game_openings g join users u on u.id = g.user_id where g.created_at >= $1
        union select player_account_id from game_findings
               where kind = 'unknown-to-provider' and examined_by is null
        union select account_id from users where $2 and role = 'ROLE_CLIENT')
      order by id`,
    [since, everyPlayer],
  );
  return rows;
}

/**
 * The ended rounds of players in which money moved since a date, whenever they began, and those that the
 * provider did not know.
 */
export async function listRoundsMovedSince(
  database: Queryable,
  players: readonly Player[],
  since: Date,
): Promise<Round[]> {
  const { rows } = await database.query<Round>(
    `${SELECT_ROUNDS} where r.state <> 'OPEN' and (r.provider_code, r.round_id, r.player_account_id) in (
       select provider_code, round_id, player_account_id from provider_transactions
        where created_at >= $2 and player_account_id = any($1) and answer->'ok' = 'true'
       union select provider_code, round_id, player_account_id from game_findings
        where kind = 'unknown-to-provider' and examined_by is null and player_account_id = any($1))`,
    [players.map(({ accountId }) => accountId), since],
  );
  return rows;
}

/** A player's rounds with these names, in any state. */
export async function findRounds(
  database: Queryable,
  accountId: number,
  names: readonly Pick<OpenRound, 'providerCode' | 'roundId'>[],
): Promise<Round[]> {
  const { rows } = await database.query<Round>(
    `${SELECT_ROUNDS} where r.player_account_id = $1
        and (r.provider_code, r.round_id) in (select * from unnest($2::text[], $3::text[]))`,
    [accountId, names.map(({ providerCode }) => providerCode), names.map(({ roundId }) => roundId)],
  );
  return rows;
}

/** Whether an operator has settled the round (decision 0035). */
export async function isSettledByHand(database: Queryable, round: OpenRound): Promise<boolean> {
  const { rows } = await database.query(
    `select from provider_transactions
      where provider_code = $1 and round_id = $2 and player_account_id = $3
        and operator is not null and created_at >= $4 limit 1`,
    [round.providerCode, round.roundId, round.accountId, round.openedAt],
  );
  return rows.length > 0;
}
