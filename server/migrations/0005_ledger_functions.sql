-- Up Migration

-- The ledger's tables, packed, and its one writer as readable functions. A posting is numbered densely in one of its
-- account's lists: 'O', what the account initiated; 'I', what it received of an initiator; 'S', the system's movements.
-- The key of postings is then the index of both histories, and transfers needs none for them.

drop view audit_postings, audit_balances, audit_jackpot;
drop function ledger_apply(jsonb);
drop function ledger_apply_at(jsonb, timestamptz);

alter table transfers rename to transfers_v1;
alter table postings rename to postings_v1;
alter table transfers_v1 rename constraint transfers_pkey to transfers_v1_pkey;
alter table postings_v1 rename constraint postings_pkey to postings_v1_pkey;
drop index transfers_outgoing, transfers_incoming, transfers_pair, transfers_dated;

-- Wide columns first and none of them null for an agent's transfer: 100 bytes a row instead of 145.
create table transfers (
  id bigint primary key,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  -- The initiator's running totals after this transfer: a report is a difference of two rows.
  initiated_in_after bigint not null default 0,
  initiated_out_after bigint not null default 0,
  debit_account_id int not null,
  credit_account_id int not null,
  initiator_id int,
  target_id int,
  kind text not null check (kind in ('DEPOSIT', 'WITHDRAWAL', 'USER_CREATION', 'ISSUE', 'BET', 'WIN', 'ROLLBACK',
                                     'JACKPOT_CONTRIBUTION', 'JACKPOT_WIN')),
  -- The provider of a stake or win, the tier of a jackpot's movement, else empty.
  label text not null default '',
  check (debit_account_id <> credit_account_id)
);
create table postings (
  transfer_id bigint not null,
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  account_id int not null,
  seq int not null,
  list "char" not null check (list in ('O', 'I', 'S')),
  -- No foreign keys: only ledger_write writes here, from rows it holds locked, and `admin verify` recounts.
  primary key (account_id, list, seq)
);
insert into transfers
  select id, amount, created_at, coalesce(initiated_in_after, 0), coalesce(initiated_out_after, 0), debit_account_id,
         credit_account_id, initiator_id, target_id, kind, coalesce(label, '') from transfers_v1;
insert into postings
  select p.transfer_id, p.amount, p.balance_after, p.account_id,
         row_number() over (partition by p.account_id, l.list order by p.transfer_id), l.list
    from postings_v1 p join transfers t on t.id = p.transfer_id
   cross join lateral (select (case p.account_id when t.initiator_id then 'O' when t.target_id then 'I' else 'S' end)::"char") l (list);
drop table transfers_v1, postings_v1;

create index transfers_dated on transfers (initiator_id, created_at, id) where initiator_id is not null;

create trigger postings_sum_to_zero after insert on postings
  referencing new table as added for each statement execute function refuse_unbalanced_postings();
create trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function refuse_change();
create trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();

-- A user's balance stays within what a JSON number carries to the micro-dinar (accounts.balance_representable).
create function largest_balance() returns bigint language sql immutable as 'select 9000000000000000';

-- One movement of money to write, in order; its amount has been found good for the balances it meets.
create type ledger_step as (
  id bigint, kind text, debit int, credit int, amount bigint, initiator int, target int, label text
);

-- Locks accounts; returns their rows, ids and balances, in the same order, and the moment of the batch. Ascending ids,
-- whoever asks: two batches that share accounts wait for each other and never deadlock. The moment is in milliseconds, as
-- dates are shown and asked for, and never before the last movement of an account it touches, even if the clock jumps;
-- `at` back-dates, for the demo's seed.
create function ledger_lock(wanted int[], at timestamptz,
                            out locked accounts[], out ids int[], out balances bigint[], out moment timestamptz)
language sql as $$
  select array_agg(a), array_agg((a).id), array_agg((a).balance),
         greatest(date_trunc('milliseconds', coalesce(at, clock_timestamp())), max((a).last_moved_at))
    from (select a from accounts a where id = any(wanted) order by id for no key update)
$$;

-- Writes the steps of a batch: transfers, their two postings with the balance after each, and every touched account
-- once, however often the batch moved it. `locked` holds the accounts as they were before the batch.
create function ledger_write(locked accounts[], ids int[], steps ledger_step[], moment timestamptz) returns void
language plpgsql as $$
declare
  step ledger_step;
  side record;
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
        if step.kind in ('DEPOSIT', 'USER_CREATION') then
          purse.initiated_in := purse.initiated_in + step.amount;
        elsif step.kind = 'WITHDRAWAL' then
          purse.initiated_out := purse.initiated_out + step.amount;
        end if;
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

