-- Up Migration

-- What has expired is found by an index, oldest first, however the rows lie: deletes leave room that new rows fill, so
-- that soon every block range of 0003's index held an old row, and each look read the whole table.
-- Keyed movements and sign-ins wait while the indexes are made, about a second a million rows (docs/operations.md).

-- First: it takes the table whole. A movement that has read its key here and writes it next would meet the lock of
-- `create index` crosswise.
drop index idempotency_keys_age;
create index idempotency_keys_age on idempotency_keys (created_at);
create index known_addresses_age on known_addresses (seen_at);

-- Deletes up to `most` rows of one table that nobody can need any more, the oldest first, and returns how many went. A key
-- answers for seven days; a session's row outlives it by a day, so that a late replay is still told from an unknown token.
create function forget_expired(of_table text, most int) returns int language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  gone int;
begin
  -- One process at a time; the others find it busy and have nothing to do.
  if not pg_try_advisory_xact_lock(hashtext('palier-forget-expired'), hashtext(of_table)) then
    return 0;
  end if;
  case of_table
    when 'idempotency_keys' then
      delete from idempotency_keys where ctid = any (array(
        select ctid from idempotency_keys where created_at < now() - interval '7 days'
         order by created_at limit most for update skip locked));
    when 'sessions' then
      -- Refresh tokens go with their session.
      delete from sessions where id = any (array(
        select id from sessions where expires_at < now() - interval '1 day'
         order by expires_at limit most for update skip locked));
    when 'login_failures' then
      delete from login_failures where subject = any (array(
        select subject from login_failures where window_started_at < now() - interval '1 hour' limit most
          for update skip locked));
    when 'known_addresses' then
      delete from known_addresses where ctid = any (array(
        select ctid from known_addresses where seen_at < now() - interval '180 days'
         order by seen_at limit most for update skip locked));
    when 'account_acts' then
      delete from account_acts where ctid = any (array(
        select ctid from account_acts where kind in ('signed-in', 'signed-out') and created_at < now() - sign_in_retention()
         order by created_at limit most for update skip locked));
    when 'game_sessions' then
      delete from game_sessions where id = any (array(
        select id from game_sessions where created_at < now() - interval '1 day'
         order by created_at limit most for update skip locked));
  end case;
  get diagnostics gone = row_count;
  return gone;
end $$;
revoke execute on function forget_expired(text, int) from public;
grant execute on function forget_expired(text, int) to palier_app;

-- For processes of the version before.
create or replace function forget_expired(most int) returns int language sql security definer
set search_path = public, pg_temp as $$
  select sum(forget_expired(x, most))::int from unnest(array[
    'idempotency_keys', 'sessions', 'login_failures', 'known_addresses', 'account_acts', 'game_sessions']) x
$$;
