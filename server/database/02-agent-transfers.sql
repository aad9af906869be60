-- Deposits and withdrawals of agents, with their idempotency keys and notes, and reversals of deposits.

-- The answer to a call whose key was seen before. A key that resolve_attempt gave up is answered 'abandoned',
-- whatever the body.
create or replace function repeated_answer(known idempotency_keys, fingerprint text) returns jsonb
  language sql immutable as $$
  select case when known.fingerprint = repeated_answer.fingerprint or known.answer->>'reason' = 'abandoned'
              then known.answer || '{"replayed": true}'
              else '{"ok": false, "reason": "key-reused", "replayed": true}' end
$$;

-- Whether the user may move the money of the account: the account is the user's, the user is active and the
-- session is live. With a null session, which the caller has then checked, only the account is compared.
create or replace function may_post(session_id uuid, caller_user_id int, caller_account_id int)
  returns boolean language sql stable as $$
  select exists (select from users u where u.id = caller_user_id and u.account_id = caller_account_id
                    and (may_post.session_id is null or u.active and exists (
                      select from sessions s where s.id = may_post.session_id and s.user_id = caller_user_id
                         and s.revoked_at is null and s.expires_at > now())))
$$;

-- Whether a movement is a deposit so young that its agent may take it back.
create or replace function is_reversible(kind text, created_at timestamptz) returns boolean
  language sql stable as $$
  select kind = 'DEPOSIT' and created_at > now() - interval '30 minutes'
$$;

-- Deposits and withdrawals as the batch describes them, with the receivers looked up, and with the answers
-- that are certain before any account is locked: an unknown receiver, a key seen before. A key that another
-- transaction writes meanwhile is refused by the primary key of idempotency_keys.
create or replace function resolve_agent_batch(kinds text[], agent_account_ids int[], agent_user_ids int[],
                                               receiver_usernames text[],
    amounts bigint[], keys text[], fingerprints text[], session_ids uuid[]) returns agent_movement[]
  language sql stable as $$
  select array_agg((m.kind,
           case when m.kind = 'DEPOSIT' then m.agent_account_id else child.account_id end,
           case when m.kind = 'DEPOSIT' then child.account_id else m.agent_account_id end,
           m.agent_account_id, child.account_id, m.amount, child.id, m.agent_user_id, m.session_id, m.key,
           m.fingerprint,
           case when child.id is null then '{"ok": false, "reason": "receiver"}'
                when known.key is not null then repeated_answer(known, m.fingerprint) end)::agent_movement
                  order by m.place)
    from unnest(kinds, agent_account_ids, agent_user_ids, receiver_usernames, amounts, keys, fingerprints,
                session_ids) with ordinality
         as m (kind, agent_account_id, agent_user_id, receiver_username, amount, key, fingerprint,
               session_id, place)
    left join users child on child.username = m.receiver_username and child.parent_id = m.agent_user_id
    left join idempotency_keys known on known.account_id = m.agent_account_id and known.key = m.key
$$;

-- Applies movements in order of arrival, each with its own result or refusal. Sessions are checked under the
-- locks, after all waiting.
create or replace function apply_agent_batch(movements agent_movement[], posted_at timestamptz)
  returns jsonb[] language plpgsql as $$
declare
  locked accounts[]; ids int[]; balances bigint[]; moment timestamptz;
  m agent_movement;
  debited int; credited int; fault text;
  step planned_transfer; planned planned_transfer[] := '{}';
  keys idempotency_keys[] := '{}';
  result jsonb; results jsonb[] := '{}';