-- What a movement of agents' money names: two accounts, or an agent (`parent`, a user's id) and the username of one of
-- its direct children (`receiver`). Debit or credit is null when that child is not to be found.
create type agent_movement as (
  kind text, debit int, credit int, initiator int, target int, amount bigint, key text, fingerprint text,
  target_user int
);
create function read_agent_movements(batch jsonb) returns agent_movement[] language sql as $$
  select array_agg((m.kind,
           case when m.receiver is null then m.debit when m.kind = 'DEPOSIT' then m.initiator else child.account_id end,
           case when m.receiver is null then m.credit when m.kind = 'DEPOSIT' then child.account_id else m.initiator end,
           m.initiator, coalesce(m.target, child.account_id), m.amount, m.key, m.fingerprint, child.id)::agent_movement order by m.place)
    from rows from (jsonb_to_recordset(batch) as (kind text, debit int, credit int, initiator int, target int, amount bigint,
                    key text, fingerprint text, parent int, receiver text)) with ordinality
         as m (kind, debit, credit, initiator, target, amount, key, fingerprint, parent, receiver, place)
    left join users child on child.username = m.receiver and child.parent_id = m.parent
$$;

-- Deposits, withdrawals, creations and issues: applied in arrival order, each with its own result or refusal.
create function apply_agent_movements(batch jsonb, at timestamptz) returns jsonb language plpgsql as $$
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
        result := case when known.fingerprint = m.fingerprint then known.answer || '{"replayed": true}'
                       else '{"ok": false, "reason": "key-reused", "replayed": true}' end;
        results := results || result;
        continue;
      end if;
    end if;

    d := array_position(ids, m.debit); c := array_position(ids, m.credit);
    if balances[d] < m.amount and locked[d].kind not in ('ISSUE', 'HOUSE') then
      result := '{"ok": false, "reason": "funds"}';
    elsif locked[c].kind = 'USER' and balances[c] + m.amount > largest_balance() then
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

-- A pot during a batch. `owed` gathers contributions of one house: posted as one transfer per pot and house in a batch,
-- or before a win.
create type jackpot_state as (tier text, account int, rate int, seed bigint, ceiling bigint, owed bigint);

-- The pots in the order of their tiers, read under their accounts' locks, which a change of their parameters takes too.
create function jackpot_states() returns jackpot_state[] language sql as $$
  select array_agg((p.tier, p.account_id, p.rate_thousandths, p.seed_micros, s.ceiling_micros, 0)::jackpot_state order by o.n)
    from unnest(array['bronze', 'silver', 'gold']) with ordinality o (tier, n)
    join jackpot_pots p using (tier) join jackpot_secrets s using (tier)
$$;

-- Bets, wins and rollbacks: applied in arrival order, each with its own result or refusal; the stake whose contribution
-- reaches a pot's ceiling wins all of the pot, here and now.
create function apply_game_movements(batch jsonb, at timestamptz) returns jsonb language plpgsql as $$
declare
  issue_account constant int := (select id from accounts where code = 'issue');
  movements ledger_movement[] := array(select x from jsonb_populate_recordset(null::ledger_movement, batch) x);
  locked accounts[]; ids int[]; balances bigint[]; moment timestamptz;
  pots jackpot_state[];
  pot jackpot_state;
  owed_house int;
  m ledger_movement;
  verdict jsonb; refund bigint;
  results jsonb[] := '{}';
  todo ledger_step[];
  step ledger_step;
  steps ledger_step[] := '{}';
  contribution bigint; contributed bigint;
  hits text[]; wins int[];
  place int;
