import type { RoundList, RoundSummary } from '@palier/shared/contracts/rounds';
import { fromMicros } from '@palier/shared/money';
import { localTime } from '../database/local-time';
import type { Queryable } from '../database/pool';

const MAX_ROUNDS = 25;
/** Postings that one call looks at, and transactions of a round that it adds up: bound the time of a call. */
const MAX_POSTINGS = 100;
const MAX_TRANSACTIONS = 200;

type RoundRow = Omit<RoundSummary, 'stake' | 'result' | 'jackpotPrizes'> & {
  /** The number of the round's newest posting; null in the only row of a page without rounds. */
  readonly seq: bigint | null;
  /** The number of the oldest posting that the call has looked at; null where there is none. */
  readonly oldest_seq: bigint | null;
  readonly stake: bigint;
  readonly result: bigint;
  readonly prizes: bigint;
};

// A round is listed at its newest posting, which is known from the round's newest transaction with money, so
// that a round whose postings are on two pages is on one of them. No index leads from a player to rounds:
// each bet would have to write it (decision 0052). OFFSET keeps one index lookup for each transaction.
const OWN_ROUNDS_SQL = `
  with page as materialized (
    select p.seq, t from postings p join transfers t on t.id = p.transfer_id
     where p.account_id = (select account_id from users where id = $1) and p.list = 'O'
       and p.seq < (select $2::bigint)
     order by p.seq desc limit ${MAX_POSTINGS}),
  listed as (
    select page.seq, (page.t).id::float8 as number, ${localTime('r.opened_at', '$3')} as date,
           r.provider_code as "providerCode", r.game_code as "gameCode", g.title as "gameTitle",
           r.round_id as "roundId", r.state, steps.stake, steps.result, steps.prizes, steps."isComplete"
      from page cross join lateral round_of(page.t) r
      left join game_titles g on g.provider_code = r.provider_code and g.game_code = r.game_code
      cross join lateral (
        with recursive step as (
          select p.first_seq, p.posting_count, p.previous_transaction_id, 1 as place,
                 p.posting_count > 0 as has_moved
            from provider_transactions p
           where p.provider_code = r.provider_code and p.transaction_id = r.last_transaction_id
          union all
          select p.first_seq, p.posting_count, p.previous_transaction_id, s.place + 1,
                 s.has_moved or p.posting_count > 0
            from step s cross join lateral (
              select * from provider_transactions
               where provider_code = r.provider_code and transaction_id = s.previous_transaction_id
              offset 0) p
           where s.place < ${MAX_TRANSACTIONS} or not s.has_moved)
        select max(m.seq) as newest_seq,
               coalesce(-sum(m.amount) filter (where m.amount < 0), 0)::bigint as stake,
               coalesce(sum(m.amount), 0)::bigint as result,
               coalesce(sum(m.amount) filter (where m.kind = 'JACKPOT_WIN'), 0)::bigint as prizes,
               bool_or(s.previous_transaction_id is null) as "isComplete"
          from step s
          left join lateral (
            select p.seq, p.amount, t.kind from postings p join transfers t on t.id = p.transfer_id
             where p.account_id = r.player_account_id and p.list = 'O' and p.seq >= s.first_seq
               and p.seq < s.first_seq + s.posting_count offset 0) m on true) steps
     where steps.newest_seq = page.seq
     order by page.seq desc limit ${MAX_ROUNDS})
  select looked_at.oldest_seq, listed.*
    from (select min(seq) as oldest_seq from page) looked_at left join listed on true
   order by listed.seq desc`;

/**
 * The rounds of a player, the newest movement first; `before` is the place of the page, as the page before
 * gave it. A page of rounds with very many stakes has fewer rounds than the others.
 */
export async function listOwnRounds(
  database: Queryable,
  userId: number,
  before: number | null,
  timeZone: string,
): Promise<RoundList> {
  const { rows } = await database.query<RoundRow>({
    name: 'own-rounds',
    text: OWN_ROUNDS_SQL,
    values: [userId, before ?? Number.MAX_SAFE_INTEGER, timeZone],
  });
  const listed = rows.filter(({ seq }) => seq !== null);
  const lastRead = listed.length === MAX_ROUNDS ? listed.at(-1)!.seq : rows[0]?.oldest_seq;
  // The postings of the list are numbered from 1 without gaps.
  const next = Number(lastRead ?? 1n);
  return {
    rounds: listed.map(({ seq: _seq, oldest_seq: _oldest, stake, result, prizes, ...round }) => ({
      ...round,
      stake: fromMicros(stake),
      result: fromMicros(result),
      jackpotPrizes: fromMicros(prizes),
    })),
    before: next > 1 ? next : null,
  };
}
