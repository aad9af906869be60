-- All rights of the two logins. The application's reads, calls the functions below, and writes only tables
-- that hold no money. That of releases has the release store, its tokens and audit, and reads what browsers
-- report about remotes. Functions that are not named here belong to the owner alone. Every `palier migrate`
-- applies this file, with names for :application, :releases and :database.

-- The roles of other databases of the cluster cannot connect.
revoke all on database :database from public;
grant connect on database :database to :application, :releases;
grant usage on schema public to :application, :releases;

do $$
declare
  object text;
begin
  -- Only objects of the owner: an extension's objects in this schema may belong to another role.
  for object in
    select format('table %s', oid::regclass) from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
       and pg_get_userbyid(relowner) = current_user
    union all
    select format('function %s', oid::regprocedure) from pg_proc
     where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) = current_user
  loop
    execute format('revoke all on %s from public, :application, :releases', object);
  end loop;
end $$;

grant select on palier_migrations, palier_functions, accounts, transfers, postings, reversals,
  transfer_notes, idempotency_keys, users, journal_entries, rounds, provider_transactions, jackpot_pots,
  jackpot_draws, jackpot_wins, jackpot_changes, release_files, release_revisions, release_salt, job_runs,
  game_findings,
  network_days, network_players, network_progress, name_endings, notices, notice_marks,
  agent_limits, role_limits, proof_sums, roles_with_factor, own_limits, player_stops, limit_usage, limit_zone,
  reserves, balance_requests,
  audit_postings, audit_balances, audit_jackpot to :application;
grant select (corrected_transfer_id) on corrections to :application;
grant select, insert, update on remote_reports to :application;
grant select, insert, update, delete on sessions, refresh_tokens, login_failures, known_addresses,
  remote_failures to :application;
grant update (seen_at) on balance_requests to :application;
grant insert, delete,
  update (id, amount_micros, provider_code, round_id, found_at, happened_at, examined_by)
  on game_findings to :application;
grant update (password_hash, has_own_password, active, factor_changes) on users to :application;
grant update (read_at, changed_at) on notices to :application;
grant select, insert, update (ended_at) on game_openings to :application;
grant select, insert, update on game_titles, aggregator_pace to :application;
grant select, insert, update, delete on aggregator_lists to :application;
grant select, insert on provider_game_types to :application;
grant select, insert, update on sittings to :application;
grant select, insert, update, delete on played_games, favourite_games to :application;
grant select, insert, update, delete on authenticator_apps, recovery_codes, code_failures, passkeys,
  passkey_challenges, factor_resets to :application;
grant update (checked_at, is_disputed) on rounds to :application;
grant update (delivered_at) on jackpot_wins to :application;
grant select, insert, update on accepted_registry to :application;
grant select (remote, version, used_at) on release_versions to :application;

grant select on palier_migrations, palier_functions, release_salt, remote_failures, remote_reports
  to :releases;
grant select, insert, delete, update (used_at, withdrawn) on release_versions to :releases;
grant select, insert on release_files, release_revisions, release_audit to :releases;
grant select, insert, update (revoked_at) on release_tokens to :releases;

grant execute on function
  post_agent_transfer, post_agent_batch, reverse_deposit, is_reversible, post_game_batch, register_user,
  resolve_attempt, ensure_house_account, postings_before, posting_number, record_journal_entry,
  sign_in_retention, find_children, find_accounts, name_terms, round_of, forget_expired, record_job_run,
  record_remote_failure,
  count_network, sum_network, local_day, days_of_year, ids_above, write_notice, has_factor,
  has_fresh_proof, proof_fault,
  set_notice_marks, write_notices_of_marks,
  limits_of_agent, period_start, set_limit_zone, set_agent_limits, set_own_limit, confirm_own_limit,
  stop_play, make_balance_request, close_balance_request, pay_balance_request
  to :application;