begin
  select * into locked, ids, balances, moment from lock_accounts(
    array(select unnest(array[x.debit_account_id, x.credit_account_id, x.initiator_account_id])
            from unnest(movements) x where x.known_answer is null), posted_at);
  foreach m in array movements loop
    if m.agent_user_id is not null
      and not may_post(m.session_id, m.agent_user_id, m.initiator_account_id) then
      results := results || '{"ok": false, "reason": "session"}'::jsonb;
      continue;
    end if;
    if m.known_answer is not null then
      results := results || m.known_answer;
      continue;
    end if;
    debited := array_position(ids, m.debit_account_id); credited := array_position(ids, m.credit_account_id);
    if m.agent_user_id is not null and m.amount > locked[case m.initiator_account_id
         when m.debit_account_id then debited else credited end].proof_above then
      fault := proof_fault(m.session_id, m.agent_user_id);
      -- Not kept under the key: the same call is sent again with a proof.
      results := case when fault is null then results
                      else results || jsonb_build_object('ok', false, 'reason', fault) end;
      continue when fault is not null;
    end if;
    if m.kind in ('DEPOSIT', 'WITHDRAWAL', 'USER_CREATION', 'REVERSAL')
      and (locked[debited].is_frozen or locked[credited].is_frozen) then
      result := '{"ok": false, "reason": "frozen"}';
    elsif balances[debited] - m.amount < locked[debited].least_balance then
      result := '{"ok": false, "reason": "funds"}';
    elsif balances[credited] + m.amount > locked[credited].largest_balance then
      result := '{"ok": false, "reason": "limit"}';
    else
      result := case when locked[debited].has_limits or locked[credited].has_limits
                     then admit_deposit(m, balances[debited], moment) end;
    end if;
    if result is null then
      step := (nextval('transfer_ids'), m.kind, m.debit_account_id, m.credit_account_id, m.amount,
               m.initiator_account_id, m.target_account_id, '');
      planned := planned || step;
      balances[debited] := balances[debited] - m.amount;
      balances[credited] := balances[credited] + m.amount;
      result := jsonb_build_object('ok', true, 'transferId', step.id, 'targetUserId', m.target_user_id,
        'initiatorBalance', case m.initiator_account_id when m.debit_account_id then balances[debited]
                                                        when m.credit_account_id then balances[credited] end,
        'targetBalance', case m.target_account_id when m.debit_account_id then balances[debited]
                                                  when m.credit_account_id then balances[credited] end);
    end if;
    results := results || result;
    if m.key is not null then
      keys := keys || (m.initiator_account_id, m.key, m.fingerprint, result, moment)::idempotency_keys;
    end if;
  end loop;

  perform write_transfers(locked, ids, planned, moment);
  if cardinality(keys) > 0 then
    -- A key that occurs twice in the batch, or in a concurrent batch, fails here; the caller then sends its
    -- movements one by one.
    insert into idempotency_keys (account_id, key, fingerprint, answer, created_at)
      select account_id, key, fingerprint, answer, created_at from unnest(keys);
  end if;
  return results;
end $$;

-- Deposits and withdrawals, 1 to 256 of them, each with one element in every array: its kind, the agent's
-- account and user, the receiver's username, micro-dinars, and key, fingerprint, session and note, each of
-- which may be null. A movement that is refused or was applied before writes no note. Returns a JSON array
-- with the result of each: {ok: true, transferId, targetUserId, initiatorBalance, targetBalance} or {ok:
-- false, reason}. The settings keep one plan for batches of every size, which uses indexes even where
-- statistics are missing.
create or replace function post_agent_batch(kinds text[], agent_account_ids int[], agent_user_ids int[],
                                            receiver_usernames text[],
    amounts bigint[], keys text[], fingerprints text[], session_ids uuid[], notes text[] default null)
      returns text
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  results jsonb[];
begin
  if not coalesce(cardinality(kinds) between 1 and 256, false) then
    raise exception 'a batch holds 1 to 256 movements';
  end if;
  if not kinds <@ array['DEPOSIT', 'WITHDRAWAL'] then
    raise exception 'agents deposit and withdraw' using errcode = '42501';
  end if;
  results := apply_agent_batch(resolve_agent_batch(kinds, agent_account_ids, agent_user_ids,
                                                   receiver_usernames, amounts, keys,
    fingerprints, session_ids), null);
  if notes is not null then
    insert into transfer_notes (transfer_id, note)
      select (result->>'transferId')::bigint, note from unnest(results, notes) r (result, note)
       where note is not null and result->'ok' = 'true' and not result ? 'replayed';
  end if;
  return '[' || array_to_string(results, ',') || ']';
end $$;

