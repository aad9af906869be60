import type { Queryable } from '../../database/pool';

/** A round that has waited for its end; amounts in micro-dinars. */
export interface OpenRound {
  readonly userId: number;
  readonly providerCode: string;
  readonly roundId: string;
  readonly accountId: number;
  readonly gameCode: string;
  readonly bet: bigint;
  readonly win: bigint;
  readonly openedAt: Date;
  /** By the clock that opened it: this process' own may have jumped. */
  readonly ageMs: number;
}

/** Of one run of the job; the next one asks about the others. */
export const ROUNDS_A_RUN = 2_000;

/**
 * Open rounds older than `olderThanMs`, those asked about least recently first. One that stays open is asked about ever
 * more seldom, each time a tenth of its age later, so that a provider's dead rounds do not crowd out the others;
 * `everyOne` asks about all of them.
 */
export async function listOpenRounds(
  database: Queryable,
  { olderThanMs, everyOne }: { olderThanMs: number; everyOne: boolean },
): Promise<OpenRound[]> {
  const { rows } = await database.query<{
    user_id: number;
    provider_code: string;
    round_id: string;
    account_id: number;
    game_code: string;
    bet_micros: bigint;
    win_micros: bigint;
    opened_at: Date;
    age_ms: number;
  }>(
    `select u.id as user_id, r.provider_code, r.round_id, r.account_id, r.game_code, r.bet_micros, r.win_micros, r.opened_at,
            extract(epoch from now() - r.opened_at)::float8 * 1000 as age_ms
       from rounds r join users u on u.account_id = r.account_id
      where r.state = 'OPEN' and r.opened_at < now() - $1 * interval '1 millisecond'
        and ($2 or r.checked_at is null or r.checked_at < now() - (now() - r.opened_at) / 10)
      order by coalesce(r.checked_at, r.opened_at) limit $3`,
    [olderThanMs, everyOne, everyOne ? null : ROUNDS_A_RUN],
  );
  return rows.map((row) => ({
    userId: row.user_id,
    providerCode: row.provider_code,
    roundId: row.round_id,
    accountId: row.account_id,
    gameCode: row.game_code,
    bet: row.bet_micros,
    win: row.win_micros,
    openedAt: row.opened_at,
    ageMs: row.age_ms,
  }));
}

export async function noteChecked(database: Queryable, rounds: readonly OpenRound[]): Promise<void> {
  await database.query(
    `update rounds r set checked_at = now() from unnest($1::text[], $2::text[], $3::int[]) as x (provider, round, account)
      where r.provider_code = x.provider and r.round_id = x.round and r.account_id = x.account and r.state = 'OPEN'`,
    [
      rounds.map(({ providerCode }) => providerCode),
      rounds.map(({ roundId }) => roundId),
      rounds.map(({ accountId }) => accountId),
    ],
  );
}

/** The round as it stands now, or null when it is open no more. */
export async function readOpenRound(database: Queryable, round: OpenRound): Promise<OpenRound | null> {
  const { rows } = await database.query<{ bet_micros: bigint; win_micros: bigint }>(
    "select bet_micros, win_micros from rounds where provider_code = $1 and round_id = $2 and account_id = $3 and state = 'OPEN'",
    [round.providerCode, round.roundId, round.accountId],
  );
  return rows[0] === undefined ? null : { ...round, bet: rows[0].bet_micros, win: rows[0].win_micros };
}

/** The stakes of a round that stand, sought among all that came since it was opened. */
export async function listStandingStakes(database: Queryable, round: OpenRound): Promise<string[]> {
  const { rows } = await database.query<{ transaction_id: string }>(
    `select transaction_id from provider_transactions
      where provider_code = $1 and round_id = $2 and account_id = $3 and is_stake and answer->'ok' = 'true'
        and created_at >= $4`,
    [round.providerCode, round.roundId, round.accountId, round.openedAt],
  );
  return rows.map((row) => row.transaction_id);
}
