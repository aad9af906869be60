-- Deposits and withdrawals of agents, with their idempotency keys.

-- The answer to a call whose key was seen before. A key that resolve_attempt gave up is answered so, whatever the body.
create or replace function kept_answer(known idempotency_keys, fingerprint text) returns jsonb language sql immutable as $$
  select case when known.fingerprint = kept_answer.fingerprint or known.answer->>'reason' = 'abandoned'
              then known.answer || '{"replayed": true}'
              else '{"ok": false, "reason": "key-reused", "replayed": true}' end
$$;

-- Whether the user may move the money of the account: it is its own, the user is active and the session live. Without a session,
-- which the caller has then checked, only the account is compared.
create or replace function may_move(session uuid, caller int, account int) returns boolean language sql stable as $$
  select exists (select from users u where u.id = caller and u.account_id = account
                    and (session is null or u.active and exists (
                      select from sessions s where s.id = session and s.user_id = caller
                         and s.revoked_at is null and s.expires_at > now())))
$$;

-- Looks up the receivers of movements and the answers that are certain before any account is locked: an unknown receiver, a key
-- seen before. A movement names two accounts, or an agent (`parent`, a user id) and the username of one of its children
-- (`receiver`). A key that another transaction writes meanwhile is caught by its uniqueness.
create or replace function resolve_agent_movements(kinds text[], debits int[], credits int[], initiators int[], targets int[],
    amounts bigint[], keys text[], fingerprints text[], parents int[], receivers text[]) returns agent_movement[]
  language sql stable as $$
  select array_agg((m.kind,
           case when m.receiver is null then m.debit when m.kind = 'DEPOSIT' then m.initiator else child.account_id end,
           case when m.receiver is null then m.credit when m.kind = 'DEPOSIT' then child.account_id else m.initiator end,
           m.initiator, coalesce(m.target, child.account_id), m.amount, m.key, m.fingerprint, child.id,
           case when case when m.receiver is null then m.debit is null or m.credit is null else child.id is null end
                  then '{"ok": false, "reason": "receiver"}'
                when known.key is not null then kept_answer(known, m.fingerprint) end)::agent_movement order by m.place)
    from unnest(kinds, debits, credits, initiators, targets, amounts, keys, fingerprints, parents, receivers) with ordinality
         as m (kind, debit, credit, initiator, target, amount, key, fingerprint, parent, receiver, place)
    left join users child on child.username = m.receiver and child.parent_id = m.parent
    left join idempotency_keys known on known.account_id = m.initiator and known.key = m.key
$$;

-- Applies movements in order of arrival, each with its own result or refusal. Sessions are checked under the locks, when nothing
-- is waited for any more. `parents` and `sessions` are null where the caller was checked before.
create or replace function apply_agent_movements(movements agent_movement[], parents int[], sessions uuid[], at timestamptz)
  returns jsonb[] language plpgsql as $$
declare
  locked accounts[]; ids int[]; balances bigint[]; moment timestamptz;
  m agent_movement;
  keys idempotency_keys[] := '{}';
  step ledger_step;
  steps ledger_step[] := '{}';
  result jsonb;
  results jsonb[] := '{}';
  d int; c int;
  place int := 0;