-- One deposit or withdrawal by the shortest way, with the result that post_agent_batch gives. A movement that
-- is found to be refused before any write, or whose payer has limits, is passed on to post_agent_batch. After
-- a later refusal (a constraint, a frozen receiver or one with limits, an ended session) it raises an error,
-- nothing has moved, and the caller sends the movement to post_agent_batch. Each of the two kinds has its own
-- two updates, which write only the columns that the kind changes.
create or replace function post_agent_transfer(in_kind text, in_agent_account_id int, in_agent_user_id int,
    in_receiver_username text, in_amount bigint, in_key text, in_fingerprint text,
    in_session_id uuid default null) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan as $$
declare
  is_deposit constant boolean := in_kind = 'DEPOSIT';
  receiver_user_id int; receiver_account_id int; receiver_balance bigint; receiver_seq bigint;
  debited_id int; credited_id int;
  agent_balance bigint; agent_seq bigint; in_after bigint; out_after bigint;
  agent_posting constant bigint := case in_kind when 'DEPOSIT' then -in_amount else in_amount end;
  debited_at timestamptz; moment timestamptz;
  new_transfer_id bigint; result jsonb;
begin
  if not coalesce(in_kind in ('DEPOSIT', 'WITHDRAWAL'), false) then
    raise exception 'agents deposit and withdraw' using errcode = '42501';
  end if;
  select id, account_id into receiver_user_id, receiver_account_id from users
   where username = in_receiver_username and parent_id = in_agent_user_id;
  if receiver_user_id is not null then
    debited_id := case when is_deposit then in_agent_account_id else receiver_account_id end;
    credited_id := case when is_deposit then receiver_account_id else in_agent_account_id end;
    -- Locks in ascending ids, as lock_accounts does, so that two transfers never deadlock.
    if credited_id < debited_id then
      perform from accounts where id = credited_id for no key update;
    end if;
    if is_deposit then
      update accounts set balance = balance - in_amount, posting_count = posting_count + 1,
          initiated_count = initiated_count + 1,
          initiated_in = initiated_in + counted_as_in('DEPOSIT', in_amount),
          last_moved_at = greatest(last_moved_at, date_trunc('milliseconds', clock_timestamp()))
        where id = debited_id and balance - in_amount >= least_balance and not is_frozen and not has_limits
          and in_amount <= proof_above
        returning balance, initiated_count, initiated_in, initiated_out, last_moved_at
        into agent_balance, agent_seq, in_after, out_after, debited_at;
      if found then
        update accounts set balance = balance + in_amount, posting_count = posting_count + 1,
            received_count = received_count + 1, last_moved_at = greatest(last_moved_at, debited_at)
          where id = credited_id and not is_frozen and not has_limits
          returning balance, received_count, last_moved_at into strict receiver_balance, receiver_seq, moment;
      end if;
    else
      update accounts set balance = balance - in_amount, posting_count = posting_count + 1,
          received_count = received_count + 1,
          last_moved_at = greatest(last_moved_at, date_trunc('milliseconds', clock_timestamp()))
        where id = debited_id and balance - in_amount >= least_balance and not is_frozen and not has_limits
        returning balance, received_count, last_moved_at into receiver_balance, receiver_seq, debited_at;
      if found then
        update accounts set balance = balance + in_amount, posting_count = posting_count + 1,
            initiated_count = initiated_count + 1,
            initiated_out = initiated_out + counted_as_out('WITHDRAWAL', in_amount),
            last_moved_at = greatest(last_moved_at, debited_at)
          where id = credited_id and not is_frozen and not has_limits
          and in_amount <= proof_above
          returning balance, initiated_count, initiated_in, initiated_out, last_moved_at
          into strict agent_balance, agent_seq, in_after, out_after, moment;
      end if;
    end if;
  end if;
  if moment is null then
    return post_agent_batch(array[in_kind], array[in_agent_account_id], array[in_agent_user_id],
      array[in_receiver_username], array[in_amount], array[in_key], array[in_fingerprint],
      array[in_session_id])::jsonb->0;
  end if;
  if not may_post(in_session_id, in_agent_user_id, in_agent_account_id) then
    -- Undoes the updates above; post_agent_batch, which the caller then calls, gives the refusal.
    raise exception 'the session may not move this money';
  end if;
  if moment > debited_at then
    -- The credited account was moved after the clock was read: neither account may go back in time.
    update accounts set last_moved_at = moment where id = debited_id;
  end if;

  new_transfer_id := nextval('transfer_ids');
  result := jsonb_build_object('ok', true, 'transferId', new_transfer_id, 'targetUserId', receiver_user_id,
    'initiatorBalance', agent_balance, 'targetBalance', receiver_balance);
  insert into transfers (id, amount, created_at, initiated_in_after, initiated_out_after, debit_account_id,
                         credit_account_id, initiator_account_id, target_account_id, kind, label)
    values (new_transfer_id, in_amount, moment, in_after, out_after, debited_id,
            credited_id, in_agent_account_id, receiver_account_id, in_kind, '');
  insert into postings (transfer_id, amount, balance_after, account_id, list, seq) values
    (new_transfer_id, agent_posting, agent_balance, in_agent_account_id, 'O', agent_seq),
    (new_transfer_id, -agent_posting, receiver_balance, receiver_account_id, 'I', receiver_seq);
  if in_key is not null then
    insert into idempotency_keys (account_id, key, fingerprint, answer, created_at)
      values (in_agent_account_id, in_key, in_fingerprint, result, moment);
  end if;
  return result;
