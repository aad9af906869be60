-- Up Migration

-- What an account's play has brought it, wins and returned stakes less stakes, is kept beside its balance: the trial balance
-- of a subtree reads it from the accounts, however much its players have played.

alter table accounts add column played bigint not null default 0;
update accounts a set played = p.played
  from (select account_id, sum(amount) as played from postings
         where list = 'O' and account_id in (select account_id from users where role = 'ROLE_CLIENT') group by account_id) p
 where a.id = p.account_id;

-- What a posting of its initiator adds to `played`.
create function counted_play(kind text, posted bigint) returns bigint language sql immutable as
'select case when kind in (''DEPOSIT'', ''WITHDRAWAL'', ''USER_CREATION'') then 0 else posted end';

-- As in 0008, with `played`.
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
        purse.played := purse.played + counted_play(step.kind, entry.amount);
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
      played = p.played, last_moved_at = moment
    from unnest(locked) p where a.id = p.id and a.posting_count <> p.posting_count;
end $$;