begin
  select * into locked, ids, balances, moment from ledger_lock(
    array(select unnest(array[x.house, x."user"]) from unnest(movements) x
          union select account_id from jackpot_pots union select issue_account), at);
  pots := jackpot_states();

  -- The last, empty turn settles what the batch still owes to the pots.
  foreach m in array movements || null::ledger_movement loop
    todo := '{}'; hits := '{}'; wins := '{}'; contributed := 0; refund := null;
    if m.kind is not null then
      place := array_position(ids, m."user");
      select v.verdict, v.refund into verdict, refund from game_verdict(m, balances[place]) v;
      if verdict is not null then
        results := results || verdict;
        -- What the provider takes as final stays final; a win that came before its bet may come again.
        if verdict->'replayed' is null and verdict->>'reason' in ('funds', 'player') then
          perform keep_provider_transaction(m, 0, verdict, moment);
        end if;
        continue;
      end if;
    end if;

    if (m.bet > 0 or m.kind is null) and owed_house is distinct from m.house then
      for k in 1..3 loop
        pot := pots[k];
        if pot.owed > 0 then
          todo := todo || (null, 'JACKPOT_CONTRIBUTION', owed_house, pot.account, pot.owed, null, null, pot.tier)::ledger_step;
          pots[k].owed := 0;
        end if;
      end loop;
      owed_house := m.house;
    end if;
    if m.bet > 0 then
      todo := todo || (null, 'BET', m."user", m.house, m.bet, m."user", null, m.provider)::ledger_step;
      for k in 1..3 loop
        pot := pots[k];
        contribution := m.bet * pot.rate / 1000;
        contributed := contributed + contribution;
        pot.owed := pot.owed + contribution;
        place := array_position(ids, pot.account);
        if contribution > 0 and balances[place] + pot.owed >= pot.ceiling then
          todo := todo
            || (null, 'JACKPOT_CONTRIBUTION', m.house, pot.account, pot.owed, null, null, pot.tier)::ledger_step
            || (null, 'JACKPOT_WIN', pot.account, m."user", balances[place] + pot.owed, m."user", null, pot.tier)::ledger_step
            || (null, 'ISSUE', issue_account, pot.account, pot.seed, null, null, pot.tier)::ledger_step;
          pot.owed := 0;
          hits := hits || pot.tier;
        end if;
        pots[k] := pot;
      end loop;
    end if;
    if refund > 0 then
      todo := todo || (null, 'ROLLBACK', m.house, m."user", refund, m."user", null, m.provider)::ledger_step;
    elsif m.win > 0 then
      todo := todo || (null, 'WIN', m.house, m."user", m.win, m."user", null, m.provider)::ledger_step;
    end if;

    foreach step in array todo loop
      step.id := nextval('transfer_ids');
      steps := steps || step;
      place := array_position(ids, step.debit); balances[place] := balances[place] - step.amount;
      place := array_position(ids, step.credit); balances[place] := balances[place] + step.amount;
      if step.kind = 'JACKPOT_WIN' then
        -- The winner is shown the counters as they are once every pot it won has been seeded again.
        wins := wins || jackpot_end_draw(step.label, m."user", step.amount, array(
          select case when p.tier = any(hits) then p.seed else balances[array_position(ids, p.account)] + p.owed end
            from unnest(pots) p), moment);
        for k in 1..3 loop
          if pots[k].tier = step.label then
            pots[k].ceiling := jackpot_start_draw(step.label, moment);
          end if;
        end loop;
      end if;
    end loop;

    if m.kind is not null then
      verdict := jsonb_build_object('ok', true, 'balance', balances[array_position(ids, m."user")]);
      perform game_apply_to_round(m, refund, moment);
      perform keep_provider_transaction(m, contributed, verdict, moment);
      if cardinality(wins) > 0 then
        verdict := verdict || jsonb_build_object('wins', wins);
      end if;
      results := results || verdict;
    end if;
  end loop;

  perform ledger_write(locked, ids, steps, moment);
  return to_jsonb(results);
end $$;

-- A provider transaction that was decided for good, with its answer: a repeat gets the same one.
create function keep_provider_transaction(m ledger_movement, contributed bigint, answer jsonb, moment timestamptz)
returns void language sql as $$
  insert into provider_transactions values (m.provider, m.txn, m.round, m."user", m.fingerprint, coalesce(m.bet, 0),
    coalesce(m.win, 0), contributed, answer, moment)
$$;

-- The one writer of money. Takes 1 to 256 movements (jsonb array) of one sort, locks every account they touch in id order,
-- applies them in arrival order, each with its own result or refusal, and writes all rows at the end, so that a hot
-- account is updated once per batch. Returns the results in the same order.
--   agents: {kind, debit, credit, initiator, target, amount, key?, fingerprint?}, or for DEPOSIT and WITHDRAWAL
--           {kind, initiator, parent, receiver, amount, key?, fingerprint?}
--   games:  see ledger_movement
-- `at` back-dates, for the demo's seed alone: the application's role has no right to this function.
-- The settings keep the inner statements on their primary keys and their plans cached: a plan made while the tables were
-- small, or for each call anew, costs more than the work.
create function ledger_apply_at(batch jsonb, at timestamptz) returns jsonb language plpgsql
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if jsonb_array_length(batch) not between 1 and 256 then
    raise exception 'a batch holds 1 to 256 movements';
  end if;
  if not batch @? '$[*] ? (@.kind == "GAME" || @.kind == "ROLLBACK")' then
    return apply_agent_movements(batch, at);
  elsif batch @? '$[*] ? (@.kind != "GAME" && @.kind != "ROLLBACK")' then
    raise exception 'a batch holds movements of agents or of games, not both';
  end if;
  return apply_game_movements(batch, at);
end $$;

-- What the application may call: now, never back-dated; money is issued by operators alone.
create function ledger_apply(batch jsonb) returns jsonb language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if batch @? '$[*] ? (@.kind == "ISSUE" || @.kind == "USER_CREATION")' then
    raise exception 'the application issues no money' using errcode = '42501';
  end if;
  return ledger_apply_at(batch, null);
end $$;

-- For outside audit (design §3).
create view audit_postings as
  select p.transfer_id as op_id, p.account_id, p.amount as amount_micros, t.kind, p.balance_after, t.created_at
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

revoke execute on all functions in schema public from public;
grant execute on function ledger_apply to palier_app;
grant select on transfers, postings, audit_postings, audit_balances, audit_jackpot to palier_app;
