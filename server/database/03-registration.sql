-- New users.

-- Makes a user with its account and moves its opening balance from the parent, all or nothing. Returns the
-- result of the movement with userId; reason 'name-taken' when the name is in use. A key is looked up first,
-- and any answer is stored under it, except that a proof is missing. `made_at` dates the creation back, for
-- the demo's seed. Without a session, as for operators, no proof is asked for.
create or replace function register_user_at(parent_user_id int, new_username text, new_hash text,
    new_role text, opening bigint, new_key text, new_fingerprint text, made_at timestamptz,
    in_session_id uuid default null) returns jsonb
  language plpgsql set search_path = public, pg_temp as $$
declare
  parent_row users;
  known idempotency_keys;
  new_account_id int;
  new_user_id int;
  number int;
  proof_from bigint;
  missing text;
  result jsonb;
begin
  -- set_role_limits takes it alone, so that no new account misses the limits of its role.
  perform pg_advisory_xact_lock_shared(hashtext('palier-role-limits'));
  -- Every function locks users before accounts: one order everywhere cannot deadlock.
  select * into strict parent_row from users where id = parent_user_id for no key update;
  -- Deposits and withdrawals write their keys under this lock, and operators the sum above which a proof is
  -- asked for.
  select proof_above into proof_from from accounts where id = parent_row.account_id for no key update;
  if new_key is not null then
    select * into known from idempotency_keys where account_id = parent_row.account_id and key = new_key;
    if found then
      return repeated_answer(known, new_fingerprint);
    end if;
  end if;
  if in_session_id is not null and opening > proof_from then
    missing := proof_fault(in_session_id, parent_user_id);
    if missing is not null then
      return jsonb_build_object('ok', false, 'reason', missing);
    end if;
  end if;
  begin
    insert into accounts (code, kind) values ('user:' || new_username, 'USER')
      returning id into new_account_id;
    update users set child_count = child_count + 1 where id = parent_user_id
      returning child_count into number;
    insert into users (account_id, username, password_hash, role, parent_id, child_seq, created_at)
      values (new_account_id, new_username, new_hash, new_role, parent_user_id, number,
              coalesce(made_at, now()))
      returning id into new_user_id;
    perform refresh_has_limits(new_account_id) from role_limits where role = new_role;
    if opening > 0 then
      result := post_as_owner(jsonb_build_array(jsonb_build_object('kind', 'USER_CREATION',
        'debit_account_id', parent_row.account_id, 'credit_account_id', new_account_id,
        'initiator_account_id', parent_row.account_id, 'target_account_id', new_account_id,
        'amount', opening)), made_at)->0;
      if not (result->'ok')::boolean then
        raise exception 'refused' using errcode = 'PL001';
      end if;
    else
      select jsonb_build_object('ok', true, 'initiatorBalance', balance) into result
        from accounts where id = parent_row.account_id;
    end if;
    result := result || jsonb_build_object('userId', new_user_id);
  exception
    when unique_violation then result := '{"ok": false, "reason": "name-taken"}';
    -- The refusal is already in result; the user is undone with this block.
    when sqlstate 'PL001' then null;
  end;
  if new_key is not null then
    insert into idempotency_keys (account_id, key, fingerprint, answer)
      values (parent_row.account_id, new_key, new_fingerprint, result);
  end if;
  return result;
end $$;

-- Registers a user at the present moment: the application may not choose the date of an account.
create or replace function register_user(parent_user_id int, new_username text, new_hash text,
    new_role text, opening bigint, new_key text, new_fingerprint text, in_session_id uuid) returns jsonb
  language sql security definer set search_path = public, pg_temp as $$
  select register_user_at(parent_user_id, new_username, new_hash, new_role, opening, new_key,
                          new_fingerprint, null, in_session_id)
$$;

-- Makes the head of a hierarchy. Operators only (npm run admin).
create or replace function create_capo(new_username text, new_hash text) returns int
  language plpgsql set search_path = public, pg_temp as $$
declare
  new_account_id int;
  new_user_id int;
begin
  insert into accounts (code, kind) values ('user:' || new_username, 'USER') returning id into new_account_id;
  insert into users (account_id, username, password_hash, role)
    values (new_account_id, new_username, new_hash, 'ROLE_CAPO')
    returning id into new_user_id;
  return new_user_id;
end $$;
