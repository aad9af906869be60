import type { Queryable } from '../../database/pool';
import type { MovementFinding } from '../../ledger/movement';
import type { OpenRound } from './open-round.repository';
import type { WinLimits } from './win-limits';

/** Something about games that people must examine. */
export interface Finding {
  /** A finding that changes gets a new number. */
  readonly id: number;
  readonly kind: 'unknown-to-provider' | 'win-above-limit' | 'day-above-limit' | MovementFinding;
  readonly userId: number;
  readonly providerCode: string;
  /** Of a day above the limit, the round of a win of this day. */
  readonly roundId: string;
  /** Of a finding about a movement. */
  readonly transactionId: string | null;
  /**
   * In micro-dinars: the wins of an unknown round; the win; the larger amount of a reused id; the net win of
   * the day.
   */
  readonly amount: bigint;
  readonly foundAt: Date;
}

const SELECT_FINDINGS = `select f.id, f.kind, u.id as "userId", f.provider_code as "providerCode",
         f.round_id as "roundId",
          case when f.kind in ('reused-id', 'refused-win', 'free-win', 'win-after-refused-stake')
               then substr(f.subject, length(f.provider_code) + 2) end as "transactionId",
          f.amount_micros as amount, f.found_at as "foundAt"`;
const JOIN_USERS = 'join users u on u.account_id = f.player_account_id';

