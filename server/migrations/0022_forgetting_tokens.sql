-- Up Migration

-- Refresh tokens are forgotten in parts, before their sessions: deleted with them, as many as one session had went in one
-- statement, and a session renewed for days without a pause has more than a statement has time for. Standing first, it would
-- have kept every other session from being forgotten, for good.

-- Deletes up to `most` rows of one table that nobody can need any more, the oldest first, and returns how many went. A key
-- answers for seven days; a session's row outlives it by a day, so that a late replay is still told from an unknown token.
create or replace function forget_expired(of_table text, most int) returns int language plpgsql security definer
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
    when 'refresh_tokens' then
      delete from refresh_tokens where ctid = any (array(
        select token.ctid from sessions s
         cross join lateral (select ctid from refresh_tokens where session_id = s.id limit most) token
         where s.expires_at < now() - interval '1 day' order by s.expires_at limit most));
    when 'sessions' then
      delete from sessions where id = any (array(
        select id from sessions where expires_at < now() - interval '1 day'
           and not exists (select from refresh_tokens where session_id = sessions.id)
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
