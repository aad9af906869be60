-- Requests for balance and payouts to the parent (decision 0113). A request changes under the locks of the
-- accounts of its asker, of its reserve and of the parent, so answers, withdrawals, expiry and stakes come
-- one after another.

-- The movement that reserves the sum of a request, or gives it back. It has no initiator: it is between a
-- player and the player's own reserve.
create or replace function reserve_movement(kind text, user_account_id int, reserve_account_id int,
                                            amount bigint) returns agent_movement
  language sql immutable as $$
  select (kind, case kind when 'RESERVATION' then user_account_id else reserve_account_id end,
          case kind when 'RESERVATION' then reserve_account_id else user_account_id end, null, null, amount,
          null, null, null, null, null, null)::agent_movement
$$;

-- The reserve account of a player, made where there is none.
create or replace function ensure_reserve(asker users) returns int language plpgsql as $$
declare
  reserve_code constant text := 'reserve:' || asker.username;
begin
  insert into accounts (code, kind) values (reserve_code, 'RESERVE') on conflict (code) do nothing;
  insert into reserves (user_account_id, account_id)
    select asker.account_id, id from accounts where code = reserve_code
    on conflict (user_account_id) do nothing;
  return (select account_id from reserves where user_account_id = asker.account_id);
end $$;

-- Asks the caller's parent for balance (DEPOSIT) or, as a player, for a payout (WITHDRAWAL). With `reserves`
-- the sum of a payout leaves the balance at once. Returns {ok: true, id, parentId}, or {ok: false, reason}:
-- 'session', 'no-parent', 'kind', 'open', 'frozen', 'funds' or 'limit'. The settings are those of
-- post_agent_batch.
create or replace function make_balance_request(caller_user_id int, in_session_id uuid, in_kind text,
    micros bigint, in_note text, reserves boolean, lifetime_s int) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  asker users;
  locked accounts[]; ids int[]; balances bigint[]; moment timestamptz;
  own accounts;
  reserve_id int;
  result jsonb := '{"ok": true}';
  new_id int;
begin
  select * into asker from users where id = caller_user_id;
  if in_kind = 'WITHDRAWAL' and reserves and asker.role = 'ROLE_CLIENT' then
    reserve_id := ensure_reserve(asker);
  end if;
  select * into locked, ids, balances, moment from lock_accounts(array[asker.account_id, reserve_id], null);
  own := locked[array_position(ids, asker.account_id)];
  if in_session_id is null or not may_post(in_session_id, caller_user_id, asker.account_id) then
    return '{"ok": false, "reason": "session"}';
  elsif asker.parent_id is null then
    return '{"ok": false, "reason": "no-parent"}';
  elsif not coalesce(in_kind = 'DEPOSIT' or in_kind = 'WITHDRAWAL' and asker.role = 'ROLE_CLIENT', false) then
    return '{"ok": false, "reason": "kind"}';
  elsif exists (select from balance_requests
                 where user_id = caller_user_id and kind = in_kind and status = 'OPEN') then
    return '{"ok": false, "reason": "open"}';
  elsif own.is_frozen then
    return '{"ok": false, "reason": "frozen"}';
  elsif in_kind = 'WITHDRAWAL' and own.balance - micros < own.least_balance then
    return '{"ok": false, "reason": "funds"}';
  end if;
  if reserve_id is not null then
    result := (apply_agent_batch(array[reserve_movement('RESERVATION', asker.account_id, reserve_id, micros)],
                                 null))[1];
    if result->'ok' = 'false' then
      return result;
    end if;
  end if;
  insert into balance_requests (created_at, expires_at, amount, user_id, parent_id, kind, note,
                                reservation_id)
    values (clock_timestamp(), clock_timestamp() + make_interval(secs => lifetime_s), micros, caller_user_id,
            asker.parent_id, in_kind, in_note, (result->>'transferId')::bigint)
    returning id into new_id;
  return jsonb_build_object('ok', true, 'id', new_id, 'parentId', asker.parent_id);
end $$;

-- Records how an open request ended. The caller holds the locks of the request and of the parent's account.
create or replace function settle_balance_request(request balance_requests, new_status text, because text,
    paid_by bigint, released_by bigint) returns void language plpgsql as $$
declare
  last balance_requests;
  present timestamptz := clock_timestamp();
begin
  if new_status <> 'WITHDRAWN' then
    select * into last from balance_requests
     where parent_id = request.parent_id and answer_count is not null
     order by closed_at desc, answer_count desc limit 1;
    -- Answers of a parent are in order of time, even when the clock jumps.
    present := greatest(present, last.closed_at);
  end if;
  update balance_requests
     set status = new_status, closed_at = present, reason = because, transfer_id = paid_by,
         release_id = released_by,
         answer_count = case when new_status <> 'WITHDRAWN' then coalesce(last.answer_count, 0) + 1 end,
         waited_ms = case when new_status <> 'WITHDRAWN' then coalesce(last.waited_ms, 0)
           + (extract(epoch from greatest(present - created_at, interval '0')) * 1000)::bigint end
   where id = request.id;
end $$;

