import type { Role } from '@palier/shared/contracts';
import { localTime } from '../../database/local-time';
import type { Queryable } from '../../database/pool';
import type { Period } from '../report-range';

/** The user whose subtree is read, and the users above it, from the top of the hierarchy on. */
export interface Head {
  readonly id: number;
  readonly branch: readonly number[];
  readonly childCount: number;
  /** From the caller to the head. */
  readonly path: readonly { readonly id: number; readonly username: string; readonly roleName: Role }[];
}

/** The user `userId` where it is the caller or below the caller, else null. */
export async function findHead(database: Queryable, callerId: number, userId: number): Promise<Head | null> {
  // OFFSET 0 calls ids_above once, not once for each use of its result.
  const { rows } = await database.query<Head>({
    name: 'network-head',
    text: `select h.id, h.child_count as "childCount", b.branch,
                  (select json_agg(json_build_object('id', u.id, 'username', u.username, 'roleName', u.role)
                                   order by p.place)
                     from unnest(b.branch || h.id) with ordinality p (id, place) join users u on u.id = p.id
                    where p.place >= array_position(b.branch || h.id, $1)) as path
             from users h cross join lateral (select ids_above(h.id) as branch offset 0) b
            where h.id = $2 and $1 = any (b.branch || h.id)`,
    values: [callerId, userId],
  });
  return rows[0] ?? null;
}

/** The totals of a user's subtree; micro-dinars. `received` and `returned` are exchanged with the parent. */
export type NetworkTotals = Readonly<Record<(typeof NETWORK_TOTALS)[number], bigint>>;
export const NETWORK_TOTALS = [
  ...(['received', 'returned', 'deposits', 'withdrawals'] as const),
  ...(['stakes', 'wins', 'prizes', 'activePlayers'] as const),
];

export interface NetworkRow extends NetworkTotals {
  readonly id: number;
  readonly username: string;
  readonly roleName: Role;
  /** Local date-time of the reading. */
  readonly readAt: string;
  /** Requests to this user that were answered in the period, and the time that their askers waited. */
  readonly answers: number;
  readonly waitedMs: bigint;
}

/** The totals of a period, as the columns of network_days. */
export const PERIOD_TOTALS = [
  'received',
  'returned',
  'distributed',
  'collected',
  'deposits',
  'withdrawals',
  'stakes',
  'wins',
  'prizes',
];

/** SQL for the running totals of a user's answers to requests, before a local day (SQL) begins. */
const answersBefore = (day: string): string => `
  select answer_count, waited_ms from balance_requests
   where parent_id = l.id and answer_count is not null
     and closed_at < (${day})::timestamp at time zone $6
   order by closed_at desc, answer_count desc limit 1`;

/** SQL for a total: at the end `e` less before the beginning `b`, and what is pending `p`. */
const periodTotal = (name: string): string =>
  `coalesce(e.${name}, 0) - coalesce(b.${name}, 0) + coalesce(p.${name}, 0)::bigint as ${name}`;

