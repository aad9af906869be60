import type { Queryable } from '../database/pool';

/** The name under which the list of providers is stored; other lists have the provider's code. */
export const PROVIDER_LIST = '';

/** A stored list: null where nothing is stored or, of the entries, where they have the known version. */
export interface ListCopy {
  readonly entries: readonly unknown[] | null;
  readonly version: string | null;
  readonly failure: string | null;
}

/**
 * A stored time this far beyond the longest pause was written while the clock was wrong, and counts as past.
 */
const CLOCK_MARGIN_MS = 120_000;

interface ListSettings {
  readonly PROVIDER_LIST_PAUSE_MS: number;
  readonly PROVIDER_LIST_AGE_S: number;
}

/** SQL for the latest time that a right clock stores, for times up to `ms` ahead. */
const latest = (ms: number): string =>
  `clock_timestamp() + make_interval(secs => ${(ms + CLOCK_MARGIN_MS) / 1000})`;

/** SQL for a parameter in milliseconds as an interval. */
const interval = (parameter: string): string => `make_interval(secs => ${parameter}::float8 / 1000)`;

type QueryRows = <Row extends object>(sql: string, ...values: unknown[]) => Promise<Row[]>;

/**
 * The stored copies of an aggregator's lists, and the pace of the calls that read them (decision 0067). Times
 * are the database's. The first parameter of each statement is the aggregator.
 */
export function createListCopies(database: Queryable, aggregator: string, settings: ListSettings) {
  const { PROVIDER_LIST_PAUSE_MS: pauseMs, PROVIDER_LIST_AGE_S: ageS } = settings;
  const latestDue = latest(Math.max(ageS * 1000, pauseMs * 2));
  const latestTurn = latest(pauseMs * 2);
  const query: QueryRows = async <Row extends object>(sql: string, ...values: unknown[]) =>
    (await database.query<Row>(sql, [aggregator, ...values])).rows;
  return {
    ...createCopyReads(query, latestDue),
    ...createCopyWrites(query, latestDue),
    ...createPace(query, latestTurn),
  };
}

export type ListCopies = ReturnType<typeof createListCopies>;

const createCopyReads = (query: QueryRows, latestDue: string) => ({
  /** `knownVersion`: the version of the caller, whose entries need not be read again. */
  async read(list: string, knownVersion: string | null): Promise<ListCopy | null> {
    const [row] = await query<ListCopy>(
      `select case when extract(epoch from read_at)::text is distinct from $3 then entries end as entries,
              extract(epoch from read_at)::text as version, failure
         from aggregator_lists where aggregator = $1 and provider_code = $2`,
      list,
      knownVersion,
    );
    return row ?? null;
  },
  /** The first of these lists that is due, those that were never read before others; null when none is. */
  async findDue(lists: readonly string[]): Promise<string | null> {
    const [row] = await query<{ code: string }>(
      `select code from unnest($2::text[]) with ordinality as wanted (code, place)
         left join aggregator_lists l on l.aggregator = $1 and l.provider_code = code
        where l.due_at is null or l.due_at <= now() or l.due_at > ${latestDue}
        order by l.read_at nulls first, place limit 1`,
      lists,
    );
    return row?.code ?? null;
  },
  /** Changes with each list of games that any process stores. */
  async readVersion(): Promise<string> {
    const [row] = await query<{ version: string }>(
      `select concat(count(*), ' ', extract(epoch from max(read_at))) as version
         from aggregator_lists where aggregator = $1 and provider_code <> ''`,
    );
    return row!.version;
  },
  /** The number of these lists that have no answer yet, be it a list or a refusal. */
  async countMissing(lists: readonly string[]): Promise<number> {
    const [row] = await query<{ missing: number }>(
      `select count(*)::int as missing from unnest($2::text[]) as wanted (code)
        where not exists (
          select from aggregator_lists l
           where l.aggregator = $1 and l.provider_code = code
             and (l.read_at is not null or l.failure is not null))`,
      lists,
    );
    return row!.missing;
  },
});

