-- The core of the ledger: accounts are locked, a function of the files 02 or 05 decides, and the transfers are written.

-- What a movement adds to its initiator's totals initiated_in and initiated_out.
create or replace function counted_in(kind text, amount bigint) returns bigint language sql immutable as $$
  select case when kind in ('DEPOSIT', 'USER_CREATION') then amount else 0 end
$$;
create or replace function counted_out(kind text, amount bigint) returns bigint language sql immutable as $$
  select case when kind = 'WITHDRAWAL' then amount else 0 end
$$;
-- What a posting of its initiator adds to accounts.played.
create or replace function counted_play(kind text, posted bigint) returns bigint language sql immutable as $$
  select case when kind in ('DEPOSIT', 'WITHDRAWAL', 'USER_CREATION') then 0 else posted end
$$;

-- Locks accounts; returns their rows, ids and balances in the same order, and the moment of the batch. Locks are taken in
-- ascending ids by every function, so two batches that share accounts wait for each other and never deadlock. The moment is
-- in milliseconds, as dates are shown and asked for, and never before the last movement of an account of the batch, even when
-- the clock jumps. `at` dates the batch back, for the demo's seed.
create or replace function ledger_lock(wanted int[], at timestamptz,
                                       out locked accounts[], out ids int[], out balances bigint[], out moment timestamptz)
  language sql as $$
  select array_agg(a), array_agg((a).id), array_agg((a).balance),
         greatest(date_trunc('milliseconds', coalesce(at, clock_timestamp())), max((a).last_moved_at))
    from (select a from accounts a where id = any(wanted) order by id for no key update)
$$;

-- Writes the steps of a batch: each transfer, its two postings with the balance after each, and every account of the batch
-- once, however often it was moved. `locked` holds the accounts as they were before the batch.
create or replace function ledger_write(locked accounts[], ids int[], steps ledger_step[], moment timestamptz) returns void
  language plpgsql as $$
declare
  step ledger_step;
  account accounts;
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
    row.id := step.id; row.amount := step.amount; row.created_at := moment;
    row.initiated_in_after := 0; row.initiated_out_after := 0;
    row.debit_account_id := step.debit; row.credit_account_id := step.credit;
    row.initiator_id := step.initiator; row.target_id := step.target; row.kind := step.kind; row.label := step.label;
    entry.transfer_id := step.id;
    for side in 1..2 loop
      entry.account_id := case side when 1 then step.debit else step.credit end;
      entry.amount := case side when 1 then -step.amount else step.amount end;
      place := array_position(ids, entry.account_id);
      account := locked[place];
      account.balance := account.balance + entry.amount;
      account.posting_count := account.posting_count + 1;
      entry.balance_after := account.balance;
      if entry.account_id = step.initiator then
        account.initiated_count := account.initiated_count + 1;
        account.initiated_in := account.initiated_in + counted_in(step.kind, step.amount);
        account.initiated_out := account.initiated_out + counted_out(step.kind, step.amount);
        account.played := account.played + counted_play(step.kind, entry.amount);
        entry.list := 'O'; entry.seq := account.initiated_count;
        row.initiated_in_after := account.initiated_in; row.initiated_out_after := account.initiated_out;
      elsif entry.account_id = step.target then
        account.received_count := account.received_count + 1;
        entry.list := 'I'; entry.seq := account.received_count;
      else
        entry.list := 'S'; entry.seq := account.posting_count - account.initiated_count - account.received_count;
      end if;
      locked[place] := account;
      entries := entries || entry;
    end loop;
    rows := rows || row;
  end loop;

  insert into transfers (id, amount, created_at, initiated_in_after, initiated_out_after, debit_account_id, credit_account_id,
                         initiator_id, target_id, kind, label)
    select id, amount, created_at, initiated_in_after, initiated_out_after, debit_account_id, credit_account_id,
           initiator_id, target_id, kind, label from unnest(rows);
  insert into postings (transfer_id, amount, balance_after, account_id, list, seq)
    select transfer_id, amount, balance_after, account_id, list, seq from unnest(entries);
  update accounts a set balance = p.balance, posting_count = p.posting_count, initiated_count = p.initiated_count,
      received_count = p.received_count, initiated_in = p.initiated_in, initiated_out = p.initiated_out,
      played = p.played, last_moved_at = moment
    from unnest(locked) p where a.id = p.id and a.posting_count <> p.posting_count;
end $$;
