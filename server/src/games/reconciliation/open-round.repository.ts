import type { Queryable } from '../../database/pool';

/** What names a round of a player. */
export interface RoundName {
  readonly providerCode: string;
  readonly roundId: string;
}

/** The name of a round as operators read and write it: `SPRIBE r-81`. */
export const nameOf = ({ providerCode, roundId }: RoundName): string => `${providerCode} ${roundId}`;

/** A round in the ledger; amounts in micro-dinars. */
export interface OpenRound extends RoundName {
  readonly userId: number;
  readonly accountId: number;
  readonly gameCode: string;
  readonly bet: bigint;
  readonly win: bigint;
  readonly openedAt: Date;
  /** By the database's clock, which dated the opening. */
  readonly ageMs: number;
}

/** Rounds with the columns of OpenRound, and their state. */
export const SELECT_ROUNDS = `select r.state, u.id as "userId", r.provider_code as "providerCode",
         r.round_id as "roundId", r.player_account_id as "accountId",
            r.game_code as "gameCode", r.bet_micros as bet, r.win_micros as win, r.opened_at as "openedAt",
            extract(epoch from now() - r.opened_at)::float8 * 1000 as "ageMs"
       from rounds r join users u on u.account_id = r.player_account_id`;
const SELECT_OPEN_ROUNDS = `${SELECT_ROUNDS} where r.state = 'OPEN'`;

/** Limit of one run of the job. */
export const ROUNDS_A_RUN = 2_000;

/**
 * Open rounds older than `olderThanMs`, the least recently checked first. A round is checked again after a
 * tenth of its age, so that rounds that never end do not crowd out others; `includesChecked` returns all
 * rounds.
 */
export async function listOpenRounds(
  database: Queryable,
  { olderThanMs, includesChecked }: { olderThanMs: number; includesChecked: boolean },
): Promise<OpenRound[]> {
  const { rows } = await database.query<OpenRound>(
    `${SELECT_OPEN_ROUNDS} and r.opened_at < now() - $1 * interval '1 millisecond'
        and ($2 or r.checked_at is null or r.checked_at < now() - (now() - r.opened_at) / 10)
      order by coalesce(r.checked_at, r.opened_at) limit $3`,
    [olderThanMs, includesChecked, includesChecked ? null : ROUNDS_A_RUN],
  );
  return rows;
}

/** `isDisputed` is true when people must settle the round, and null when the log said nothing about it. */
export interface RoundCheck {
  readonly round: OpenRound;
  readonly isDisputed: boolean | null;
}

/**
 * Stores the checks of rounds. Skips rounds that are locked by a movement: a batch locks a player's rounds in
 * another order, which could deadlock.
 */
export async function storeChecks(database: Queryable, checks: readonly RoundCheck[]): Promise<void> {
  await database.query(
    `update rounds r set checked_at = now(), is_disputed = coalesce(x.disputed, r.is_disputed)
       from (select x.*
               from unnest($1::text[], $2::text[], $3::int[], $4::boolean[])
                    as x (provider, round, account, disputed)
               join rounds o on o.provider_code = x.provider and o.round_id = x.round
                            and o.player_account_id = x.account
                for no key update of o skip locked) x
      where r.provider_code = x.provider and r.round_id = x.round and r.player_account_id = x.account`,
    [
      checks.map(({ round }) => round.providerCode),
      checks.map(({ round }) => round.roundId),
      checks.map(({ round }) => round.accountId),
      checks.map(({ isDisputed }) => isDisputed),
    ],
  );
}

/** The round, or null when it is not open. */
export async function readOpenRound(
  database: Queryable,
  { providerCode, roundId, accountId }: Pick<OpenRound, 'providerCode' | 'roundId' | 'accountId'>,
): Promise<OpenRound | null> {
  const { rows } = await database.query<OpenRound>(
    `${SELECT_OPEN_ROUNDS} and r.provider_code = $1 and r.round_id = $2 and r.player_account_id = $3`,
    [providerCode, roundId, accountId],
  );
  return rows[0] ?? null;
}

/** A stake by its key, in micro-dinars. */
export interface RoundStake {
  readonly transactionId: string;
  readonly bet: bigint;
}

/** The stakes of a round that were not rolled back. The date bounds the search. */
export async function listActiveStakes(database: Queryable, round: OpenRound): Promise<RoundStake[]> {
  const { rows } = await database.query<RoundStake>(
    `select transaction_id as "transactionId", bet_micros as bet from provider_transactions
      where provider_code = $1 and round_id = $2 and player_account_id = $3
        and is_stake and answer->'ok' = 'true'
        and created_at >= $4`,
    [round.providerCode, round.roundId, round.accountId, round.openedAt],
  );
  return rows;
}
