-- Up Migration

-- Of each user, the XOR of the hashes of its journal entries. `npm run admin -- verify` compares it with the entries, so an entry
-- that was changed, added or deleted past the triggers is found. Not a column of users, because each sign-in would write their indexes.
create table journal_checksums (
  user_id int primary key,
  checksum bigint not null
);

-- Names the columns, so that a column added later does not change the hashes.
create function journal_entry_hash(entry journal_entries) returns bigint language sql immutable as $$
  select hash_record_extended(row(entry.id, entry.user_id, entry.actor_id, entry.kind, entry.created_at, entry.session_id,
    entry.browser, entry.system, entry.session_count, entry.reason, entry.operator), 0)
$$;

create function add_to_journal_checksum() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into journal_checksums (user_id, checksum) values (new.user_id, journal_entry_hash(new))
    on conflict (user_id) do update set checksum = journal_checksums.checksum # excluded.checksum;
  return null;
end $$;
-- At the commit, so that the checksum is the last row that a transaction locks: some lock sessions before they write an entry,
-- others after it.
create constraint trigger journal_entries_summed after insert on journal_entries
  deferrable initially deferred for each row execute function add_to_journal_checksum();

create or replace function refuse_change_of_journal() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.kind in ('signed-in', 'signed-out') and old.created_at < now() - sign_in_retention() then
    update journal_checksums set checksum = checksum # journal_entry_hash(old) where user_id = old.user_id;
    return old;
  end if;
  raise exception 'journal_entries is append-only';
end $$;

insert into journal_checksums (user_id, checksum)
  select user_id, bit_xor(journal_entry_hash(e)) from journal_entries e group by user_id;

-- Money that the demo's seed issued to users had no order.
insert into issues (transfer_id, issued_by)
  select t.id, 'demo' from transfers t join users u on u.account_id = t.credit_account_id
   where t.kind = 'ISSUE' on conflict (transfer_id) do nothing;
