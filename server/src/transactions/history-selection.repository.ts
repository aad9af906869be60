import type { HistoryPage } from '@palier/shared/contracts';
import { fromMicros, toMicros } from '@palier/shared/money';
import { localTime } from '../database/local-time';
import { toPage, type PageRequest } from '../database/page';
import type { Queryable } from '../database/pool';
import {
  HISTORY_COLUMNS,
  HISTORY_JOINS,
  POSTING_LISTS,
  POSTING_OF,
  toItem,
  type HistoryList,
  type HistoryRow,
} from './history.repository';
import type { SelectionQuery } from './schemas';

/**
 * The conditions for a movement to belong to a selection; all given ones must hold. Amounts in TND, both
 * bounds included.
 */
export type HistorySelection = Omit<SelectionQuery, NumberField> & {
  readonly [Field in NumberField]?: number | undefined;
};
type NumberField = 'amountFrom' | 'amountTo' | 'number';

/**
 * The newest movements of the period that a selection examines: bounds the time of a search in a long
 * history. The answer says from when on it has searched (decision 0051).
 */
export const EXAMINED_AT_MOST = 50_000;

interface SelectionRow extends HistoryRow {
  credited: bigint;
  debited: bigint;
  is_complete: boolean;
  examined_from: string | null;
}

// A history is numbered in order of time, so the period is a range of numbers. The movement of a given number
// is a range of its own.
const selectionText = (of: HistoryList['of']): string => {
  const { list, owner, other } = POSTING_LISTS[of];
  return `
  with period as (
    select coalesce($3::timestamp at time zone $2, '-infinity') as starts_at,
           coalesce(($4::date + 1)::timestamp at time zone $2, 'infinity') as ends_at),
  range as materialized (
    select postings_before($1, '${list}', starts_at) as first, postings_before($1, '${list}', ends_at) as last
      from period where $9::bigint is null
    union all
    select p.seq - 1, p.seq
      from transfers t cross join period cross join lateral ${POSTING_OF('t', `'${list}'`)} p
     where t.id = $9 and t.${owner} = $1 and t.created_at >= starts_at and t.created_at < ends_at),
  -- The scan is written with OFFSET 0, so that it reads this range of the primary key whatever the conditions
  -- are.
  examined as (
    select p.* from range cross join lateral (
      select * from postings where account_id = $1 and list = '${list}'
         and seq > greatest(first, last - ${EXAMINED_AT_MOST}) and seq <= last order by seq desc offset 0) p),
  selected as (
    select p.seq, p.amount as posted, p.balance_after, t.*
      from examined p join transfers t on t.id = p.transfer_id
     where ($5::text is null or t.kind = $5)
       and ($6::bigint is null or t.amount >= $6) and ($7::bigint is null or t.amount <= $7)
       and ($8::text is null or t.${other} = (select account_id from users where username = $8))),
  totals as (
    select count(*) as total, coalesce(sum(posted) filter (where posted > 0), 0)::bigint as credited,
           coalesce(-sum(posted) filter (where posted < 0), 0)::bigint as debited from selected)
  select totals.*, coalesce(range.last - range.first <= ${EXAMINED_AT_MOST}, true) as is_complete,
         (select ${localTime('t.created_at', '$2')} from transfers t where t.id = (
            select transfer_id from postings
             where account_id = $1 and list = '${list}' and seq = range.last - ${EXAMINED_AT_MOST} + 1))
           as examined_from,
         item.*
    from totals left join range on true
    left join lateral (
      select ${HISTORY_COLUMNS('t', 't', '$2')}
        from (select * from selected order by seq desc offset $10::bigint limit $11::int) t
        ${HISTORY_JOINS}) item on true
   order by item.seq desc`;
};

const SELECTION_TEXTS = { outgoing: selectionText('outgoing'), incoming: selectionText('incoming') };

/** One page of the movements of a selection, newest first, with the totals of all of them. */
export async function listSelection(
  database: Queryable,
  { of, accountId }: HistoryList,
  { from, to, kind, amountFrom, amountTo, account, number }: HistorySelection,
  { timeZone, ...request }: PageRequest & { readonly timeZone: string },
): Promise<HistoryPage> {
  const { rows } = await database.query<SelectionRow>({
    name: `history-selection-${of}`,
    text: SELECTION_TEXTS[of],
    values: [
      accountId,
      timeZone,
      from,
      to,
      kind,
      amountFrom === undefined ? null : toMicros(amountFrom),
      amountTo === undefined ? null : toMicros(amountTo),
      account,
      number,
      request.page * request.size,
      request.size,
    ],
  });
  const first = rows[0]!;
  const items = rows
    .filter(({ id }) => id !== null)
    .map(({ credited: _in, debited: _out, is_complete: _all, examined_from: _from, ...row }) => toItem(row));
  return {
    ...toPage(items, Number(first.total), request),
    totals: { credited: fromMicros(first.credited), debited: fromMicros(first.debited) },
    ...(first.is_complete ? {} : { examinedFrom: first.examined_from ?? '' }),
  };
}
