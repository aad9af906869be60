-- Up Migration

-- A lone movement of agents' money has a path of its own, because most of a batch's cost is there to be shared by many. What
-- constraints cost is told by their text: PostgreSQL reads a table's CHECKs anew for every statement, a domain's once a
-- connection, so lists of words are domains and an account's limits are columns.

drop view audit_postings, audit_balances, audit_jackpot;

create domain account_kind as text check (value in ('USER', 'ISSUE', 'HOUSE', 'JACKPOT'));
create domain movement_kind as text check (value in ('DEPOSIT', 'WITHDRAWAL', 'USER_CREATION', 'ISSUE', 'BET', 'WIN',
                                                     'ROLLBACK', 'JACKPOT_CONTRIBUTION', 'JACKPOT_WIN'));
create domain posting_list as "char" check (value in ('O', 'I', 'S'));
create domain moved_micros as bigint check (value > 0);
create domain posted_micros as bigint check (value <> 0);

do $$
declare
  old record;
begin
  -- By what they check: their names differ between a fresh database and one that was migrated.
  for old in select conrelid::regclass as of_table, conname from pg_constraint
              where contype = 'c' and conrelid in ('accounts'::regclass, 'transfers'::regclass, 'postings'::regclass)
                and pg_get_constraintdef(oid) not like '%debit_account_id%' loop
    execute format('alter table %s drop constraint %I', old.of_table, old.conname);
  end loop;
end $$;
alter table transfers alter column kind type movement_kind, alter column amount type moved_micros;
alter table postings alter column list type posting_list, alter column amount type posted_micros;
alter table accounts
  alter column kind type account_kind,
  -- What the balance must stay between: never below zero, nor above what a JSON number carries to the micro-dinar. The
  -- issue account and the houses have neither limit.
  add column least_balance bigint not null default 0,
  add column largest_balance bigint not null default 9000000000000000;
update accounts set least_balance = -9223372036854775808, largest_balance = 9223372036854775807
  where kind in ('ISSUE', 'HOUSE');
alter table accounts
  add constraint balance_not_below_least check (balance >= least_balance),
  add constraint balance_not_above_largest check (balance <= largest_balance);

create or replace function house_account(provider text) returns int language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  found_id int;
begin
  select id into found_id from accounts where code = 'house:' || provider;
  if found_id is null then
    insert into accounts (code, kind, least_balance, largest_balance)
      values ('house:' || provider, 'HOUSE', -9223372036854775808, 9223372036854775807) on conflict (code) do nothing;
    select id into strict found_id from accounts where code = 'house:' || provider;
  end if;
  return found_id;
end $$;

-- The usual statement writes the two postings of one transfer; only of others are the sums of each transfer told apart.
create or replace function refuse_unbalanced_postings() returns trigger language plpgsql as $$
begin
  if (select count(*) <> 2 or sum(amount) <> 0 or min(transfer_id) <> max(transfer_id) from added)
     and exists (select from added group by transfer_id having sum(amount) <> 0 or count(*) <> 2) then
    raise exception 'postings of a transfer must be two and sum to zero';
  end if;
  return null;
end $$;

-- What a movement adds to its initiator's running totals (spec's report), for both paths.
create function counted_in(kind text, amount bigint) returns bigint language sql immutable as
'select case when kind in (''DEPOSIT'', ''USER_CREATION'') then amount else 0 end';
create function counted_out(kind text, amount bigint) returns bigint language sql immutable as
'select case when kind = ''WITHDRAWAL'' then amount else 0 end';

create or replace function ledger_write(locked accounts[], ids int[], steps ledger_step[], moment timestamptz) returns void
language plpgsql as $$
declare
  step ledger_step;
  purse accounts;
  entry postings;
  entries postings[] := '{}';
  row transfers;
  rows transfers[] := '{}';
  place int;
