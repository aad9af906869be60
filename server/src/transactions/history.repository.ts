import type { HistoryItem, Page } from '@palier/shared/contracts';
import { fromMicros } from '@palier/shared/money';
import { localTime } from '../database/local-time';
import { toPage, type PageRequest } from '../database/page';
import type { Queryable } from '../database/pool';

/**
 * A movement of a history as `HISTORY_COLUMNS` selects it, and the number of all; on a page past the last
 * page only that number.
 */
export interface HistoryRow extends Omit<
  HistoryItem,
  'amount' | 'balanceAfter' | 'targetBalanceAfter' | keyof Optional
> {
  readonly total: bigint;
  readonly seq: bigint;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  readonly targetBalanceAfter?: bigint | null;
  /** Without the fields that do not apply. */
  readonly optional: Optional;
}

type Optional = Pick<HistoryItem, 'game' | 'note' | 'request' | 'reverses' | 'reversedBy' | 'isReversible'>;

export const toItem = ({
  total: _total,
  seq: _seq,
  amount,
  balanceAfter,
  targetBalanceAfter,
  optional,
  ...item
}: HistoryRow): HistoryItem => ({
  ...item,
  amount: fromMicros(amount),
  balanceAfter: fromMicros(balanceAfter),
  targetBalanceAfter: targetBalanceAfter == null ? undefined : fromMicros(targetBalanceAfter),
  ...optional,
});

/** Which history: what the account initiated, or what it received. */
export interface HistoryList {
  readonly of: 'outgoing' | 'incoming';
  readonly accountId: number;
}

/**
 * The posting list of a history, the counter that numbers it densely from 1
 * (server/database/migrations/0001_baseline.sql), and the columns of a transfer for the history's account and
 * for the other one.
 */
export const POSTING_LISTS = {
  outgoing: {
    list: 'O',
    counter: 'initiated_count',
    owner: 'initiator_account_id',
    other: 'target_account_id',
  },
  incoming: {
    list: 'I',
    counter: 'received_count',
    owner: 'target_account_id',
    other: 'initiator_account_id',
  },
} as const;

/**
 * The columns of a `HistoryRow` from a transfer `t` with its two users, and its posting. Arguments and result
 * are SQL.
 */
export const HISTORY_COLUMNS = (transfer: string, posting: string, timeZone: string): string =>
  `${transfer}.id::float8 as id, ${localTime(`${transfer}.created_at`, timeZone)} as date,
   coalesce(target.username, nullif(split_part(${transfer}.label, ' ', 1), ''), initiator.username)
     as "targetUsername",
   target.id as "targetUserId", coalesce(initiator.username, 'Opérateur') as "initiatorUsername",
   ${transfer}.kind as "initiatorTransactionType", ${transfer}.amount,
   ${posting}.balance_after as "balanceAfter", ${posting}.seq,
   -- The game is its title, or else its code.
   json_strip_nulls(json_build_object(
     'game', game.title, 'note', (select note from transfer_notes where transfer_id = ${transfer}.id),
     'request', (select id from balance_requests where transfer_id = ${transfer}.id),
     'reverses', (select reversed_transfer_id from reversals where transfer_id = ${transfer}.id),
     'reversedBy', (select transfer_id from reversals where reversed_transfer_id = ${transfer}.id),
     'isReversible', nullif(is_reversible(${transfer}.kind, ${transfer}.created_at)
       and not exists (select from reversals where reversed_transfer_id = ${transfer}.id)
       and not exists (select from corrections where corrected_transfer_id = ${transfer}.id), false)))
         as optional`;
export const HISTORY_JOINS = `
  left join users initiator on initiator.account_id = t.initiator_account_id
  left join users target on target.account_id = t.target_account_id
  left join lateral (
    select coalesce(g.title, r.game_code) as title
      from transfers x cross join lateral round_of(x) r
      left join game_titles g on g.provider_code = r.provider_code and g.game_code = r.game_code
     -- With OFFSET 0 PostgreSQL checks the kind before it looks for the round.
     where x.id = t.id and t.kind in ('BET', 'WIN', 'ROLLBACK', 'JACKPOT_WIN') offset 0) game on true`;

/**
 * SQL for the posting of the row `transfer` in `list`, an expression of SQL, of account $1. The list must
 * have it. OFFSET 0 keeps the planner from reading the whole list.
 */
export const POSTING_OF = (transfer: string, list: string): string => `(
    select * from postings where account_id = $1 and list = ${list}
       and seq = posting_number($1, ${list}, ${transfer}.id) offset 0)`;

// Page p, newest first, is the range (total - (p+1)*size, total - p*size] of the numbers: no scan, however
// deep. OFFSET 0 keeps the planner from joining the whole list first, which it does without statistics.
const pageText = (of: HistoryList['of']): string => {
  const { list, counter } = POSTING_LISTS[of];
  return `select a.${counter} as total, item.* from accounts a
    left join lateral (
      select ${HISTORY_COLUMNS('t', 'p', '$4')}
        from (select * from postings where account_id = a.id and list = '${list}'
                 and seq <= a.${counter} - $2::bigint * $3::int
                 and seq > a.${counter} - ($2::bigint + 1) * $3::int offset 0) p
        join transfers t on t.id = p.transfer_id ${HISTORY_JOINS}
    ) item on true
    where a.id = $1 order by item.seq desc`;
};

const PAGE_TEXTS = { outgoing: pageText('outgoing'), incoming: pageText('incoming') };

/** One page of a history, newest first; dates are local to `timeZone`. Any page costs the same. */
export async function listHistory(
  database: Queryable,
  list: HistoryList,
  page: PageRequest,
  timeZone: string,
): Promise<Page<HistoryItem>> {
  const { rows } = await database.query<HistoryRow>({
    name: `history-${list.of}`,
    text: PAGE_TEXTS[list.of],
    values: [list.accountId, page.page, page.size, timeZone],
  });
  const items = rows.filter((row) => row.id !== null).map(toItem);
  return toPage(items, Number(rows[0]?.total ?? 0n), page);
}

const MOVEMENT_SQL = `
  with movement as (
    select t.*, case when t.initiator_account_id = $1 then 'O' else 'I' end::posting_list as list
      from transfers t where t.id = $2 and $1 in (t.initiator_account_id, t.target_account_id))
  select ${HISTORY_COLUMNS('t', 'p', '$3')},
         -- The agent paid a direct sub-account, whose history the agent reads as well.
         case when t.list = 'O' then
           (select balance_after from postings where account_id = t.target_account_id and list = 'I'
               and seq = posting_number(t.target_account_id, 'I', t.id) and transfer_id = t.id)
         end as "targetBalanceAfter"
    from movement t cross join lateral ${POSTING_OF('t', 't.list')} p ${HISTORY_JOINS}`;

/**
 * A movement that the account initiated or received, as its history shows it, for its agent with the balance
 * of the other account; null for any other.
 */
export async function findMovement(
  database: Queryable,
  accountId: number,
  id: number,
  timeZone: string,
): Promise<HistoryItem | null> {
  const { rows } = await database.query<HistoryRow>({
    name: 'movement',
    text: MOVEMENT_SQL,
    values: [accountId, id, timeZone],
  });
  return rows[0] === undefined ? null : toItem(rows[0]);
}