end $$;

-- Takes one's own deposit back from its receiver, as a movement of its own (decision 0054). Returns the
-- result of a movement; beyond the reasons of post_agent_batch: 'unknown' (no movement that the caller made),
-- 'kind' (not a deposit), 'reversed' (reversed or corrected before), 'late'. The settings are those of
-- post_agent_batch.
create or replace function reverse_deposit(agent_account_id int, agent_user_id int, in_transfer_id bigint,
                                           in_key text,
    in_fingerprint text, in_session_id uuid) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  deposit transfers;
  known idempotency_keys;
  receiver_user_id int;
  reason text;
  result jsonb;
begin
  select * into deposit from transfers where id = in_transfer_id and initiator_account_id = agent_account_id;
  -- Reversals, corrections and keys of this deposit are read under the locks under which they are written.
  perform lock_accounts(array[agent_account_id, deposit.target_account_id], null);
  select * into known from idempotency_keys where account_id = agent_account_id and key = in_key;
  select id into receiver_user_id from users where account_id = deposit.target_account_id
    and parent_id = agent_user_id;
  reason := case
    when deposit.id is null then 'unknown'
    when deposit.kind <> 'DEPOSIT' then 'kind'
    when exists (select from reversals where reversed_transfer_id = deposit.id)
      or exists (select from corrections where corrected_transfer_id = deposit.id) then 'reversed'
    when not is_reversible(deposit.kind, deposit.created_at) then 'late'
    -- Also when no agent is named: apply_agent_batch would then check no session.
    when receiver_user_id is null then 'receiver'
  end;
  result := (apply_agent_batch(array[('REVERSAL', deposit.target_account_id, agent_account_id,
                                      agent_account_id, deposit.target_account_id,
    deposit.amount, receiver_user_id, agent_user_id, in_session_id, in_key, in_fingerprint,
    case when known.key is not null then repeated_answer(known, in_fingerprint)
         when reason is not null then jsonb_build_object('ok', false, 'reason',
                                                         reason) end)::agent_movement], null))[1];
  if result->'ok' = 'true' and not result ? 'replayed' then
    insert into reversals (transfer_id, reversed_transfer_id)
      values ((result->>'transferId')::bigint, deposit.id);
    perform write_notice(receiver_user_id, 'deposit-reversed', jsonb_build_object(
      'amount', dinars_of(deposit.amount),
      'number', result->'transferId',
      'by', (select username from users where id = agent_user_id)));
    perform return_deposit(agent_account_id, deposit.target_account_id, deposit.created_at, deposit.amount);
  end if;
  return result;
end $$;

-- The outcome of an attempt whose answer was lost: its kept answer or, for a key never seen, a refusal that
-- is kept from now on, so that the attempt cannot be carried out later. Takes the locks under which keys are
-- read and written, users before accounts as register_user does.
create or replace function resolve_attempt(caller_account_id int, attempt_key text) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from users where account_id = caller_account_id for no key update;
  perform from accounts where id = caller_account_id for no key update;
  insert into idempotency_keys (account_id, key, fingerprint, answer)
    values (caller_account_id, attempt_key, '', '{"ok": false, "reason": "abandoned"}')
    on conflict (account_id, key) do nothing;
  return (select answer from idempotency_keys where account_id = caller_account_id and key = attempt_key);
end $$;
