-- Up Migration

-- A stake asks whether its player has this very game open: one look, however often games were opened. What is older than
-- a day allows no stake (game_verdict) and is forgotten.

-- Movements wait from here on, before they hold anything that is changed below: taken later, the locks could meet crosswise.
lock table accounts in exclusive mode;

drop index game_sessions_live;
create index game_sessions_live on game_sessions (user_id, provider_code, game_code, created_at desc) where ended_at is null;
-- For what ends with its login.
create index game_sessions_of_login on game_sessions (login_session_id) where ended_at is null;
create index game_sessions_age on game_sessions (created_at);

-- As in 0011, and games opened more than a day ago. Nothing refers to them: rounds and wins name the player and the game.
create or replace function forget_expired(most int) returns int language plpgsql security definer
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
  gone := gone + n;
  delete from account_acts where ctid = any (array(
    select ctid from account_acts where kind in ('signed-in', 'signed-out') and created_at < now() - sign_in_retention()
     order by created_at limit most for update skip locked));
  get diagnostics n = row_count;
  gone := gone + n;
  delete from game_sessions where id = any (array(
    select id from game_sessions where created_at < now() - interval '1 day'
     order by created_at limit most for update skip locked));
  get diagnostics n = row_count;
  return gone + n;
end $$;
