-- Up Migration

-- The same rule for less: of the usual statement, the two postings of one transfer, they are looked at as a pair; an
-- aggregate cost a tenth of the whole movement. Of every other statement the sums of each transfer are told apart.
create or replace function refuse_unbalanced_postings() returns trigger language plpgsql as $$
begin
  if (exists (select from added offset 2)
      or not exists (select from added given
                      where given.amount < 0 and given.amount + (select amount from added taken
                        where taken.transfer_id = given.transfer_id and taken.amount > 0 limit 1) = 0))
     and exists (select from added group by transfer_id having sum(amount) <> 0 or count(*) <> 2) then
    raise exception 'postings of a transfer must be two and sum to zero';
  end if;
  return null;
end $$;

-- As in 0017; the child is read without a join around it.
create or replace function ledger_apply_one(in_kind text, in_initiator int, in_parent int, in_receiver text, in_amount bigint,
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
  select id, account_id into target_user, target_account from users where username = in_receiver and parent_id = in_parent;
  lives := in_session is null or session_lives(in_session, in_parent);
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
  insert into postings (transfer_id, amount, balance_after, account_id, seq, list) values
    (movement, case when deposits then -in_amount else in_amount end, initiator.balance, in_initiator,
     initiator.initiated_count, 'O'),
    (movement, case when deposits then in_amount else -in_amount end, target.balance, target_account,
     target.received_count, 'I');
  if in_key is not null then
    insert into idempotency_keys values (in_initiator, in_key, in_fingerprint, result, moment);
  end if;
  return result;
end $$;