-- Ends a request without paying it: REFUSED by the parent, WITHDRAWN by the asker, or EXPIRED by a job, which
-- names no caller. What was reserved goes back. Returns {ok: true, userId, parentId}, or {ok: false, reason}:
-- 'unknown' (no such request of the caller), 'session', 'closed' (with `status`) or 'limit'. A repeated call
-- is answered like the first.
create or replace function close_balance_request(in_id int, caller_user_id int, in_session_id uuid,
                                                 new_status text, because text) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  request balance_requests;
  asker_account_id int; parent_account_id int; reserve_id int;
  result jsonb;
  released jsonb;
begin
  select * into request from balance_requests r where r.id = in_id and case new_status
    when 'REFUSED' then r.parent_id = caller_user_id
    when 'WITHDRAWN' then r.user_id = caller_user_id
    when 'EXPIRED' then caller_user_id is null and r.expires_at <= clock_timestamp() end;
  if not found then
    return '{"ok": false, "reason": "unknown"}';
  end if;
  select account_id into asker_account_id from users where id = request.user_id;
  select account_id into parent_account_id from users where id = request.parent_id;
  select account_id into reserve_id from reserves
   where request.reservation_id is not null and user_account_id = asker_account_id;
  perform lock_accounts(array[asker_account_id, parent_account_id, reserve_id], null);
  if new_status <> 'EXPIRED' and (in_session_id is null or not may_post(in_session_id, caller_user_id,
      case new_status when 'REFUSED' then parent_account_id else asker_account_id end)) then
    return '{"ok": false, "reason": "session"}';
  end if;
  select * into request from balance_requests where id = in_id for update;
  result := jsonb_build_object('ok', true, 'userId', request.user_id, 'parentId', request.parent_id);
  if (request.status, request.reason) is not distinct from (new_status, because) then
    return result;
  elsif request.status <> 'OPEN' then
    return jsonb_build_object('ok', false, 'reason', 'closed', 'status', request.status);
  end if;
  if reserve_id is not null then
    released := (apply_agent_batch(array[reserve_movement('RELEASE', asker_account_id, reserve_id,
                                                          request.amount)], null))[1];
    if released->'ok' = 'false' then
      return released;
    end if;
  end if;
  perform settle_balance_request(request, new_status, because, null, (released->>'transferId')::bigint);
  return result;
end $$;

-- Pays a request of a direct child by a deposit or withdrawal, with the result of a movement as
-- post_agent_batch gives it. Beyond its reasons: 'request' (no such request of this child and kind),
-- 'request-amount' and 'request-closed' (with `status`). A reserved sum is released and withdrawn in this
-- transaction.
create or replace function pay_balance_request(in_kind text, in_agent_account_id int, in_agent_user_id int,
    in_receiver_username text, in_amount bigint, in_key text, in_fingerprint text, in_session_id uuid,
    in_note text, in_id int) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  request balance_requests;
  asker users;
  reserve_id int;
  movement agent_movement;
  reason text;
  result jsonb;
  release_id bigint;
begin
  if not coalesce(in_kind in ('DEPOSIT', 'WITHDRAWAL'), false) then
    raise exception 'agents deposit and withdraw' using errcode = '42501';
  end if;
  select * into asker from users where username = in_receiver_username and parent_id = in_agent_user_id;
  select account_id into reserve_id from reserves where user_account_id = asker.account_id;
  -- Keys and the request are read under the locks under which they are written.
  perform lock_accounts(array[in_agent_account_id, asker.account_id, reserve_id], null);
  movement := (resolve_agent_batch(array[in_kind], array[in_agent_account_id], array[in_agent_user_id],
    array[in_receiver_username], array[in_amount], array[in_key], array[in_fingerprint],
    array[in_session_id]))[1];
  select * into request from balance_requests
   where id = in_id and user_id = asker.id and parent_id = in_agent_user_id and kind = in_kind for update;
  if movement.known_answer is null then
    reason := case when request.id is null then 'request'
                   when request.status <> 'OPEN' then 'request-closed'
                   when request.amount <> in_amount then 'request-amount' end;
    movement.known_answer := case when reason is not null then jsonb_build_object(
      'ok', false, 'reason', reason, 'status', request.status) end;
  end if;
  begin
    if movement.known_answer is null and request.reservation_id is not null then
      result := (apply_agent_batch(array[reserve_movement('RELEASE', asker.account_id, reserve_id,
                                                          request.amount)], null))[1];
      release_id := result->>'transferId';
      if release_id is null then
        raise exception 'refused' using errcode = 'PL001';
      end if;
    end if;
    result := (apply_agent_batch(array[movement], null))[1];
    if release_id is not null and result->'ok' = 'false' then
      raise exception 'refused' using errcode = 'PL001';
    end if;
  exception
    -- The refusal is already in result; the release is undone with this block, and so is the kept answer.
    when sqlstate 'PL001' then
      if in_key is not null and result->>'reason' not in ('session', 'proof', 'no-factor') then
        insert into idempotency_keys (account_id, key, fingerprint, answer)
          values (in_agent_account_id, in_key, in_fingerprint, result);
      end if;
  end;
  if result->'ok' = 'true' and not result ? 'replayed' then
    perform settle_balance_request(request, 'PAID', null, (result->>'transferId')::bigint, release_id);
    insert into transfer_notes (transfer_id, note)
      select (result->>'transferId')::bigint, in_note where in_note is not null;
  end if;
  return result;
end $$;
