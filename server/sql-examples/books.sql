-- A capo with 1 000 TND, a super admin, an admin and a client below it, and an afternoon of movements.
select create_capo('capo', '') is not null as done;
select ledger_apply_at(jsonb_build_array(jsonb_build_object('kind', 'ISSUE',
  'debit', (select id from accounts where code = 'issue'), 'credit', (select account_id from users where username = 'capo'),
  'amount', 1000000000)), '2026-01-05 09:00+01') is not null as done;
select register_user_at((select id from users where username = 'capo'), 'superadmin', '', 'ROLE_SUPER_ADMIN', 500000000, null, null, '2026-01-05 10:00+01') is not null as done;
select register_user_at((select id from users where username = 'superadmin'), 'admin', '', 'ROLE_ADMIN', 200000000, null, null, '2026-01-05 10:05+01') is not null as done;
select register_user_at((select id from users where username = 'admin'), 'client', '', 'ROLE_CLIENT', 12500000, null, null, '2026-01-05 10:10+01') is not null as done;
-- One batch: the second withdrawal is refused, its neighbours are not.
select ledger_apply_at(jsonb_agg(jsonb_build_object('kind', kind, 'initiator', a.account_id, 'parent', a.id, 'receiver', 'client', 'amount', amount) order by n),
  '2026-01-05 15:00+01') is not null as done
  from users a, (values (1, 'DEPOSIT', 50000000), (2, 'WITHDRAWAL', 90000000), (3, 'WITHDRAWAL', 20000000)) x (n, kind, amount)
 where a.username = 'admin';
-- An hour later the client has some of it back.
select ledger_apply_at(jsonb_build_array(jsonb_build_object('kind', 'DEPOSIT', 'initiator', a.account_id, 'parent', a.id, 'receiver', 'client', 'amount', 5000000)),
  '2026-01-05 16:00+01') is not null as done from users a where a.username = 'admin';
