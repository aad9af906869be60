-- Money that operators move. The application's role may call neither function.

-- Movements of the owner, 1 to 256 of them: {kind, debit_account_id, credit_account_id, initiator_account_id?, target_account_id?,
-- amount}. By this function operators issue money, register_user moves the opening balance, and the demo's seed writes a history:
-- `posted_at` dates the batch back. Returns the results as post_agent_batch does. The settings are those of post_agent_batch.
create or replace function post_as_owner(batch jsonb, posted_at timestamptz) returns jsonb
  language plpgsql set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if jsonb_array_length(batch) not between 1 and 256 then
    raise exception 'a batch holds 1 to 256 movements';
  end if;
  return to_jsonb(apply_agent_batch(array(select m from jsonb_populate_recordset(null::agent_movement, batch) m), posted_at));
end $$;

-- Issues money to the account of a capo, once for each reference. Without a reference, the same amount to the same capo within
-- twelve hours counts as a repeated order. Returns the op_id of the issue and whether it is new; no row when the issue would exceed
-- the capo's largest balance. Operators only (npm run admin).
create or replace function issue_money(capo_account_id int, micros bigint, author text, of_reference text)
  returns table (op_id bigint, is_new boolean) language plpgsql set search_path = public, pg_temp as $$
declare
  result jsonb;
begin
  -- Issues run one after another, so that each call finds the issues of earlier calls.
  lock table issues in share row exclusive mode;
  select i.op_id, false into op_id, is_new from audit_issues i
    where case when of_reference is not null then i.reference = of_reference
               else i.account_id = capo_account_id and i.amount_micros = micros and i.created_at > now() - interval '12 hours' end
    order by i.op_id desc limit 1;
  if not found then
    result := post_as_owner(jsonb_build_array(jsonb_build_object('kind', 'ISSUE', 'amount', micros,
      'debit_account_id', (select id from accounts where code = 'issue'), 'credit_account_id', capo_account_id)), null)->0;
    if result->'ok' = 'false' then
      return;
    end if;
    op_id := result->>'transferId';
    is_new := true;
    insert into issues (transfer_id, reference, issued_by) values (op_id, of_reference, author);
  end if;
  return next;
end $$;