const createCopyWrites = (query: QueryRows, latestDue: string) => ({
  /**
   * Makes this process the only one that asks for a list, for `forMs`; false when another asks, or the list
   * is not due. A list whose last call has failed counts as due `earlierMs` sooner.
   */
  async claim(list: string, forMs: number, earlierMs = 0): Promise<boolean> {
    const rows = await query(
      `insert into aggregator_lists as l (aggregator, provider_code, due_at)
       values ($1, $2, now() + ${interval('$3')})
       on conflict (aggregator, provider_code) do update set due_at = excluded.due_at, failure = null
        where l.due_at <= now() or l.due_at > ${latestDue}
           or (l.failure is not null and l.due_at <= now() + ${interval('$4')})
       returning 1`,
      list,
      forMs,
      earlierMs,
    );
    return rows.length > 0;
  },
  /** Moves the time at which a claimed list is due. */
  async setDue(list: string, inMs: number, failure: string | null = null): Promise<void> {
    await query(
      `update aggregator_lists set due_at = now() + ${interval('$3')}, failure = $4
        where aggregator = $1 and provider_code = $2`,
      list,
      inMs,
      failure,
    );
  },
  /**
   * Stores a list that was read now; returns its version. Deletes copies that have been due for 30 days.
   */
  async store(list: string, entries: readonly unknown[], dueInMs: number): Promise<string> {
    const [row] = await query<{ version: string }>(
      `with unused as (delete from aggregator_lists where due_at < now() - interval '30 days'),
       answered as (update aggregator_pace set refused_at = null, pause = null
                     where aggregator = $1 and refused_at is not null)
       insert into aggregator_lists (aggregator, provider_code, entries, read_at, due_at)
       values ($1, $2, $3, clock_timestamp(), now() + ${interval('$4')})
       on conflict (aggregator, provider_code) do update
          set entries = excluded.entries, read_at = excluded.read_at, due_at = excluded.due_at,
              failure = null
       returning extract(epoch from read_at)::text as version`,
      list,
      JSON.stringify(entries),
      dueInMs,
    );
    return row!.version;
  },
});

const createPace = (query: QueryRows, latestTurn: string) => ({
  /**
   * Takes the next time at which a list may be asked for, `pauseMs` after the time before; returns how long
   * it is until then, or null, and takes none, when that is longer than `mostMs`.
   */
  async takeTurn(pauseMs: number, mostMs: number): Promise<number | null> {
    const [row] = await query<{ wait_ms: number }>(
      `insert into aggregator_pace as p (aggregator, next_at)
       values ($1, clock_timestamp() + ${interval('$2')})
       on conflict (aggregator) do update
          set next_at = case when p.next_at > ${latestTurn} then clock_timestamp()
                             else greatest(p.next_at, clock_timestamp()) end + ${interval('$2')}
        where p.next_at <= clock_timestamp() + ${interval('$3')} or p.next_at > ${latestTurn}
       returning (extract(epoch from p.next_at - ${interval('$2')} - clock_timestamp()) * 1000)::float8
                 as wait_ms`,
      pauseMs,
      mostMs,
    );
    return row === undefined ? null : Math.max(0, row.wait_ms);
  },
  /**
   * Keeps all processes from asking for a list after a call that was refused: for `leastMs`, and twice as
   * long as before, up to `mostMs`, where the refused call came after the pause before. A list that is
   * stored ends the doubling.
   */
  async pause(leastMs: number, mostMs: number): Promise<void> {
    await query(
      `update aggregator_pace p
          set refused_at = clock_timestamp(), pause = n.pause,
              next_at = greatest(p.next_at, clock_timestamp() + n.pause)
         from (select least(${interval('$3')}, greatest(${interval('$2')},
                 case when refused_at + pause <= clock_timestamp() then pause * 2 else pause end)) as pause
                 from aggregator_pace where aggregator = $1 for update) n
        where p.aggregator = $1`,
      leastMs,
      mostMs,
    );
  },
});
