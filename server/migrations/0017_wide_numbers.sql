-- Up Migration

-- A list of postings is numbered in 64 bits: the list 'S' of a busy provider's house would have come to the end of 32 within
-- days of ten thousand stakes a second, and every stake there would have failed from then on. Beside the other wide columns
-- the number costs no byte: what it took before was padding, in the table as in its key.
-- It stands last: the body of 0013's ledger_apply_one, which may be waiting for the lock below and names no columns, is then
-- refused by the types, and its movement sent again, instead of writing the number where the account belongs.
-- Writes the table anew: some seconds a million postings, and room for a second copy meanwhile (docs/operations.md).

-- Movements wait from here on, before they hold anything that is changed below: taken later, the locks could meet crosswise.
lock table accounts in exclusive mode;

drop view audit_postings, audit_jackpot;
alter table postings rename to postings_narrow;
create table postings (
  transfer_id bigint not null,
  amount posted_micros not null,
  balance_after bigint not null,
  account_id int not null,
  list posting_list not null,
  seq bigint not null
);
insert into postings select transfer_id, amount, balance_after, account_id, list, seq from postings_narrow;
drop table postings_narrow;
-- No foreign keys: only ledger_write and ledger_apply_one write here, from rows they hold locked, and `admin verify` recounts.
alter table postings add primary key (account_id, list, seq);
analyze postings;

create trigger postings_sum_to_zero after insert on postings
  referencing new table as added for each statement execute function refuse_unbalanced_postings();
create trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function refuse_change();

-- Touched, so that connections which have compiled it for the table that went do so again.
alter function ledger_write(accounts[], int[], ledger_step[], timestamptz) volatile;

-- As in 0013, with its columns named.
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

-- As in 0008, for outside audit (design §3).
create view audit_postings as
  select p.transfer_id as op_id, p.account_id, p.amount::bigint as amount_micros, t.kind::text, p.balance_after, t.created_at
    from postings p join transfers t on t.id = p.transfer_id;
create view audit_jackpot as
  select p.tier, a.balance as balance_micros,
         coalesce(sum(x.amount) filter (where t.kind = 'ISSUE'), 0)::bigint as seeds_micros,
         coalesce(sum(x.amount) filter (where t.kind = 'JACKPOT_CONTRIBUTION'), 0)::bigint as contributions_micros,
         coalesce(-sum(x.amount) filter (where t.kind = 'JACKPOT_WIN'), 0)::bigint as prizes_micros
    from jackpot_pots p join accounts a on a.id = p.account_id
    left join postings x on x.account_id = a.id left join transfers t on t.id = x.transfer_id
   group by p.tier, a.balance;
grant select on postings, audit_postings, audit_jackpot to palier_app;
