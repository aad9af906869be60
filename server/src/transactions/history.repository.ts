import type { HistoryItem, Page } from '@palier/shared/contracts';
import { fromMicros } from '@palier/shared/money';
import { localTime } from '../database/local-time';
import type { Queryable } from '../database/pool';

/** A movement of a history and the number of all. */
export interface HistoryRow {
  total: bigint;
  id: bigint;
  date: string;
  target_username: string;
  target_user_id: number | null;
  initiator_username: string;
  kind: string;
  amount: bigint;
  balance_after: bigint;
  /** Of a movement of a game: its title, or its code. */
  game: string | null;
}

/** The one row of a page past the last page: only the total. */
interface EmptyPageRow {
  total: bigint;
  id: null;
}

export const toItem = (row: HistoryRow): HistoryItem => ({
  id: Number(row.id),
  date: row.date,
  targetUsername: row.target_username,
  targetUserId: row.target_user_id,
  initiatorUsername: row.initiator_username,
  initiatorTransactionType: row.kind,
  amount: fromMicros(row.amount),
  balanceAfter: fromMicros(row.balance_after),
  ...(row.game === null ? {} : { game: row.game }),
});

/** Which history: what the account initiated, or what it received. */
export interface HistoryList {
  readonly of: 'outgoing' | 'incoming';
  readonly accountId: number;
}

/** The posting list of a history and the counter that numbers it densely from 1 (server/database/migrations/0001_baseline.sql). */
export const NUMBERED = {
  outgoing: { list: 'O', counter: 'initiated_count' },
  incoming: { list: 'I', counter: 'received_count' },
} as const;

/** The columns of a `HistoryRow` from a transfer `t` with its two users, and its posting. Arguments and result are SQL. */
export const HISTORY_COLUMNS = (transfer: string, posting: string, timeZone: string): string =>
  `${transfer}.id, ${localTime(`${transfer}.created_at`, timeZone)} as date,
   coalesce(target.username, nullif(split_part(${transfer}.label, ' ', 1), ''), initiator.username) as target_username,
   target.id as target_user_id, coalesce(initiator.username, 'Opérateur') as initiator_username, ${transfer}.kind, ${transfer}.amount,
   ${posting}.balance_after, ${posting}.seq, game.title as game`;
export const HISTORY_JOINS = `
  left join users initiator on initiator.account_id = t.initiator_account_id
  left join users target on target.account_id = t.target_account_id
  left join lateral (
    select coalesce(g.title, r.game_code) as title
      from transfers x cross join lateral round_of(x) r
      left join game_titles g on g.provider_code = r.provider_code and g.game_code = r.game_code
     where x.id = t.id and t.kind in ('BET', 'WIN', 'ROLLBACK', 'JACKPOT_WIN')) game on true`;

// Page p, newest first, is the range (total - (p+1)*size, total - p*size] of the numbers: no scan, however deep.
const pageText = (of: HistoryList['of']): string => {
  const { list, counter } = NUMBERED[of];
  return `select a.${counter} as total, item.* from accounts a
    left join lateral (
      select ${HISTORY_COLUMNS('t', 'p', '$4')}
        from postings p join transfers t on t.id = p.transfer_id ${HISTORY_JOINS}
       where p.account_id = a.id and p.list = '${list}'
         and p.seq <= a.${counter} - $2::bigint * $3::int and p.seq > a.${counter} - ($2::bigint + 1) * $3::int
    ) item on true
    where a.id = $1 order by item.seq desc`;
};

const PAGE_TEXTS = { outgoing: pageText('outgoing'), incoming: pageText('incoming') };

/** One page of a history, newest first; dates are local to `timeZone`. Any page costs the same. */
export async function listHistory(
  database: Queryable,
  list: HistoryList,
  page: number,
  size: number,
  timeZone: string,
): Promise<Page<HistoryItem>> {
  const { rows } = await database.query<HistoryRow | EmptyPageRow>({
    name: `history-${list.of}`,
    text: PAGE_TEXTS[list.of],
    values: [list.accountId, page, size, timeZone],
  });
  const total = Number(rows[0]?.total ?? 0n);
  return {
    data: rows.filter((row) => row.id !== null).map(toItem),
    totalElements: total,
    totalPages: Math.ceil(total / size),
    currentPage: page,
  };
}
