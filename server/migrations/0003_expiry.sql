-- Up Migration

-- Rows are written in order of time, so a block range index finds the old ones for next to nothing per insert.
create index idempotency_keys_age on idempotency_keys using brin (created_at);
create index sessions_expiry on sessions (expires_at);

-- Deletes up to `most` rows of each kind that nobody can need any more and returns how many went. A key answers for
-- seven days; a session's row outlives it by a day, so that a late replay is still told from an unknown token.
create function forget_expired(most int) returns int language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  gone int := 0;
  n int;
begin
  -- One process at a time; the others find it busy and have nothing to do.
  if not pg_try_advisory_xact_lock(hashtext('palier-forget-expired')) then
    return 0;
  end if;
  delete from idempotency_keys where ctid = any (array(
    select ctid from idempotency_keys where created_at < now() - interval '7 days' limit most for update skip locked));
  get diagnostics gone = row_count;
  -- Refresh tokens go with their session.
  delete from sessions where id = any (array(
    select id from sessions where expires_at < now() - interval '1 day' limit most for update skip locked));
  get diagnostics n = row_count;
  gone := gone + n;
  delete from login_failures where subject = any (array(
    select subject from login_failures where window_started_at < now() - interval '1 hour' limit most
      for update skip locked));
  get diagnostics n = row_count;
  gone := gone + n;
  delete from known_addresses where ctid = any (array(
    select ctid from known_addresses where seen_at < now() - interval '180 days' limit most for update skip locked));
  get diagnostics n = row_count;
  return gone + n;
end $$;
revoke execute on function forget_expired from public;
grant execute on function forget_expired to palier_app;