/** Numbers of findings, both included. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

/** The findings that an operator names, without those that are examined. */
export interface FindingSelection {
  /** All findings in it are returned, also those that the other fields do not name. */
  readonly range?: NumberRange | undefined;
  readonly userId?: number | undefined;
  readonly kind?: string | undefined;
  /** The first and the last local hour, as in `2026-11-28T01`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A finding with what totals are made by. */
export interface SelectedFinding extends Finding {
  readonly username: string;
  /** The local hour of the movement. */
  readonly hour: string;
  /** Whether player, kind and hours of the selection name it; false only in a range. */
  readonly isNamed: boolean;
}

/**
 * The findings of a selection that no operator has examined, in the order of their numbers. `isLocked`: other
 * transactions that would mark or change them wait for this one.
 */
export async function selectFindings(
  database: Queryable,
  timeZone: string,
  { range, userId, kind, from, to }: FindingSelection = {},
  isLocked = false,
): Promise<SelectedFinding[]> {
  const { rows } = await database.query<SelectedFinding>(
    `${SELECT_FINDINGS}, u.username, h.hour, n."isNamed" from game_findings f ${JOIN_USERS}
      cross join lateral (
        select to_char(f.happened_at at time zone $1, 'YYYY-MM-DD"T"HH24') as hour) h
      cross join lateral (
        select u.id = coalesce($4, u.id) and f.kind = coalesce($5, f.kind)
          and h.hour >= coalesce($6, h.hour) and h.hour <= coalesce($7, h.hour) as "isNamed") n
      where f.examined_by is null
        and f.id between coalesce($2, f.id) and coalesce($3, f.id) and (n."isNamed" or $2 is not null)
      order by f.id ${isLocked ? 'for no key update of f' : ''}`,
    [timeZone, range?.first, range?.last, userId, kind, from, to],
  );
  return rows;
}

/** Marks these findings as examined. */
export async function markExamined(
  database: Queryable,
  ids: readonly number[],
  operator: string,
): Promise<void> {
  await database.query('update game_findings set examined_by = $2 where id = any($1)', [ids, operator]);
}

/**
 * Stores the rounds of a player that the provider does not know, and removes those that the provider knows. A
 * further win of a round that was examined must be examined too.
 */
export async function storeUnknownRounds(
  database: Queryable,
  accountId: number,
  { unknown, known }: { readonly unknown: readonly OpenRound[]; readonly known: readonly OpenRound[] },
): Promise<void> {
  await database.query(
    `with known as (
       delete from game_findings
        where kind = 'unknown-to-provider' and player_account_id = $1 and subject = any($2::text[]))
     insert into game_findings (kind, player_account_id, subject, provider_code, round_id, amount_micros,
                                happened_at)
       select 'unknown-to-provider', $1, concat_ws(' ', provider, round), provider, round, win,
              coalesce(t.created_at, x.opened_at)
         from unnest($3::text[], $4::text[], $5::bigint[], $6::timestamptz[])
                x (provider, round, win, opened_at)
         left join rounds r
           on (r.provider_code, r.round_id, r.player_account_id) = (provider, round, $1)
         left join provider_transactions t
           on (t.provider_code, t.transaction_id) = (provider, r.last_transaction_id)
       on conflict (kind, player_account_id, subject) do update
         set id = default, amount_micros = excluded.amount_micros, found_at = excluded.found_at,
           happened_at = excluded.happened_at, examined_by = null
         where game_findings.amount_micros <> excluded.amount_micros`,
    [
      accountId,
      known.map(({ providerCode, roundId }) => `${providerCode} ${roundId}`),
      unknown.map(({ providerCode }) => providerCode),
      unknown.map(({ roundId }) => roundId),
      unknown.map(({ win }) => win),
      unknown.map(({ openedAt }) => openedAt),
    ],
  );
}

/** Removes refused wins that were paid later, because their stake came after them. */
export async function withdrawPaidWins(database: Queryable): Promise<void> {
  await database.query(
    `delete from game_findings f using provider_transactions t
      where f.kind = 'refused-win' and f.examined_by is null and t.provider_code = f.provider_code
        and t.transaction_id = substr(f.subject, length(f.provider_code) + 2)
        and t.player_account_id = f.player_account_id
        and t.answer->'ok' = 'true'`,
  );
}

// A day is summed up only for players whose balance and withdrawals of the day together exceed the limit, as
// they do after such a net win: all other players cost a few index lookups.
const STORE_WINS_ABOVE_LIMITS = `
  with recent as materialized (
    select player_account_id as account_id, provider_code, round_id, transaction_id, win_micros,
           created_at, local_day(created_at, $4) as day
      from provider_transactions
     where created_at >= now() - $1 * interval '1 second' and win_micros > 0 and answer->'ok' = 'true'),
  day as (
    select account_id, day, day::timestamp at time zone $4 as starts_at,
           (day + 1)::timestamp at time zone $4 as ends_at,
           (array_agg(array[provider_code, round_id] order by win_micros desc))[1:1] as round,
           (array_agg(created_at order by win_micros desc))[1] as won_at
      from recent group by account_id, day),
  found as (
    insert into game_findings (kind, player_account_id, subject, provider_code, round_id, amount_micros,
                               happened_at)
      select 'win-above-limit', account_id, concat_ws(' ', provider_code, transaction_id), provider_code,
             round_id, win_micros, created_at
        from recent where $2::bigint > 0 and win_micros > $2
      union all
      select 'day-above-limit', account_id, day::text, round[1][1], round[1][2], net, won_at
        from day join accounts a on a.id = account_id
       cross join lateral (
         select coalesce(-sum(p.amount), 0) as withdrawn
           from (select * from postings where account_id = a.id and list = 'I' order by seq desc limit 100) p
          where p.amount < 0 and (select created_at from transfers where id = p.transfer_id) >= starts_at) w
       cross join lateral (
         select sum(case t.kind when 'BET' then -t.amount else t.amount end) as net from transfers t
          where a.balance + withdrawn > $3::bigint and t.initiator_account_id = account_id
            and t.kind in ('BET', 'WIN', 'ROLLBACK')
            and t.created_at >= starts_at and t.created_at < ends_at) n
       where $3::bigint > 0 and net > $3
      on conflict (kind, player_account_id, subject) do update
        set id = default, amount_micros = excluded.amount_micros, provider_code = excluded.provider_code,
          round_id = excluded.round_id, found_at = excluded.found_at, happened_at = excluded.happened_at,
          examined_by = null
        where excluded.amount_micros >= 2 * game_findings.amount_micros
      returning *)
  ${SELECT_FINDINGS} from found f ${JOIN_USERS} order by f.id`;

/**
 * Stores wins of the last `seconds`, and days with such wins, that are above a limit. Returns the new
 * findings, and those of days whose net win has doubled since it was stored.
 */
export async function storeWinsAboveLimits(
  database: Queryable,
  { win, day, timeZone }: WinLimits,
  seconds: number,
): Promise<Finding[]> {
  if (win === 0n && day === 0n) return [];
  const { rows } = await database.query<Finding>(STORE_WINS_ABOVE_LIMITS, [seconds, win, day, timeZone]);
  return rows;
}
