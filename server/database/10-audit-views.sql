-- Views for outside audit: their columns are a contract. Examples are in audit-queries.sql.

create or replace view audit_postings as
  select p.transfer_id as op_id, p.account_id, p.amount::bigint as amount_micros, t.kind::text as kind,
         p.balance_after, t.created_at
    from postings p join transfers t on t.id = p.transfer_id;

-- Users by their names, the system's accounts by their codes.
create or replace view audit_balances as
  select a.id as account_id, coalesce(u.username, a.code) as username, a.balance as balance_micros
    from accounts a left join users u on u.account_id = a.id;

-- Of each pot: seeds and contributions equal prizes and balance.
create or replace view audit_jackpot as
  select p.tier, a.balance as balance_micros,
         coalesce(sum(x.amount::bigint) filter (where t.kind = 'ISSUE'), 0)::bigint as seeds_micros,
         coalesce(sum(x.amount::bigint) filter (where t.kind = 'JACKPOT_CONTRIBUTION'), 0)::bigint
           as contributions_micros,
         coalesce(-sum(x.amount::bigint) filter (where t.kind = 'JACKPOT_WIN'), 0)::bigint as prizes_micros
    from jackpot_pots p join accounts a on a.id = p.account_id
    left join postings x on x.account_id = a.id left join transfers t on t.id = x.transfer_id
   group by p.tier, a.balance;

-- Money issued to capos, and their repayments with an amount below zero.
create or replace view audit_issues as
  select i.transfer_id as op_id, u.account_id, u.username,
         case t.kind when 'REPAYMENT' then -t.amount::bigint else t.amount::bigint end as amount_micros,
         t.created_at, i.reference, i.issued_by
    from issues i join transfers t on t.id = i.transfer_id
    join users u on u.account_id in (t.credit_account_id, t.debit_account_id);

-- Deposits that their agents took back.
create or replace view audit_reversals as
  select r.transfer_id as op_id, r.reversed_transfer_id as reversed_op_id, d.username as debited,
         u.username as credited,
         t.amount::bigint as amount_micros, t.created_at
    from reversals r join transfers t on t.id = r.transfer_id
    join users d on d.account_id = t.debit_account_id join users u on u.account_id = t.credit_account_id;

-- Corrections of agents' transfers: who paid back and who was paid back.
create or replace view audit_corrections as
  select c.transfer_id as op_id, c.corrected_transfer_id as corrected_op_id, d.username as debited,
         u.username as credited,
         t.amount::bigint as amount_micros, t.created_at, c.reference, c.reason, c.corrected_by
    from corrections c join transfers t on t.id = c.transfer_id
    join users d on d.account_id = t.debit_account_id join users u on u.account_id = t.credit_account_id;