begin
  select * into locked, ids, balances, moment from ledger_lock(
    array(select unnest(array[x.debit, x.credit, x.initiator]) from unnest(movements) x where x.answer is null), at);
  foreach m in array movements loop
    place := place + 1;
    if parents[place] is not null and not may_move(sessions[place], parents[place], m.initiator) then
      results := results || '{"ok": false, "reason": "session"}'::jsonb;
      continue;
    end if;
    if m.answer is not null then
      results := results || m.answer;
      continue;
    end if;
    d := array_position(ids, m.debit); c := array_position(ids, m.credit);
    if balances[d] - m.amount < locked[d].least_balance then
      result := '{"ok": false, "reason": "funds"}';
    elsif balances[c] + m.amount > locked[c].largest_balance then
      result := '{"ok": false, "reason": "limit"}';
    else
      step := (nextval('transfer_ids'), m.kind, m.debit, m.credit, m.amount, m.initiator, m.target, '');
      steps := steps || step;
      balances[d] := balances[d] - m.amount;
      balances[c] := balances[c] + m.amount;
      result := jsonb_build_object('ok', true, 'transferId', step.id, 'targetUserId', m.target_user,
        'initiatorBalance', case m.initiator when m.debit then balances[d] when m.credit then balances[c] end,
        'targetBalance', case m.target when m.debit then balances[d] when m.credit then balances[c] end);
    end if;
    results := results || result;
    if m.key is not null then
      keys := keys || (m.initiator, m.key, m.fingerprint, result, moment)::idempotency_keys;
    end if;
  end loop;

  perform ledger_write(locked, ids, steps, moment);
  if cardinality(keys) > 0 then
    -- A key twice in one batch, or at the same moment in another, fails here; the caller then sends its movements one by one.
    insert into idempotency_keys (account_id, key, fingerprint, answer, created_at)
      select account_id, key, fingerprint, answer, created_at from unnest(keys);
  end if;
  return results;
end $$;

-- Deposits and withdrawals, 1 to 256 of them, one element of each array a movement: its kind, the agent's account and user id, the
-- receiver's username, micro-dinars, and key, fingerprint and session, each of which may be null. Returns a JSON array with the
-- result of each: {ok: true, transferId, targetUserId, initiatorBalance, targetBalance} or {ok: false, reason}.
-- The settings keep one plan for batches of every size and without statistics.
create or replace function ledger_apply_agents(kinds text[], initiators int[], parents int[], receivers text[], amounts bigint[],
                                               keys text[], fingerprints text[], sessions uuid[]) returns text
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if not coalesce(cardinality(kinds) between 1 and 256, false) then
    raise exception 'a batch holds 1 to 256 movements';
  end if;
  if not kinds <@ array['DEPOSIT', 'WITHDRAWAL'] then
    raise exception 'agents deposit and withdraw' using errcode = '42501';
  end if;
  if array_position(initiators, null) is not null or array_position(parents, null) is not null
     or array_position(receivers, null) is not null or array_position(amounts, null) is not null then
    raise exception 'a movement lacks its agent, receiver or amount' using errcode = '22004';
  end if;
  return '[' || array_to_string(apply_agent_movements(resolve_agent_movements(kinds, null, null, initiators, null, amounts,
    keys, fingerprints, parents, receivers), parents, sessions, null), ',') || ']';
end $$;

-- One deposit or withdrawal by the shortest way, with the result that ledger_apply_agents gives. It does only what is accepted: a
-- refusal that shows before anything was written is left to the batch, and where a constraint refuses (a key seen before, a
-- receiver that would hold too much), nothing has moved and the caller sends the movement to ledger_apply_agents.
-- Each of the two kinds has its own two updates, so that no column is counted up by nothing and no row is copied.
create or replace function ledger_apply_one(in_kind text, in_initiator int, in_parent int, in_receiver text, in_amount bigint,
                                            in_key text, in_fingerprint text, in_session uuid default null) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  deposits constant boolean := in_kind = 'DEPOSIT';
  target_user int; target_account int;
  debit int; credit int; posted bigint;
  initiator_balance bigint; initiator_seq bigint; in_after bigint; out_after bigint;
  target_balance bigint; target_seq bigint;
  debited_at timestamptz; moment timestamptz;
  movement bigint;
  result jsonb;
