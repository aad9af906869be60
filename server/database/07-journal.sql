-- Entries of the accounts' journals.

-- Writes one entry in the caller's transaction. The actor is the user, the user's parent, or null for an
-- operator or the server. Entries of kind 'account-created' are written by the trigger of users only.
create or replace function record_journal_entry(
    about_user_id int, by_user_id int, entry_kind text, of_session uuid default null,
    with_browser text default null, with_system text default null, ended_sessions int default null,
    because text default null)
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if entry_kind = 'account-created' or not exists (
    select from users where id = about_user_id and (by_user_id is null or by_user_id in (id, parent_id))) then
    raise exception 'user % may not record % about user %', by_user_id, entry_kind, about_user_id;
  end if;
  insert into journal_entries (user_id, actor_id, kind, session_id, browser, system, session_count, reason)
    values (about_user_id, by_user_id, entry_kind, of_session, with_browser, with_system, ended_sessions,
            because);
end $$;
