-- The core of the ledger: accounts are locked, a function of the files 02 or 05 decides, and the transfers
-- are written.

-- The amounts that a movement adds to its initiator's totals initiated_in and initiated_out.
create or replace function counted_as_in(kind text, amount bigint) returns bigint language sql immutable as $$
  select case when kind in ('DEPOSIT', 'USER_CREATION', 'WITHDRAWAL_CORRECTION') then amount else 0 end
$$;
create or replace function counted_as_out(kind text, amount bigint) returns bigint
  language sql immutable as $$
  select case when kind in ('WITHDRAWAL', 'DEPOSIT_CORRECTION', 'REVERSAL') then amount else 0 end
$$;
-- The amount that a posting of the initiator adds to accounts.net_play.
create or replace function counted_as_net_play(kind text, posted bigint) returns bigint
  language sql immutable as $$
  select case when kind in ('DEPOSIT', 'WITHDRAWAL', 'USER_CREATION', 'DEPOSIT_CORRECTION',
                            'WITHDRAWAL_CORRECTION', 'REVERSAL') then 0 else posted end
$$;

-- Locks accounts; returns their rows, ids and balances in the same order, and the moment of the batch. Locks
-- are taken in ascending ids by every function, so two batches that share accounts wait for each other and
-- never deadlock. The moment is in milliseconds, as dates are shown and asked for, and never before the last
-- movement of an account of the batch, even when the clock jumps. `posted_at` dates the batch back, for the
-- demo's seed.
create or replace function lock_accounts(wanted int[], posted_at timestamptz,
                                         out locked accounts[], out ids int[], out balances bigint[],
                                         out moment timestamptz)
  language sql as $$
  select array_agg(a), array_agg((a).id), array_agg((a).balance),
         greatest(date_trunc('milliseconds', coalesce(posted_at, clock_timestamp())), max((a).last_moved_at))
    from (select a from accounts a where id = any(wanted) order by id for no key update)
$$;

-- Writes the planned transfers of a batch: each transfer, its two postings with the balance after each, and
-- every account once, however often the batch moved it. `locked` holds the accounts as they were before the
-- batch.
create or replace function write_transfers(locked accounts[], ids int[], planned planned_transfer[],
                                           moment timestamptz) returns void
  language plpgsql as $$
declare
  step planned_transfer;
  account accounts;
  entry postings;
  entries postings[] := '{}';
  place int;
  -- The initiator's totals after each transfer.
  in_after bigint; in_totals bigint[] := '{}';
  out_after bigint; out_totals bigint[] := '{}';
begin
  if cardinality(planned) = 0 then
    return;
  end if;
  foreach step in array planned loop
    in_after := 0; out_after := 0;
    entry.transfer_id := step.id;
    for side in 1..2 loop
      entry.account_id := case side when 1 then step.debit_account_id else step.credit_account_id end;
      entry.amount := case side when 1 then -step.amount else step.amount end;
      place := array_position(ids, entry.account_id);
      account := locked[place];
      account.balance := account.balance + entry.amount;
      account.posting_count := account.posting_count + 1;
      entry.balance_after := account.balance;
      if entry.account_id = step.initiator_account_id then
        account.initiated_count := account.initiated_count + 1;
        account.initiated_in := account.initiated_in + counted_as_in(step.kind, step.amount);
        account.initiated_out := account.initiated_out + counted_as_out(step.kind, step.amount);
        account.net_play := account.net_play + counted_as_net_play(step.kind, entry.amount);
        entry.list := 'O'; entry.seq := account.initiated_count;
        in_after := account.initiated_in; out_after := account.initiated_out;
      elsif entry.account_id = step.target_account_id then
        account.received_count := account.received_count + 1;
        entry.list := 'I'; entry.seq := account.received_count;
      else
        entry.list := 'S';
        entry.seq := account.posting_count - account.initiated_count - account.received_count;
      end if;
      locked[place] := account;
      entries := entries || entry;
    end loop;
    in_totals := in_totals || in_after;
    out_totals := out_totals || out_after;
  end loop;

  insert into transfers (id, amount, created_at, initiated_in_after, initiated_out_after,
                         debit_account_id, credit_account_id, initiator_account_id, target_account_id,
                         kind, label)
    select t.id, t.amount, moment, t.in_after, t.out_after, t.debit_account_id, t.credit_account_id,
           t.initiator_account_id, t.target_account_id, t.kind, t.label
      from unnest(planned, in_totals, out_totals)
        as t (id, kind, debit_account_id, credit_account_id, amount, initiator_account_id, target_account_id,
              label, in_after, out_after);
  insert into postings (transfer_id, amount, balance_after, account_id, list, seq)
    select transfer_id, amount, balance_after, account_id, list, seq from unnest(entries);
  update accounts a
     set balance = p.balance, posting_count = p.posting_count, initiated_count = p.initiated_count,
         received_count = p.received_count, initiated_in = p.initiated_in, initiated_out = p.initiated_out,
         net_play = p.net_play, last_moved_at = moment
    from unnest(locked) p where a.id = p.id and a.posting_count <> p.posting_count;
