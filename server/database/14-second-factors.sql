-- Second factors of accounts.

-- Whether a factor is asked for after the password of the account.
create or replace function has_factor(of_user_id int) returns boolean language sql stable as $$
  select exists (select from authenticator_apps where user_id = of_user_id and confirmed_at is not null)
$$;

-- Whether the session has a proof of the last five minutes. One that is dated ahead, by a clock that has been
-- set back since, does not count.
create or replace function has_fresh_proof(of_session_id uuid, of_user_id int) returns boolean
  language sql stable as $$
  select exists (select from sessions s
                  where s.id = of_session_id and s.user_id = of_user_id
                    and s.proved_at between clock_timestamp() - interval '5 minutes' and clock_timestamp())
$$;

-- Why a movement above the sum of its user's account is refused: 'no-factor' while the user has none, 'proof'
-- without a proof of this session in the last five minutes. Null when the proof is there.
create or replace function proof_fault(of_session_id uuid, of_user_id int) returns text
  language sql stable as $$
  select case when not has_factor(of_user_id) then 'no-factor'
              when not has_fresh_proof(of_session_id, of_user_id) then 'proof' end
$$;
