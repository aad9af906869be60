-- All postings sum to zero, and every balance is the sum of its postings.
select sum(amount_micros) as sum_of_all_postings,
       (select count(*) from audit_balances b where balance_micros <>
         (select coalesce(sum(amount_micros), 0) from audit_postings p where p.account_id = b.account_id)) as wrong_balances
  from audit_postings;