begin
  if not coalesce(in_kind in ('DEPOSIT', 'WITHDRAWAL'), false) then
    raise exception 'agents deposit and withdraw' using errcode = '42501';
  end if;
  select id, account_id into target_user, target_account from users where username = in_receiver and parent_id = in_parent;
  if target_user is not null then
    if deposits then
      debit := in_initiator; credit := target_account; posted := -in_amount;
    else
      debit := target_account; credit := in_initiator; posted := in_amount;
    end if;
    -- In ascending ids, as ledger_lock.
    if credit < debit then
      perform from accounts where id = credit for no key update;
    end if;
    if deposits then
      update accounts set balance = balance - in_amount, posting_count = posting_count + 1, initiated_count = initiated_count + 1,
          initiated_in = initiated_in + counted_in('DEPOSIT', in_amount),
          last_moved_at = greatest(last_moved_at, date_trunc('milliseconds', clock_timestamp()))
        where id = debit and balance - in_amount >= least_balance
        returning balance, initiated_count, initiated_in, initiated_out, last_moved_at
        into initiator_balance, initiator_seq, in_after, out_after, debited_at;
      if found then
        update accounts set balance = balance + in_amount, posting_count = posting_count + 1, received_count = received_count + 1,
            last_moved_at = greatest(last_moved_at, debited_at)
          where id = credit
          returning balance, received_count, last_moved_at into strict target_balance, target_seq, moment;
      end if;
    else
      update accounts set balance = balance - in_amount, posting_count = posting_count + 1, received_count = received_count + 1,
          last_moved_at = greatest(last_moved_at, date_trunc('milliseconds', clock_timestamp()))
        where id = debit and balance - in_amount >= least_balance
        returning balance, received_count, last_moved_at into target_balance, target_seq, debited_at;
      if found then
        update accounts set balance = balance + in_amount, posting_count = posting_count + 1, initiated_count = initiated_count + 1,
            initiated_out = initiated_out + counted_out('WITHDRAWAL', in_amount),
            last_moved_at = greatest(last_moved_at, debited_at)
          where id = credit
          returning balance, initiated_count, initiated_in, initiated_out, last_moved_at
          into strict initiator_balance, initiator_seq, in_after, out_after, moment;
      end if;
    end if;
  end if;
  if moment is null then
    return (apply_agent_movements(resolve_agent_movements(array[in_kind], null, null, array[in_initiator], null, array[in_amount],
      array[in_key], array[in_fingerprint], array[in_parent], array[in_receiver]), array[in_parent], array[in_session], null))[1];
  end if;
  if not may_move(in_session, in_parent, in_initiator) then
    -- Undoes what is above; the batch then gives the refusal.
    raise exception 'the session may not move this money';
  end if;
  if moment > debited_at then
    -- The credited account was moved after the clock was read: neither account may go back in time.
    update accounts set last_moved_at = moment where id = debit;
  end if;

  movement := nextval('transfer_ids');
  result := jsonb_build_object('ok', true, 'transferId', movement, 'targetUserId', target_user,
    'initiatorBalance', initiator_balance, 'targetBalance', target_balance);
  insert into transfers (id, amount, created_at, initiated_in_after, initiated_out_after, debit_account_id, credit_account_id,
                         initiator_id, target_id, kind, label)
    values (movement, in_amount, moment, in_after, out_after, debit, credit, in_initiator, target_account, in_kind, '');
  insert into postings (transfer_id, amount, balance_after, account_id, list, seq) values
    (movement, posted, initiator_balance, in_initiator, 'O', initiator_seq),
    (movement, -posted, target_balance, target_account, 'I', target_seq);
  if in_key is not null then
    insert into idempotency_keys (account_id, key, fingerprint, answer, created_at)
      values (in_initiator, in_key, in_fingerprint, result, moment);
  end if;
  return result;
end $$;

-- The outcome of an attempt whose answer was lost: its kept answer or, for a key never seen, a refusal that is kept from now on,
-- so that the attempt cannot be carried out later. Takes the locks under which keys are read and written, users before accounts
-- as register_user does.
create or replace function resolve_attempt(caller int, attempt_key text) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from users where account_id = caller for no key update;
  perform from accounts where id = caller for no key update;
  insert into idempotency_keys (account_id, key, fingerprint, answer)
    values (caller, attempt_key, '', '{"ok": false, "reason": "abandoned"}')
    on conflict (account_id, key) do nothing;
  return (select answer from idempotency_keys where account_id = caller and key = attempt_key);
end $$;
