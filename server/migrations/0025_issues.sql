-- Up Migration

-- Who issued money, and the reference under which it is issued once: a command repeated because its answer was lost issued
-- twice, and nothing told by whom. When, to whom and how much is in the transfer itself.
create table issues (
  transfer_id bigint primary key,
  reference text unique check (reference <> ''),
  issued_by text not null check (issued_by <> '')
);
create trigger issues_append_only before update or delete or truncate on issues
  for each statement execute function refuse_change();

-- For outside audit (design §3).
create view audit_issues as
  select i.transfer_id as op_id, t.credit_account_id as account_id, u.username, t.amount::bigint as amount_micros, t.created_at,
         i.reference, i.issued_by
    from issues i join transfers t on t.id = i.transfer_id join users u on u.account_id = t.credit_account_id;

-- Issues money to the account of a capo, once for each reference. Without one, the same amount to the same capo within twelve
-- hours counts as the same order given twice. The issue's op_id, and whether it is new; no row where the capo's balance has no
-- room for it. Operators only (npm run admin).
create function issue_money(capo int, micros bigint, author text, of_reference text) returns table (op_id bigint, is_new boolean)
language plpgsql set search_path = public, pg_temp as $$
declare
  result jsonb;
begin
  -- One after another: each finds what the one before it has issued.
  lock table issues in share row exclusive mode;
  select i.op_id, false into op_id, is_new from audit_issues i
    where case when of_reference is not null then i.reference = of_reference
               else i.account_id = capo and i.amount_micros = micros and i.created_at > now() - interval '12 hours' end
    order by i.op_id desc limit 1;
  if not found then
    result := ledger_apply_at(jsonb_build_array(jsonb_build_object('kind', 'ISSUE',
      'debit', (select id from accounts where code = 'issue'), 'credit', capo, 'amount', micros)), null)->0;
    if result->'ok' = 'false' then
      return;
    end if;
    op_id := result->>'transferId';
    is_new := true;
    insert into issues values (op_id, of_reference, author);
  end if;
  return next;
end $$;
revoke execute on function issue_money from public;