// One statement, hence one snapshot: the totals of counted transfers, and the transfers that are not counted
// yet. The totals run on, so those of a period are a difference of two rows. Players are counted once in a
// period, so their days are read.
const NETWORK_SQL = `
  with recursive progress as materialized (
    select zone = $6 as is_counted, case when zone = $6 then counted_id else 0 end as counted_id
      from network_progress),
  line as materialized (
    (select id, username, role from users where parent_id = $1 order by username limit $5)
    union all
    select id, username, role from users where id = $1),
  pending as materialized (
    select p.* from progress cross join lateral sum_network(counted_id, 9223372036854775807, $6) p
     where day between $3 and $4),
  year as materialized (
    select year, days_of_year(year, $3, $4) as days
      from generate_series(extract(year from $3::date)::int, extract(year from $4::date)::int) year),
  -- Clients are below admins, so the children of an admin are not looked up. OFFSET keeps one lookup for each
  -- parent, here and below, instead of a scan of all users or players.
  tree (id, role, child_id) as (
    select id, role, null::int from users where id = $1
    union all
    select u.id, u.role, coalesce(t.child_id, u.id)
      from tree t cross join lateral (select id, role from users where parent_id = t.id offset 0) u
     where t.role not in ('ROLE_ADMIN', 'ROLE_CLIENT')),
  -- Each player once: in the first year of the period with a stake, or else in the transfers that are not
  -- counted yet.
  played (child_id) as (
    select coalesce(t.child_id, p.player_id)
      from (select id as parent_id, child_id, null::int as only_id from tree
            union all
            -- For a client, who is the only player.
            select ($2::int[])[cardinality($2) - 1], null, $1) t
      cross join year y
      cross join lateral (
        select player_id, days from network_players where parent_id = t.parent_id and year = y.year
           and player_id between coalesce(t.only_id, 0) and coalesce(t.only_id, 2147483647) offset 0) p
     where (select is_counted from progress) and (p.days & y.days) <> 0::bit(366)
       and (y.year = extract(year from $3::date) or not exists (
         select from year e
           join network_players n on n.parent_id = t.parent_id and n.player_id = p.player_id
             and n.year = e.year
          where e.year < y.year and (n.days & e.days) <> 0::bit(366)))
    union all
    select coalesce(b.branch[cardinality($2) + 1], p.user_id)
      from (select distinct user_id from pending where has_staked) p
      cross join lateral (select ids_above(p.user_id) as branch offset 0) b
     where (b.branch || p.user_id)[:cardinality($2)] = $2
       and not exists (
         select from year y
           join network_players n
             on n.parent_id = b.branch[cardinality(b.branch)] and n.player_id = p.user_id and n.year = y.year
          where (select is_counted from progress) and (n.days & y.days) <> 0::bit(366))),
  active as (
    select case grouping(child_id) when 0 then child_id else $1 end as user_id, count(*) as players
      from played group by grouping sets ((child_id), ()) having grouping(child_id) = 1 or child_id <> $1)
  select l.id, l.username, l.role as "roleName", ${localTime('now()', '$6')} as "readAt",
         ${PERIOD_TOTALS.map(periodTotal).join(', ')},
         coalesce(a.players, 0) as "activePlayers",
         coalesce(re.answer_count, 0) - coalesce(rb.answer_count, 0) as answers,
         coalesce(re.waited_ms, 0) - coalesce(rb.waited_ms, 0) as "waitedMs"
    from line l cross join progress
    left join lateral (select * from network_days where is_counted and user_id = l.id and day <= $4
                        order by day desc limit 1) e on true
    left join lateral (select * from network_days where is_counted and user_id = l.id and day < $3
                        order by day desc limit 1) b on true
    left join (select user_id, ${PERIOD_TOTALS.map((name) => `sum(${name}) as ${name}`).join(', ')}
                 from pending group by user_id) p on p.user_id = l.id
    left join active a on a.user_id = l.id
    left join lateral (${answersBefore('$4::date + 1')}) re on true
    left join lateral (${answersBefore('$3::date')}) rb on true
   order by l.username`;

export interface NetworkQuery {
  readonly head: Pick<Head, 'id' | 'branch'>;
  readonly period: Period;
  readonly maxLines: number;
  readonly timeZone: string;
}

/** The head's subtree as a whole, and the first `maxLines` of its direct sub-accounts by name. */
export async function readNetwork(
  database: Queryable,
  { head: { id, branch }, period, maxLines, timeZone }: NetworkQuery,
): Promise<{ whole: NetworkRow; lines: NetworkRow[] }> {
  const { rows } = await database.query<NetworkRow & { distributed: bigint; collected: bigint }>({
    name: 'network',
    text: NETWORK_SQL,
    values: [id, [...branch, id], period.from, period.to, maxLines, timeZone],
  });
  const head = rows.find((row) => row.id === id)!;
  return {
    whole: { ...head, received: head.distributed, returned: head.collected },
    lines: rows.filter((row) => row !== head),
  };
}
