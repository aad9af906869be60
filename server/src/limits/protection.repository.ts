import type { LimitKind, LimitPeriod, PlayerLimit, Protection } from '@palier/shared/contracts/limits';
import { fromMicros, toMicros } from '@palier/shared/money';
import { localTime } from '../database/local-time';
import type { Queryable } from '../database/pool';
import { usedNow } from './agent-limits.repository';

interface LimitRow {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  readonly amount_micros: bigint;
  readonly used: bigint;
  readonly asked_micros: bigint | null;
  readonly asked_from: string | null;
  readonly is_confirmable: boolean;
}

const toLimit = (row: LimitRow): PlayerLimit => ({
  kind: row.kind,
  period: row.period,
  amount: fromMicros(row.amount_micros),
  used: fromMicros(row.used),
  asked:
    row.asked_from === null
      ? null
      : {
          amount: row.asked_micros === null ? null : fromMicros(row.asked_micros),
          from: row.asked_from,
          isConfirmable: row.is_confirmable,
        },
});

/** A player's own limits with what is used of them, and the pause or exclusion that runs; dates local. */
export async function readProtection(
  database: Queryable,
  userId: number,
  timeZone: string,
): Promise<Protection> {
  const limits = await database.query<LimitRow>({
    name: 'own-limits',
    text: `select o.kind, o.period, o.amount_micros,
                  case o.kind when 'received' then ${usedNow('received')}
                              when 'staked' then ${usedNow('staked')} else ${usedNow('lost')} end as used,
                  o.asked_micros, ${localTime("(o.asked_at + interval '24 hours')", '$2')} as asked_from,
                  coalesce(o.asked_at <= now() - interval '24 hours', false) as is_confirmable
             from users x join own_limits o on o.account_id = x.account_id
             join limit_usage u on u.account_id = o.account_id and u.period = o.period
            cross join limit_zone z
            where x.id = $1
            order by o.kind, array_position(array['day', 'week', 'month'], o.period)`,
    values: [userId, timeZone],
  });
  const stops = await database.query<Pick<Protection, 'pausedUntil' | 'excludedUntil'>>({
    name: 'own-stops',
    text: `select case when a.paused_until > now() then ${localTime('a.paused_until', '$2')} end
                    as "pausedUntil",
                  case when a.excluded_until > now() then ${localTime('a.excluded_until', '$2')} end
                    as "excludedUntil"
             from users x join accounts a on a.id = x.account_id where x.id = $1`,
    values: [userId, timeZone],
  });
  const { pausedUntil = null, excludedUntil = null } = stops.rows[0] ?? {};
  return { limits: limits.rows.map(toLimit), pausedUntil, excludedUntil };
}

/** Sets a limit at once where it is not higher; a higher one, or none (null), is asked for. */
export async function storeOwnLimit(
  database: Queryable,
  userId: number,
  { kind, period, amount }: { kind: LimitKind; period: LimitPeriod; amount: number | null },
): Promise<void> {
  await database.query('select set_own_limit($1, $2, $3, $4)', [
    userId,
    kind,
    period,
    amount === null ? null : toMicros(amount),
  ]);
}

/** Confirms the limit that was asked for: 'early' before 24 hours, 'none' where none was asked for. */
export async function confirmOwnLimit(
  database: Queryable,
  userId: number,
  { kind, period }: { kind: LimitKind; period: LimitPeriod },
): Promise<'set' | 'early' | 'none'> {
  const { rows } = await database.query<{ outcome: 'set' | 'early' | 'none' }>(
    'select confirm_own_limit($1, $2, $3) as outcome',
    [userId, kind, period],
  );
  return rows[0]!.outcome;
}

/** Begins a pause or an exclusion; neither ends one that runs longer. */
export async function stopPlay(
  database: Queryable,
  userId: number,
  kind: 'paused' | 'excluded',
  lasting: string,
): Promise<void> {
  await database.query('select stop_play($1, $2, $3::interval)', [userId, kind, lasting]);
}

/** The player's pause or exclusion that runs; null without one. */
export async function findStop(
  database: Queryable,
  userId: number,
  timeZone: string,
): Promise<{ kind: 'paused' | 'excluded'; until: string } | null> {
  const { excludedUntil, pausedUntil } = await readProtection(database, userId, timeZone);
  if (excludedUntil !== null) return { kind: 'excluded', until: excludedUntil };
  return pausedUntil === null ? null : { kind: 'paused', until: pausedUntil };
}

/** Tells the database the zone in which limits count their days. */
export async function storeLimitZone(database: Queryable, timeZone: string): Promise<void> {
  await database.query('select set_limit_zone($1)', [timeZone]);
}
