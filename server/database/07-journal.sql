-- Entries of the accounts' journals.

-- Writes one entry in the caller's transaction. The actor is the user, its parent, or null for an operator or the server. Entries
-- of kind 'account-created' are written by the trigger of users only.
create or replace function record_act(about int, by_whom int, act text, of_session uuid default null, with_browser text default null,
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
