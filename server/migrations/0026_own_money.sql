-- Up Migration

-- An agent moves its own money: the account that a movement names is that of the user it names. Until now the application's role
-- could name any, the issue account as well: a deposit from there to somebody's child issued money.

-- Whether a user may move the money of this account: it is its own, and the session neither ended nor expired, its user active.
-- Without a session, which was then looked at before, the account alone.
create function may_move(session uuid, caller int, account int) returns boolean language sql stable as $$
  select exists (select from users u where u.id = caller and u.account_id = account
                    and (session is null or u.active and exists (
                      select from sessions s where s.id = session and s.user_id = caller
                         and s.revoked_at is null and s.expires_at > now())))
$$;
revoke execute on function may_move from public;

-- As in 0013.
create or replace function resolve_agent_movements(kinds text[], debits int[], credits int[], initiators int[], targets int[], amounts bigint[],
                                        keys text[], fingerprints text[], parents int[], receivers text[], sessions uuid[])
returns agent_movement[] language sql stable as $$
  select array_agg((m.kind,
           case when m.receiver is null then m.debit when m.kind = 'DEPOSIT' then m.initiator else child.account_id end,
           case when m.receiver is null then m.credit when m.kind = 'DEPOSIT' then child.account_id else m.initiator end,
           m.initiator, coalesce(m.target, child.account_id), m.amount, m.key, m.fingerprint, child.id,
           case when m.receiver is not null and not may_move(m.session, m.parent, m.initiator) then '{"ok": false, "reason": "session"}'
                when case when m.receiver is null then m.debit is null or m.credit is null else child.id is null end
                  then '{"ok": false, "reason": "receiver"}'
                when known.key is not null then kept_answer(known, m.fingerprint) end)::agent_movement order by m.place)
    from unnest(kinds, debits, credits, initiators, targets, amounts, keys, fingerprints, parents, receivers, sessions) with ordinality
         as m (kind, debit, credit, initiator, target, amount, key, fingerprint, parent, receiver, session, place)
    left join users child on child.username = m.receiver and child.parent_id = m.parent
    left join idempotency_keys known on known.account_id = m.initiator and known.key = m.key
$$;

-- As in 0020.
create or replace function ledger_apply_one(in_kind text, in_initiator int, in_parent int, in_receiver text, in_amount bigint,
                                 in_key text, in_fingerprint text, in_session uuid default null) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
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
  if target_user is not null and may_move(in_session, in_parent, in_initiator) then
    if deposits then
      debit := in_initiator; credit := target_account; posted := -in_amount;
    else
      debit := target_account; credit := in_initiator; posted := in_amount;
    end if;
    -- Locks in ascending ids, as ledger_lock takes them.
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
      array[in_key], array[in_fingerprint], array[in_parent], array[in_receiver], array[in_session]), null))[1];
  end if;
  if moment > debited_at then
    -- Somebody moved the credited account after we read the clock: neither may go back in time.
    update accounts set last_moved_at = moment where id = debit;
  end if;

  movement := nextval('transfer_ids');
  result := jsonb_build_object('ok', true, 'transferId', movement, 'targetUserId', target_user,
    'initiatorBalance', initiator_balance, 'targetBalance', target_balance);
  insert into transfers values (movement, in_amount, moment, in_after, out_after, debit, credit, in_initiator, target_account,
    in_kind, '');
  insert into postings (transfer_id, amount, balance_after, account_id, seq, list) values
    (movement, posted, initiator_balance, in_initiator, initiator_seq, 'O'),
    (movement, -posted, target_balance, target_account, target_seq, 'I');
  if in_key is not null then
    insert into idempotency_keys values (in_initiator, in_key, in_fingerprint, result, moment);
  end if;
  return result;
end $$;

drop function session_lives;
