-- Up Migration

-- Agents' movements reach the ledger as typed arrays, because reading them from jsonb took a fifth of a batch; and with the
-- caller's session, whose life is looked at in the statement that moves the money: one round trip less for every call, and
-- no moment between the check and the movement.

-- Whether a caller's session may still act: neither ended nor expired, and its user active.
create function session_lives(session uuid, caller int) returns boolean language sql stable as $$
  select exists (select from sessions s join users u on u.id = s.user_id
                  where s.id = session and s.user_id = caller and s.revoked_at is null and s.expires_at > now() and u.active)
$$;

drop function apply_agent_movements(jsonb, timestamptz), read_agent_movements(jsonb);
-- What is answered whatever the balances are: the kept answer of a key seen before, no such child, a session that ended.
alter type agent_movement add attribute answer jsonb;

-- The children that movements name and the answers that are certain, before any account is locked: a session or a key that
-- changes meanwhile is caught by the key's uniqueness, or ended just after the call it could have ended just before.
create function resolve_agent_movements(kinds text[], debits int[], credits int[], initiators int[], targets int[], amounts bigint[],
                                        keys text[], fingerprints text[], parents int[], receivers text[], sessions uuid[])
returns agent_movement[] language sql stable as $$
  select array_agg((m.kind,
           case when m.receiver is null then m.debit when m.kind = 'DEPOSIT' then m.initiator else child.account_id end,
           case when m.receiver is null then m.credit when m.kind = 'DEPOSIT' then child.account_id else m.initiator end,
           m.initiator, coalesce(m.target, child.account_id), m.amount, m.key, m.fingerprint, child.id,
           case when m.session is not null and not session_lives(m.session, m.parent) then '{"ok": false, "reason": "session"}'
                when case when m.receiver is null then m.debit is null or m.credit is null else child.id is null end
                  then '{"ok": false, "reason": "receiver"}'
                when known.key is not null then kept_answer(known, m.fingerprint) end)::agent_movement order by m.place)
    from unnest(kinds, debits, credits, initiators, targets, amounts, keys, fingerprints, parents, receivers, sessions) with ordinality
         as m (kind, debit, credit, initiator, target, amount, key, fingerprint, parent, receiver, session, place)
    left join users child on child.username = m.receiver and child.parent_id = m.parent
    left join idempotency_keys known on known.account_id = m.initiator and known.key = m.key
$$;

-- Deposits, withdrawals, creations and issues: applied in arrival order, each with its own result or refusal.
create function apply_agent_movements(movements agent_movement[], at timestamptz) returns jsonb[] language plpgsql as $$
declare
  locked accounts[]; ids int[]; balances bigint[]; moment timestamptz;
  m agent_movement;
  keys idempotency_keys[] := '{}';
  step ledger_step;
  steps ledger_step[] := '{}';
  result jsonb;
  results jsonb[] := '{}';
  d int; c int;
begin
  select * into locked, ids, balances, moment from ledger_lock(
    array(select unnest(array[x.debit, x.credit, x.initiator]) from unnest(movements) x where x.answer is null), at);
  foreach m in array movements loop
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
    insert into idempotency_keys select * from unnest(keys);
  end if;
  return results;
end $$;

-- Deposits and withdrawals of agents, 1 to 256 of them, one element of each array a movement: its kind, the agent's account
-- and user, the receiver's username, micro-dinars, and key, fingerprint and session, each of which may be null. Returns the
-- results in the same order, as a JSON array of what ledger_apply returns.
create function ledger_apply_agents(kinds text[], initiators int[], parents int[], receivers text[], amounts bigint[],
                                    keys text[], fingerprints text[], sessions uuid[]) returns text language plpgsql security definer
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
    keys, fingerprints, parents, receivers, sessions), null), ',') || ']';
end $$;

-- The same for one sort of batch in jsonb: operators' money, users' openings, the demo's seed, and games.
create or replace function ledger_apply_at(batch jsonb, at timestamptz) returns jsonb language plpgsql
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if jsonb_array_length(batch) not between 1 and 256 then
    raise exception 'a batch holds 1 to 256 movements';
  end if;
  if not batch @? '$[*] ? (@.kind == "GAME" || @.kind == "ROLLBACK")' then
    return to_jsonb(apply_agent_movements((
      select resolve_agent_movements(array_agg(kind), array_agg(debit), array_agg(credit), array_agg(initiator), array_agg(target),
               array_agg(amount), array_agg(key), array_agg(fingerprint), array_agg(parent), array_agg(receiver), array_agg(session))
        from jsonb_to_recordset(batch) as (kind text, debit int, credit int, initiator int, target int, amount bigint, key text,
               fingerprint text, parent int, receiver text, session uuid)), at));
  elsif batch @? '$[*] ? (@.kind != "GAME" && @.kind != "ROLLBACK")' then
    raise exception 'a batch holds movements of agents or of games, not both';
  end if;
  return apply_game_movements(batch, at);