end $$;

-- The number of an account's postings in a list that are dated before a moment. Postings carry no date, and
-- an index of dates would slow down every movement. But a list is numbered in order of time (`admin verify`
-- checks the order), so a binary search finds the number with some twenty reads, however long the list is. An
-- account that has not moved since the moment needs no read. `at_least` is a number that the result is not
-- below, and probably little above: the search then begins there with steps of doubled length. The search is
-- one statement, because a statement for each read takes three times as long, and has one plan for all calls,
-- because the plan of a call in a small ledger takes longer than its search.
create or replace function postings_before(of_account int, of_list posting_list, moment timestamptz,
                                           at_least bigint default null)
  returns bigint
  language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return (
    -- The number is at least `low` and at most `low + length`. `step` is null once an upper bound is found.
    with recursive search (low, length, step) as (
      select case when last_moved_at < moment then count else coalesce(at_least, 0) end,
             case when last_moved_at < moment then 0 else count - coalesce(at_least, 0) end,
             case when at_least is not null then 1::bigint end
        from accounts cross join lateral (
          select case of_list when 'O' then initiated_count when 'I' then received_count
                              else posting_count - initiated_count - received_count end as count) of_list
       where id = of_account
      union all
      select case when is_before then low + read else low end,
             case when is_before then length - read else read - 1 end,
             case when is_before then 2 * step end
        from search
       cross join lateral (select least(coalesce(step, (length + 1) / 2), length) as read) probe
       cross join lateral (
         select (select t.created_at from transfers t where t.id = (
                   select p.transfer_id from postings p
                    where p.account_id = of_account and p.list = of_list
                      and p.seq = low + read)) < moment as is_before offset 0) dated
       where length > 0)
    select low from search where length = 0);
end $$;

-- The number of a transfer's posting in list O or I of an account, which has it. The numbers of these lists
-- rise with the ids of their transfers, which are taken under the locks of both accounts (`admin verify`
-- checks it), so the search is the same without the dates.
create or replace function posting_number(of_account int, of_list posting_list, of_transfer bigint)
  returns bigint
  language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return (
    -- The number is at least `low` and at most `high`.
    with recursive search (low, high) as (
      select 1::bigint, case of_list when 'O' then initiated_count else received_count end
        from accounts where id = of_account
      union all
      select case when at_middle.id < of_transfer then (low + high) / 2 + 1 else low end,
             case when at_middle.id < of_transfer then high else (low + high) / 2 end
        from search cross join lateral (
          select transfer_id as id from postings
           where account_id = of_account and list = of_list and seq = (low + high) / 2 offset 0) at_middle
       where low < high)
    select low from search where low = high);
end $$;
