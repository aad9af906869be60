-- Queries for auditors and operators, over the views of 10-audit-views.sql. Amounts are micro-dinars (1 TND =
-- 1 000 000). server/test/api/ledger.test.ts runs each of them.

-- All postings sum to zero, and every balance is the sum of its postings.
select sum(amount_micros) as sum_of_all_postings,
       (select count(*) from audit_balances b where balance_micros <>
         (select coalesce(sum(amount_micros), 0) from audit_postings p where p.account_id = b.account_id))
           as wrong_balances
  from audit_postings;

-- The balances of users, pots, houses and the issue account: how much was issued, and where the money is.
select username, balance_micros from audit_balances where balance_micros <> 0
  order by balance_micros desc, username;

-- Seeds and contributions of each pot equal its prizes and balance.
select tier, seeds_micros, contributions_micros, prizes_micros, balance_micros from audit_jackpot
  order by tier;

-- Every posting of one account, with the balance after it.
select p.kind, p.amount_micros, p.balance_after
  from audit_postings p join audit_balances b using (account_id)
 where b.username = 'client' order by p.op_id;
