-- Every posting of one account, with the balance after it.
select p.kind, p.amount_micros, p.balance_after
  from audit_postings p join audit_balances b using (account_id)
 where b.username = 'client' order by p.op_id;
