-- Second factors of accounts.

-- Whether a factor is asked for after the password of the account.
create or replace function has_factor(of_user_id int) returns boolean language sql stable as $$
  select exists (select from authenticator_apps where user_id = of_user_id and confirmed_at is not null)
$$;
