-- A capo with 1 000 TND, a super admin, an admin and a client below it, and an afternoon of movements.
select create_capo('capo', '');
insert into issues (transfer_id, issued_by)
  select (post_as_owner(jsonb_build_array(jsonb_build_object('kind', 'ISSUE', 'amount', 1000000000,
    'debit_account_id', (select id from accounts where code = 'issue'),
    'credit_account_id', (select account_id from users where username = 'capo'))),
    '2026-01-05 09:00+01')->0->>'transferId')::bigint, 'example';
select register_user_at((select id from users where username = 'capo'), 'superadmin', '', 'ROLE_SUPER_ADMIN',
                        500000000, null, null, '2026-01-05 10:00+01');
select register_user_at((select id from users where username = 'superadmin'), 'admin', '', 'ROLE_ADMIN',
                        200000000, null, null, '2026-01-05 10:05+01');
select register_user_at((select id from users where username = 'admin'), 'client', '', 'ROLE_CLIENT',
                        12500000, null, null, '2026-01-05 10:10+01');
-- One batch: the withdrawal of 90 TND is refused, its neighbours are not. An hour later the client has some
-- of it back.
create temporary view agent_transfer as
  select jsonb_build_object('initiator_account_id', a.account_id, 'target_account_id', c.account_id) as sides,
         jsonb_build_object('kind', 'DEPOSIT', 'debit_account_id', a.account_id,
                            'credit_account_id', c.account_id) as deposit,
         jsonb_build_object('kind', 'WITHDRAWAL', 'debit_account_id', c.account_id,
                            'credit_account_id', a.account_id) as withdrawal
    from users a, users c where a.username = 'admin' and c.username = 'client';
select post_as_owner(jsonb_build_array(deposit || sides || '{"amount": 50000000}',
                                       withdrawal || sides || '{"amount": 90000000}',
                                       withdrawal || sides || '{"amount": 20000000}'),
                     '2026-01-05 15:00+01') from agent_transfer;
select post_as_owner(jsonb_build_array(deposit || sides || '{"amount": 5000000}'), '2026-01-05 16:00+01')
  from agent_transfer;
drop view agent_transfer;
