-- Second factors of accounts.

-- Whether a factor is asked for after the password of the account.
create or replace function has_factor(of_user_id int) returns boolean language sql stable as $$
  select exists (select from authenticator_apps where user_id = of_user_id and confirmed_at is not null)
      or exists (select from passkeys where user_id = of_user_id)
$$;

-- Whether the session has a proof of the last five minutes. One that is dated ahead, by a clock that has been
-- set back since, does not count.
create or replace function has_fresh_proof(of_session_id uuid, of_user_id int) returns boolean
  language sql stable as $$
  select exists (select from sessions s
                  where s.id = of_session_id and s.user_id = of_user_id
                    and s.proved_at between clock_timestamp() - interval '5 minutes' and clock_timestamp())
$$;

-- Sets the sum of the operator or of the parent for an account; null: none. The caller holds the user's lock.
create or replace function set_proof_sum(of_account int, by_whom text, micros bigint) returns void
  language plpgsql as $$
begin
  perform from accounts where id = of_account for no key update;
  insert into proof_sums as s (account_id, of_operator, of_parent)
    values (of_account, case by_whom when 'operator' then micros end,
                        case by_whom when 'parent' then micros end)
    on conflict (account_id) do update
      set of_operator = case by_whom when 'operator' then micros else s.of_operator end,
          of_parent = case by_whom when 'parent' then micros else s.of_parent end;
  update accounts a set proof_above = coalesce(least(s.of_operator, s.of_parent), 9223372036854775807)
    from proof_sums s where s.account_id = of_account and a.id = of_account;
end $$;

-- Why a movement above the sum of its user's account is refused: 'no-factor' while the user has none, 'proof'
-- without a proof of this session in the last five minutes. Null when the proof is there.
create or replace function proof_fault(of_session_id uuid, of_user_id int) returns text
  language sql stable as $$
  select case when not has_factor(of_user_id) then 'no-factor'
              when not has_fresh_proof(of_session_id, of_user_id) then 'proof' end
$$;
