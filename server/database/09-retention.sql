-- Deletes rows that are kept for a limited time. Also records failures of remotes and runs of periodic jobs.

-- Deletes up to `most` rows of one table that are no longer needed, the oldest first (failed logins in any
-- order), and returns how many. An idempotency key answers for seven days; a session is kept for a day after
-- its expiry, so that a late replay of a token is still distinguished from an unknown token.
create or replace function forget_expired(of_table text, most int) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  which constant text := case of_table
    when 'idempotency_keys' then $q$created_at < now() - interval '7 days' order by created_at$q$
    when 'sessions' then $q$expires_at < now() - interval '1 day'
      and not exists (select from refresh_tokens where session_id = sessions.id) order by expires_at$q$
    when 'login_failures' then $q$window_started_at < now() - interval '1 hour'$q$
    when 'code_failures' then $q$failed_at < now() - interval '1 day' order by failed_at$q$
    when 'passkey_challenges' then $q$expires_at < now() order by expires_at$q$
    when 'known_addresses' then $q$seen_at < now() - interval '180 days' order by seen_at$q$
    when 'journal_entries' then $q$kind in ('signed-in', 'signed-out')
                                   and created_at < now() - sign_in_retention() order by created_at$q$
    when 'game_openings' then $q$created_at < now() - interval '1 day' order by created_at$q$
    when 'notices' then $q$changed_at < now() - interval '180 days' order by changed_at$q$
    when 'remote_reports' then $q$at < now() - interval '7 days' order by at$q$ end;
  gone int;
begin
  -- One process at a time; while one deletes, the others have nothing to do.
  if not pg_try_advisory_xact_lock(hashtext('palier-forget-expired'), hashtext(of_table)) then
    return 0;
  end if;
  if of_table = 'refresh_tokens' then
    delete from refresh_tokens where ctid = any (array(
      select token.ctid from sessions s
       cross join lateral (select ctid from refresh_tokens where session_id = s.id limit most) token
       where s.expires_at < now() - interval '1 day' order by s.expires_at limit most));
  else
    execute format('delete from %1$I where ctid = any (array(
                      select ctid from %1$I where %2$s limit $1 for update skip locked))',
                   of_table, which) using most;
  end if;
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Counts one failure of a remote. A version keeps 20 reasons of a stage; any further reason is counted as
-- '(autres)'. A reason that was not seen for 30 days is dropped.
create or replace function record_remote_failure(in_remote text, in_version text, in_stage text,
                                                 in_reason text) returns void
  language plpgsql as $$
declare
  kept text := in_reason;
begin
  delete from remote_failures where last_at < now() - interval '30 days';
  if not exists (select from remote_failures
       where (remote, version, stage, reason) = (in_remote, in_version, in_stage, in_reason))
     and (select count(*) from remote_failures
       where (remote, version, stage) = (in_remote, in_version, in_stage)) >= 20 then
    kept := '(autres)';
  end if;
  insert into remote_failures (remote, version, stage, reason) values (in_remote, in_version, in_stage, kept)
    on conflict (remote, version, stage, reason) do update set count = remote_failures.count + 1,
      last_at = now();
end $$;

-- Records the end of a periodic job of the table job_runs. A run that failed keeps the time of the last
-- success.
create or replace function record_job_run(in_job text, in_ok boolean) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update job_runs set ran_at = now(), succeeded_at = case when in_ok then now() else succeeded_at end
    where job = in_job;
  if not found then
    raise exception 'There is no job named %.', in_job;
  end if;
end $$;
