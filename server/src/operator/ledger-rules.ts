import { PERIOD_TOTALS } from '../reports/network/network.repository';

/** The rules of the ledger, each with a query that returns the rows that break it. */
export const LEDGER_RULES: Readonly<Record<string, string>> = {
  'the postings of a transfer are its two sides and sum to zero': `
    select t.id::text as row from transfers t left join postings p on p.transfer_id = t.id group by t.id
    having count(p.*) <> 2 or sum(p.amount) <> 0
        or bool_or(p.account_id = t.debit_account_id and p.amount <> -t.amount)
        or bool_or(p.account_id = t.credit_account_id and p.amount <> t.amount)
        or bool_or(p.account_id not in (t.debit_account_id, t.credit_account_id)) order by t.id`,
  'every posting belongs to a transfer': `
    select p.account_id || '/' || p.seq as row from postings p
    where not exists (select from transfers t where t.id = p.transfer_id)`,
  'each posting carries the balance after it': `
    select account_id || '/' || transfer_id as row from (
      select account_id, transfer_id, balance_after,
             sum(amount) over (partition by account_id order by transfer_id) as counted
        from postings) x
    where balance_after <> counted`,
  'every list of an account is numbered from 1 without a gap, in the order of its transfers': `
    select concat_ws('/', account_id, list, seq) as row from (
      select account_id, list, seq,
             row_number() over (partition by account_id, list order by transfer_id) as number
        from postings) x
    where seq <> number`,
  'a posting is in the list of what its account initiated, received or neither': `
    select concat_ws('/', p.account_id, p.list, p.seq) as row from postings p
      join transfers t on t.id = p.transfer_id
    where p.list <> (case p.account_id when t.initiator_account_id then 'O'
                                       when t.target_account_id then 'I' else 'S' end)::"char"`,
  'who initiated or received a transfer is one of its two sides': `
    select id::text as row from transfers
    where initiator_account_id not in (debit_account_id, credit_account_id)
       or target_account_id not in (debit_account_id, credit_account_id) order by id`,
  'money goes from whom to whom its kind says: parent and sub-account, or house, player and pot': `
    select t.id::text as row from transfers t
     join accounts d on d.id = t.debit_account_id join accounts c on c.id = t.credit_account_id
     left join users payer on payer.account_id = d.id left join users payee on payee.account_id = c.id
    where not coalesce(case
      when t.kind in ('DEPOSIT', 'USER_CREATION', 'WITHDRAWAL_CORRECTION')
        then (payee.parent_id, t.initiator_account_id, t.target_account_id) = (payer.id, d.id, c.id)
      when t.kind in ('WITHDRAWAL', 'DEPOSIT_CORRECTION', 'REVERSAL')
        then (payer.parent_id, t.initiator_account_id, t.target_account_id) = (payee.id, c.id, d.id)
      else (t.kind, d.kind, c.kind) in (
        ('ISSUE', 'ISSUE', 'USER'), ('ISSUE', 'ISSUE', 'JACKPOT'), ('REPAYMENT', 'USER', 'ISSUE'),
        ('BET', 'USER', 'HOUSE'), ('WIN', 'HOUSE', 'USER'), ('ROLLBACK', 'HOUSE', 'USER'),
        ('JACKPOT_CONTRIBUTION', 'HOUSE', 'JACKPOT'), ('JACKPOT_WIN', 'JACKPOT', 'USER'),
        ('RESERVATION', 'USER', 'RESERVE'), ('RELEASE', 'RESERVE', 'USER'))
        and (t.kind in ('ISSUE', 'REPAYMENT', 'RESERVATION', 'RELEASE')
             or concat(case when t.kind like 'JACKPOT%' then 'jackpot:' else 'house:' end,
                       split_part(t.label, ' ', 1)) in (d.code, c.code)) end, false)
    order by t.id`,
  'an account holds the sum of its postings': `
    select a.code as row from accounts a left join postings p on p.account_id = a.id group by a.id
    having a.balance <> coalesce(sum(p.amount), 0) or a.posting_count <> count(p.*)
        or a.initiated_count <> count(*) filter (where p.list = 'O')
        or a.received_count <> count(*) filter (where p.list = 'I')
    order by a.id`,
  'running totals equal a recount': `
    select id::text as row from (
      select id, initiated_in_after, initiated_out_after,
             sum(case when kind in ('DEPOSIT', 'USER_CREATION', 'WITHDRAWAL_CORRECTION') then amount
                 else 0 end) over w as i,
             sum(case when kind in ('WITHDRAWAL', 'DEPOSIT_CORRECTION', 'REVERSAL') then amount
                 else 0 end) over w as o
        from transfers where initiator_account_id is not null
      window w as (partition by initiator_account_id order by id)) x
    where initiated_in_after <> i or initiated_out_after <> o
    union all select id::text from transfers
    where initiator_account_id is null and (initiated_in_after, initiated_out_after) <> (0, 0)
    union all select a.code from accounts a left join lateral (
      select initiated_in_after i, initiated_out_after o from transfers where initiator_account_id = a.id
        order by created_at desc, id desc limit 1) t on true
    where (a.initiated_in, a.initiated_out) <> (coalesce(t.i, 0), coalesce(t.o, 0))`,
  'what games have brought an account equals a recount': `
    select a.code as row from accounts a left join (
      select p.account_id, sum(p.amount) as counted from postings p join transfers t on t.id = p.transfer_id
       where p.list = 'O' and t.kind not in ('DEPOSIT', 'WITHDRAWAL', 'USER_CREATION', 'DEPOSIT_CORRECTION',
                                             'WITHDRAWAL_CORRECTION', 'REVERSAL')
       group by p.account_id) p on p.account_id = a.id
    where a.net_play <> coalesce(p.counted, 0) order by a.id`,
  // Materialized, so that postings and transfers are joined once for both parts, and not once for each
  // account.
  'an account is never moved back in time': `
    with moves as materialized (
      select p.account_id, t.id, t.created_at from postings p join transfers t on t.id = p.transfer_id)
    select code as row from accounts a left join (
      select account_id, max(created_at) as last from moves group by account_id) m on m.account_id = a.id
    where a.last_moved_at is distinct from coalesce(m.last, '-infinity')
    union all select id::text from (
      select id, created_at, lag(created_at) over (partition by account_id order by id) as before
        from moves) x
    where created_at < before`,
  // lock_accounts dates no movement before the last one of its accounts, so a future date spreads to later
  // movements.
  'no account was moved at a time that is yet to come': `
    select code as row from accounts
    where isfinite(last_moved_at) and last_moved_at > now() + interval '1 minute' order by id`,
  'no user is below zero, nor may be': `
    select code as row from accounts where kind in ('USER', 'JACKPOT', 'RESERVE')
     and least(balance, least_balance) < 0`,
  'the sub-accounts of each parent are counted, and numbered without a gap in the order they were made': `
    select username as row from (
      select username, parent_id, child_seq, row_number() over (partition by parent_id order by id) as number
        from users) x
    where child_seq is distinct from case when parent_id is not null then number end
    union all select username from users p left join (
      select parent_id, count(*) as counted from users group by parent_id) c on c.parent_id = p.id
    where p.child_count <> coalesce(c.counted, 0)`,
  'money is issued to a user or repaid by the order of an operator, and each order has moved money': `
    select coalesce(i.transfer_id, t.id)::text as row from issues i full join (
      select t.id from transfers t join users u on u.account_id in (t.credit_account_id, t.debit_account_id)
       where t.kind in ('ISSUE', 'REPAYMENT')) t on t.id = i.transfer_id
    where i.transfer_id is null or t.id is null`,
  'an agent’s transfer is corrected by the order of an operator, the way it came and up to its amount': `
    select coalesce(o.transfer_id, c.id)::text as row from corrections o
      full join (select * from transfers where kind in ('DEPOSIT_CORRECTION', 'WITHDRAWAL_CORRECTION')) c
        on c.id = o.transfer_id
      left join transfers t on t.id = o.corrected_transfer_id
     where (t.id < c.id and (t.debit_account_id, t.credit_account_id, t.initiator_account_id,
                             t.target_account_id)
              = (c.credit_account_id, c.debit_account_id, c.initiator_account_id, c.target_account_id)
            and case c.kind when 'DEPOSIT_CORRECTION' then t.kind in ('DEPOSIT', 'USER_CREATION')
                            else t.kind = 'WITHDRAWAL' end) is not true
    union all select t.id::text from corrections o join transfers c on c.id = o.transfer_id
      join transfers t on t.id = o.corrected_transfer_id
     group by t.id having sum(c.amount) > t.amount`,
  'a reversal takes one deposit back, whole and the way it came, and the deposit is not corrected as well': `
    select coalesce(o.transfer_id, r.id)::text as row from reversals o
     full join (select * from transfers where kind = 'REVERSAL') r on r.id = o.transfer_id
     left join transfers t on t.id = o.reversed_transfer_id
    where (t.id < r.id and t.kind = 'DEPOSIT'
           and not exists (select from corrections where corrected_transfer_id = t.id)
           and (t.amount, t.debit_account_id, t.credit_account_id, t.initiator_account_id,
                t.target_account_id)
             = (r.amount, r.credit_account_id, r.debit_account_id, r.initiator_account_id,
                r.target_account_id)) is not true`,
  'a note belongs to a deposit or withdrawal': `
    select transfer_id::text as row from transfer_notes n left join transfers t on t.id = n.transfer_id
    where (t.kind in ('DEPOSIT', 'WITHDRAWAL')) is not true`,
  'requests: what is reserved belongs to one request, and goes back when the request is closed': `
    select coalesce(r.id::text, 'transfer ' || t.id) as row from (
      select id, reservation_id as transfer_id, 'RESERVATION' as kind, amount, user_id, kind as asked,
             (status = 'OPEN') = (release_id is null) as is_complete
        from balance_requests where reservation_id is not null
      union all
      select id, release_id, 'RELEASE', amount, user_id, kind,
             status <> 'OPEN' and reservation_id < release_id
        from balance_requests where release_id is not null) r
      full join (select * from transfers where kind in ('RESERVATION', 'RELEASE')) t on t.id = r.transfer_id
      left join users u on u.id = r.user_id
      left join reserves v on v.user_account_id = u.account_id
     where (r.is_complete and r.asked = 'WITHDRAWAL' and (t.kind, t.amount) = (r.kind, r.amount)
            and t.initiator_account_id is null
            and (t.debit_account_id, t.credit_account_id) = case r.kind
              when 'RESERVATION' then (u.account_id, v.account_id)
              else (v.account_id, u.account_id) end) is not true`,
  'requests: a reserve holds the sums of its player’s open requests': `
    select a.code as row from accounts a
      left join reserves v on v.account_id = a.id left join users u on u.account_id = v.user_account_id
      left join (select user_id, sum(amount) as amount from balance_requests
                  where status = 'OPEN' and reservation_id is not null group by user_id) r on r.user_id = u.id
     where a.kind = 'RESERVE' and (u.id is null or a.balance <> coalesce(r.amount, 0))`,
  'requests: a paid request was paid by its parent, once, by its amount': `
    select r.id::text as row from balance_requests r
      join users asker on asker.id = r.user_id join users parent on parent.id = r.parent_id
      left join transfers t on t.id = r.transfer_id
     where r.parent_id is distinct from asker.parent_id or r.status = 'PAID'
       and (t.kind, t.amount, t.initiator_account_id, t.target_account_id)
         is distinct from (r.kind, r.amount, parent.account_id, asker.account_id)`,
  'requests: the answers of a parent are counted with the time that was waited': `
    select id::text as row from (
      select *, row_number() over w as number,
             sum((extract(epoch from greatest(closed_at - created_at, interval '0')) * 1000)::bigint) over w
               as counted
        from balance_requests where status in ('PAID', 'REFUSED', 'EXPIRED')
      window w as (partition by parent_id order by closed_at, answer_count)) r
    where (answer_count, waited_ms) is distinct from (number, counted)
    union all select id::text from balance_requests
    where status in ('OPEN', 'WITHDRAWN') and (answer_count is not null or waited_ms is not null)`,
  'jackpots: seeds and contributions equal prizes and pots': `
    select tier as row from audit_jackpot
    where seeds_micros + contributions_micros <> prizes_micros + balance_micros`,
  'jackpots: contributions equal those of the stakes': `
    select 'all pots' as row where (select coalesce(sum(contribution_micros), 0) from provider_transactions)
    <> (select coalesce(sum(amount), 0) from transfers where kind = 'JACKPOT_CONTRIBUTION')`,
  'jackpots: every ended draw was committed to and won': `
    select d.id::text as row from jackpot_draws d left join jackpot_wins w on w.draw_id = d.id
    where d.ended_at is not null and (w.id is null or w.prize_micros < d.ceiling_micros or
      d.commitment <> jackpot_commitment(d.tier, d.number, d.ceiling_micros, d.salt))`,
  'jackpots: each pot has one running draw, committed to, with a ceiling above the pot': `
    select tier as row from jackpot_pots p join accounts a on a.id = p.account_id
      left join jackpot_secrets s using (tier)
      left join jackpot_draws d using (tier) where d.ended_at is null
       and ((d.number = s.number and s.ceiling_micros > a.balance
             and d.commitment = jackpot_commitment(tier, s.number, s.ceiling_micros, s.salt)) is not true)
    union all select tier from jackpot_pots
    where tier not in (select tier from jackpot_draws where ended_at is null)`,
  'jackpots: each change of a parameter begins with the value before it, and the last is in force': `
    select concat_ws(' ', tier, parameter) as row from (
      select *, lead(old_value) over (partition by tier, parameter order by id) as next_value
        from jackpot_changes) c join jackpot_pots p using (tier)
    where new_value <> coalesce(next_value, case parameter
      when 'rate' then rate_thousandths when 'seed' then seed_micros
      when 'ceiling-min' then ceiling_min_micros else ceiling_max_micros end)`,
  // By the number of the draw and not by date, because clocks of processes differ.
  'jackpots: a win shows its winner the prize that was paid': `
    select tier || ' ' || number as row from (
      select *, row_number() over (partition by tier order by id) as number from jackpot_wins) w full join (
      select split_part(label, ' ', 1) as tier, amount, credit_account_id,
             row_number() over (partition by split_part(label, ' ', 1) order by id) as number
        from transfers where kind = 'JACKPOT_WIN') t using (tier, number)
      left join users u on u.id = w.user_id
    where (w.prize_micros, u.account_id) is distinct from (t.amount::bigint, t.credit_account_id)`,
  // Each table is read once, however many providers there are.
  'games: rounds and provider transactions equal the standing stakes and the wins posted': `
    select h.provider as row from (
      select substr(a.code, 7) as provider, coalesce(t.bets, 0) as bets, coalesce(t.wins, 0) as wins
        from accounts a left join (
        select case kind when 'BET' then credit_account_id else debit_account_id end as id,
               sum(case kind when 'BET' then amount when 'ROLLBACK' then -amount else 0 end) as bets,
               sum(case kind when 'WIN' then amount else 0 end) as wins
          from transfers where kind in ('BET', 'ROLLBACK', 'WIN') group by 1) t using (id)
       where a.kind = 'HOUSE') h
      left join (select provider_code as provider, sum(bet_micros) as bets, sum(win_micros) as wins
                   from rounds group by 1) r using (provider)
      left join (select provider_code as provider, sum(bet_micros) as bets, sum(win_micros) as wins
                   from provider_transactions
                  where answer->'ok' = 'true' group by 1) p using (provider)
    where (h.bets, h.wins) <> (coalesce(r.bets, 0), coalesce(r.wins, 0))
      or (h.bets, h.wins) <> (coalesce(p.bets, 0), coalesce(p.wins, 0))`,
  'games: a round holds its stakes that stand, and its wins': `
    select concat_ws('/', r.provider_code, r.round_id, r.player_account_id) as row from rounds r left join (
      select provider_code, round_id, player_account_id, count(*) filter (where is_stake) as stakes,
             sum(bet_micros) as bets, sum(win_micros) as wins
        from provider_transactions where answer->'ok' = 'true'
       group by provider_code, round_id, player_account_id) p
     using (provider_code, round_id, player_account_id)
    where (r.stake_count, r.bet_micros, r.win_micros) <> (coalesce(p.stakes, 0), coalesce(p.bets, 0),
                                                          coalesce(p.wins, 0))`,
  'network: the totals of each day equal a recount of the transfers': `
    select coalesce(d.day, c.day)::text || ' user ' || coalesce(d.user_id, c.user_id) as row
    from network_days d full join (
      select c.user_id, c.day, c.has_staked,
             ${PERIOD_TOTALS.map((name) => `sum(c.${name}) over w as ${name}`).join(', ')}
        from network_progress p cross join lateral sum_network(0, p.counted_id, p.zone) c where p.zone <> ''
      window w as (partition by c.user_id order by c.day)) c using (user_id, day)
    where (${PERIOD_TOTALS.map((name) => `d.${name}`).join(', ')}, d.has_staked)
        is distinct from (${PERIOD_TOTALS.map((name) => `c.${name}`).join(', ')}, c.has_staked)
      and exists (select from network_progress where zone <> '')
    order by coalesce(d.day, c.day), coalesce(d.user_id, c.user_id)`,
  'network: the days on which a player staked equal a recount': `
    select player_id || ' in ' || year as row from (
      select user_id as player_id, extract(year from day)::int as year,
             bit_or(days_of_year(extract(year from day)::int, day, day)) as days
        from network_days where has_staked group by 1, 2) d
    full join network_players p using (player_id, year)
    where (p.parent_id, p.days) is distinct from ((select parent_id from users where id = player_id), d.days)
      and exists (select from network_progress where zone <> '')`,
  'games: each transfer of a player names its round and belongs to one transaction of it': `
    select concat_ws('/', player, seq) as row from (
      select player_account_id as player, first_seq + n as seq, concat(provider_code, ' ', round_id) as label
        from provider_transactions cross join generate_series(0, posting_count - 1) n) x full join (
      select p.account_id as player, p.seq,
             case t.kind when 'JACKPOT_WIN' then substr(label, strpos(label, ' ') + 1) else label end as label
        from transfers t join postings p on p.transfer_id = t.id and p.account_id = t.initiator_account_id
       where t.kind in ('BET', 'WIN', 'ROLLBACK', 'JACKPOT_WIN')) t using (player, seq)
    where x.label is distinct from t.label`,
  'games: the transactions that moved money are listed in their rounds': `
    select concat_ws('/', provider_code, transaction_id) as row from provider_transactions p left join (
     select provider_code, last_transaction_id as transaction_id, round_id, player_account_id from rounds
     union all select provider_code, previous_transaction_id, round_id, player_account_id
       from provider_transactions) listed
    using (provider_code, transaction_id, round_id, player_account_id)
    where posting_count > 0 and listed.round_id is null`,
  'the journal of an account has the entries that were written, unchanged': `
    select user_id::text as row from journal_checksums full join (
      select user_id, bit_xor(journal_entry_hash(e)) as counted from journal_entries e
        group by user_id) e using (user_id)
    where coalesce(checksum, 0) <> coalesce(counted, 0) order by user_id`,
};