begin
  if cardinality(steps) = 0 then
    return;
  end if;
  foreach step in array steps loop
    row := (step.id, step.amount, moment, 0, 0, step.debit, step.credit, step.initiator, step.target, step.kind, step.label);
    entry.transfer_id := step.id;
    for number in 1..2 loop
      entry.account_id := case number when 1 then step.debit else step.credit end;
      entry.amount := case number when 1 then -step.amount else step.amount end;
      place := array_position(ids, entry.account_id);
      purse := locked[place];
      purse.balance := purse.balance + entry.amount;
      purse.posting_count := purse.posting_count + 1;
      entry.balance_after := purse.balance;
      if entry.account_id = step.initiator then
        purse.initiated_count := purse.initiated_count + 1;
        purse.initiated_in := purse.initiated_in + counted_in(step.kind, step.amount);
        purse.initiated_out := purse.initiated_out + counted_out(step.kind, step.amount);
        entry.list := 'O'; entry.seq := purse.initiated_count;
        row.initiated_in_after := purse.initiated_in; row.initiated_out_after := purse.initiated_out;
      elsif entry.account_id = step.target then
        purse.received_count := purse.received_count + 1;
        entry.list := 'I'; entry.seq := purse.received_count;
      else
        entry.list := 'S'; entry.seq := purse.posting_count - purse.initiated_count - purse.received_count;
      end if;
      locked[place] := purse;
      entries := entries || entry;
    end loop;
    rows := rows || row;
  end loop;

  insert into transfers select * from unnest(rows);
  insert into postings select * from unnest(entries);
  update accounts a set balance = p.balance, posting_count = p.posting_count, initiated_count = p.initiated_count,
      received_count = p.received_count, initiated_in = p.initiated_in, initiated_out = p.initiated_out,
      last_moved_at = moment
    from unnest(locked) p where a.id = p.id and a.posting_count <> p.posting_count;
end $$;

-- What a call is answered that brings a key seen before. One that resolve_attempt gave up says so, whatever the body.
create function kept_answer(known idempotency_keys, fingerprint text) returns jsonb language sql immutable as $$
  select case when known.fingerprint = kept_answer.fingerprint or known.answer->>'reason' = 'abandoned'
              then known.answer || '{"replayed": true}'
              else '{"ok": false, "reason": "key-reused", "replayed": true}' end
$$;

create or replace function apply_agent_movements(batch jsonb, at timestamptz) returns jsonb language plpgsql as $$
declare
  movements constant agent_movement[] := read_agent_movements(batch);
  locked accounts[]; ids int[]; balances bigint[]; moment timestamptz;
  m agent_movement;
  known idempotency_keys;
  keys idempotency_keys[] := '{}';
  step ledger_step;
  steps ledger_step[] := '{}';
  result jsonb;
  results jsonb[] := '{}';
  d int; c int;
begin
  select * into locked, ids, balances, moment from ledger_lock(
    array(select unnest(array[x.debit, x.credit, x.initiator]) from unnest(movements) x), at);
  foreach m in array movements loop
    if m.debit is null or m.credit is null then
      results := results || '{"ok": false, "reason": "receiver"}'::jsonb;
      continue;
    end if;
    if m.key is not null then
      select * into known from idempotency_keys where account_id = m.initiator and key = m.key;
      if found then
        results := results || kept_answer(known, m.fingerprint);
        continue;
      end if;
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
    -- A key twice in one batch fails here; the caller then sends its movements one by one.
    insert into idempotency_keys select * from unnest(keys);
  end if;
  return to_jsonb(results);
end $$;

create or replace function register_user_at(parent int, new_username text, new_hash text, new_role text, opening bigint,
                                 new_key text, new_fingerprint text, at timestamptz) returns jsonb
language plpgsql set search_path = public, pg_temp as $$
declare
  parent_row users;
  known idempotency_keys;
  new_account int;
  new_user int;
  number int;
  result jsonb;
