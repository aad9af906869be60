-- Views for outside audit: their columns are a contract. Examples are in audit-queries.sql.

create or replace view audit_postings as
  select p.transfer_id as op_id, p.account_id, p.amount::bigint as amount_micros, t.kind::text as kind, p.balance_after, t.created_at
    from postings p join transfers t on t.id = p.transfer_id;

-- Users by their names, the system's accounts by their codes.
create or replace view audit_balances as
  select a.id as account_id, coalesce(u.username, a.code) as username, a.balance as balance_micros
    from accounts a left join users u on u.account_id = a.id;

-- Of each pot: seeds and contributions equal prizes and balance.
create or replace view audit_jackpot as
  select p.tier, a.balance as balance_micros,
         coalesce(sum(x.amount::bigint) filter (where t.kind = 'ISSUE'), 0)::bigint as seeds_micros,
         coalesce(sum(x.amount::bigint) filter (where t.kind = 'JACKPOT_CONTRIBUTION'), 0)::bigint as contributions_micros,
         coalesce(-sum(x.amount::bigint) filter (where t.kind = 'JACKPOT_WIN'), 0)::bigint as prizes_micros
    from jackpot_pots p join accounts a on a.id = p.account_id
    left join postings x on x.account_id = a.id left join transfers t on t.id = x.transfer_id
   group by p.tier, a.balance;

create or replace view audit_issues as
  select i.transfer_id as op_id, t.credit_account_id as account_id, u.username, t.amount::bigint as amount_micros, t.created_at,
         i.reference, i.issued_by
    from issues i join transfers t on t.id = i.transfer_id join users u on u.account_id = t.credit_account_id;