end $$;

drop function ledger_apply_one(text, int, int, text, bigint, text, text);
-- One deposit or withdrawal by the shortest way; its result, as ledger_apply_agents'. Only what is accepted is done here: a
-- refusal that shows before anything was written is left to the batch, and where a constraint refuses instead (a key seen
-- before, a receiver that holds too much), nothing has moved and the caller sends it to ledger_apply_agents.
create function ledger_apply_one(in_kind text, in_initiator int, in_parent int, in_receiver text, in_amount bigint,
                                 in_key text, in_fingerprint text, in_session uuid default null) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  deposits constant boolean := in_kind = 'DEPOSIT';
  target_user int; target_account int; lives boolean;
  debit int; credit int;
  debited record; credited record; initiator record; target record;
  moment timestamptz;
  movement bigint;
  result jsonb;
begin
  if not coalesce(in_kind in ('DEPOSIT', 'WITHDRAWAL'), false) then
    raise exception 'agents deposit and withdraw' using errcode = '42501';
  end if;
  select child.id, child.account_id, in_session is null or session_lives(in_session, in_parent)
    into target_user, target_account, lives
    from (select) here left join users child on child.username = in_receiver and child.parent_id = in_parent;
  if lives and target_user is not null then
    if deposits then
      debit := in_initiator; credit := target_account;
    else
      debit := target_account; credit := in_initiator;
    end if;
    -- Locks in ascending ids, as ledger_lock takes them.
    if credit < debit then
      perform from accounts where id = credit for no key update;
    end if;
    update accounts set balance = balance - in_amount, posting_count = posting_count + 1,
        initiated_count = initiated_count + deposits::int, received_count = received_count + (not deposits)::int,
        initiated_in = initiated_in + counted_in(in_kind, in_amount),
        last_moved_at = greatest(last_moved_at, date_trunc('milliseconds', clock_timestamp()))
      where id = debit and balance - in_amount >= least_balance
      returning balance, initiated_count, received_count, initiated_in, initiated_out, last_moved_at into debited;
  end if;
  if debit is null or not found then
    return (apply_agent_movements(resolve_agent_movements(array[in_kind], null, null, array[in_initiator], null, array[in_amount],
      array[in_key], array[in_fingerprint], array[in_parent], array[in_receiver], array[in_session]), null))[1];
  end if;
  update accounts set balance = balance + in_amount, posting_count = posting_count + 1,
      initiated_count = initiated_count + (not deposits)::int, received_count = received_count + deposits::int,
      initiated_out = initiated_out + counted_out(in_kind, in_amount),
      last_moved_at = greatest(last_moved_at, debited.last_moved_at)
    where id = credit
    returning balance, initiated_count, received_count, initiated_in, initiated_out, last_moved_at into strict credited;
  moment := credited.last_moved_at;
  if moment > debited.last_moved_at then
    -- Somebody moved the credited account after we read the clock: neither may go back in time.
    update accounts set last_moved_at = moment where id = debit;
  end if;

  if deposits then
    initiator := debited; target := credited;
  else
    initiator := credited; target := debited;
  end if;
  movement := nextval('transfer_ids');
  result := jsonb_build_object('ok', true, 'transferId', movement, 'targetUserId', target_user,
    'initiatorBalance', initiator.balance, 'targetBalance', target.balance);
  insert into transfers values (movement, in_amount, moment, initiator.initiated_in, initiator.initiated_out,
    debit, credit, in_initiator, target_account, in_kind, '');
  insert into postings values
    (movement, case when deposits then -in_amount else in_amount end, initiator.balance, in_initiator,
     initiator.initiated_count, 'O'),
    (movement, case when deposits then in_amount else -in_amount end, target.balance, target_account,
     target.received_count, 'I');
  if in_key is not null then
    insert into idempotency_keys values (in_initiator, in_key, in_fingerprint, result, moment);
  end if;
  return result;
end $$;

revoke execute on function session_lives, resolve_agent_movements, apply_agent_movements, ledger_apply_agents, ledger_apply_one
  from public;
grant execute on function ledger_apply_agents, ledger_apply_one to palier_app;