begin
  -- Users before accounts, in every function: the same order everywhere cannot deadlock.
  select * into strict parent_row from users where id = parent for no key update;
  if new_key is not null then
    select * into known from idempotency_keys where account_id = parent_row.account_id and key = new_key;
    if found then
      return kept_answer(known, new_fingerprint);
    end if;
  end if;
  begin
    insert into accounts (code, kind) values ('user:' || new_username, 'USER') returning id into new_account;
    update users set child_count = child_count + 1 where id = parent returning child_count into number;
    insert into users (account_id, username, password_hash, role, parent_id, child_seq, created_at)
      values (new_account, new_username, new_hash, new_role, parent, number, coalesce(at, now()))
      returning id into new_user;
    if opening > 0 then
      result := ledger_apply_at(jsonb_build_array(jsonb_build_object('kind', 'USER_CREATION',
        'debit', parent_row.account_id, 'credit', new_account, 'initiator', parent_row.account_id,
        'target', new_account, 'amount', opening)), at)->0;
      if not (result->'ok')::boolean then
        raise exception 'refused' using errcode = 'PL001';
      end if;
    else
      select jsonb_build_object('ok', true, 'initiatorBalance', balance) into result
        from accounts where id = parent_row.account_id;
    end if;
    result := result || jsonb_build_object('userId', new_user);
  exception
    when unique_violation then result := '{"ok": false, "reason": "name-taken"}';
    when sqlstate 'PL001' then null; -- the refusal is already in result; the user is undone with this block
  end;
  if new_key is not null then
    insert into idempotency_keys (account_id, key, fingerprint, answer)
      values (parent_row.account_id, new_key, new_fingerprint, result);
  end if;
  return result;
end $$;
-- One deposit or withdrawal by the shortest way; its result, as ledger_apply's. Only what is accepted is done here: a
-- refusal that shows before anything was written is left to apply_agent_movements, and where a constraint refuses
-- instead (a key seen before, a receiver that holds too much), nothing has moved and the caller sends it to ledger_apply.
create function ledger_apply_one(in_kind text, in_initiator int, in_parent int, in_receiver text, in_amount bigint,
                                 in_key text, in_fingerprint text) returns jsonb language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  deposits constant boolean := in_kind = 'DEPOSIT';
  target_user int; target_account int;
  debit int; credit int;
  debited record; credited record; initiator record; target record;
  moment timestamptz;
  movement bigint;
  result jsonb;
begin
  if not coalesce(in_kind in ('DEPOSIT', 'WITHDRAWAL'), false) then
    raise exception 'agents deposit and withdraw' using errcode = '42501';
  end if;
  select id, account_id into target_user, target_account from users
    where username = in_receiver and parent_id = in_parent;
  if found then
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
  if not found then
    return apply_agent_movements(jsonb_build_array(jsonb_build_object('kind', in_kind, 'initiator', in_initiator,
      'parent', in_parent, 'receiver', in_receiver, 'amount', in_amount, 'key', in_key, 'fingerprint', in_fingerprint)), null)->0;
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

drop function if exists largest_balance();

-- For outside audit (design §3).
create view audit_postings as
  select p.transfer_id as op_id, p.account_id, p.amount::bigint as amount_micros, t.kind::text, p.balance_after, t.created_at
    from postings p join transfers t on t.id = p.transfer_id;
create view audit_balances as
  select a.id as account_id, coalesce(u.username, a.code) as username, a.balance as balance_micros
    from accounts a left join users u on u.account_id = a.id;
create view audit_jackpot as
  select p.tier, a.balance as balance_micros,
         coalesce(sum(x.amount) filter (where t.kind = 'ISSUE'), 0)::bigint as seeds_micros,
         coalesce(sum(x.amount) filter (where t.kind = 'JACKPOT_CONTRIBUTION'), 0)::bigint as contributions_micros,
         coalesce(-sum(x.amount) filter (where t.kind = 'JACKPOT_WIN'), 0)::bigint as prizes_micros
    from jackpot_pots p join accounts a on a.id = p.account_id
    left join postings x on x.account_id = a.id left join transfers t on t.id = x.transfer_id
   group by p.tier, a.balance;

revoke execute on function ledger_apply_one, kept_answer, counted_in, counted_out from public;
grant execute on function ledger_apply_one to palier_app;
grant select on audit_postings, audit_balances, audit_jackpot to palier_app;
