-- Up Migration

-- What was done to each account, when and by whom: its journal. Like postings, it is written by the functions below alone
-- and never changed; money has its own book (transfers). No foreign keys: nobody may delete a user.
create table account_acts (
  id bigint generated always as identity,
  user_id int not null,
  -- Oneself or the parent; null for the house: an operator, or the server itself.
  actor_id int,
  kind text not null check (kind in ('account-created', 'activated', 'deactivated', 'password-changed', 'signed-in',
                                     'signed-out', 'sessions-ended')),
  created_at timestamptz not null default now(),
  -- Of a sign-in: its session, and the families of its browser and system. No address, and not the browser's whole name
  -- of itself: neither is needed to recognise one's own device, and both follow a person about.
  session_id uuid,
  browser text,
  system text,
  -- Of ended sessions: how many, and why.
  session_count int,
  reason text,
  -- Also the index of a journal's page: the newest of one account, from any point back.
  primary key (user_id, id)
);
create index account_acts_sign_ins on account_acts (user_id, id) where kind = 'signed-in';
create index account_acts_forgettable on account_acts (created_at) where kind in ('signed-in', 'signed-out');

-- How long signing in and out is remembered; what was done to an account is kept for ever.
create function sign_in_retention() returns interval language sql immutable as $$ select interval '180 days' $$;

create function refuse_change_of_acts() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.kind in ('signed-in', 'signed-out') and old.created_at < now() - sign_in_retention() then
    return old;
  end if;
  raise exception 'account_acts is append-only';
end $$;
create trigger account_acts_append_only before update or delete on account_acts
  for each row execute function refuse_change_of_acts();
create trigger account_acts_not_truncated before truncate on account_acts
  for each statement execute function refuse_change();

-- Writes one act, in the caller's transaction. An account is acted on by itself, its parent or the house; that it was
-- created is written by the trigger below and by nobody else.
create function record_act(about int, by_whom int, act text, of_session uuid default null, with_browser text default null,
                           with_system text default null, sessions int default null, because text default null)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if act = 'account-created' or not exists (
    select from users where id = about and (by_whom is null or by_whom in (id, parent_id))) then
    raise exception 'user % may not record % about user %', by_whom, act, about;
  end if;
  insert into account_acts (user_id, actor_id, kind, session_id, browser, system, session_count, reason)
    values (about, by_whom, act, of_session, with_browser, with_system, sessions, because);
end $$;

create function record_creation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into account_acts (user_id, actor_id, kind, created_at)
    select id, parent_id, 'account-created', created_at from added order by id;
  return null;
end $$;
create trigger users_creation_recorded after insert on users
  referencing new table as added for each statement execute function record_creation();

insert into account_acts (user_id, actor_id, kind, created_at)
  select id, parent_id, 'account-created', created_at from users order by id;

-- What the owner of a session recognises it by.
alter table sessions add column browser text, add column system text;
create index sessions_live_newest on sessions (user_id, created_at) where revoked_at is null;
drop index sessions_live;

-- As in 0003, and sign-ins that are past their time.
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
  return gone + n;
end $$;

revoke execute on function record_act, record_creation, refuse_change_of_acts, sign_in_retention from public;
grant execute on function record_act, sign_in_retention to palier_app;
grant select on account_acts to palier_app;
