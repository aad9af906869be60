-- Limits on money (decision 0111) and the protection of players (decision 0112). Movements of accounts
-- without has_limits call none of these functions. Every check and count runs under the lock of the account.

create or replace function period_start(period text, day date) returns date language sql immutable as $$
  select date_trunc(period, day::timestamp)::date
$$;

-- Sums up the transfers of an account since the moment `since`. A corrected or reversed deposit counts with
-- the part that was not given back. A returned stake is subtracted if its round has a stake since then.
create or replace function recount_usage(of_account int, since timestamptz, out given bigint,
                                         out received bigint, out staked bigint, out lost bigint)
  language sql stable as $$
  with moved as (
    select p.list, t.* from postings p join transfers t on t.id = p.transfer_id
     where p.account_id = of_account and p.list = 'O'
       and p.seq > (select postings_before(of_account, 'O', since))
    union all
    select p.list, t.* from postings p join transfers t on t.id = p.transfer_id
     where p.account_id = of_account and p.list = 'I'
       and p.seq > (select postings_before(of_account, 'I', since)))
  , deposits as (
    select list, amount
             - coalesce((select sum(x.amount) from corrections c join transfers x on x.id = c.transfer_id
                          where c.corrected_transfer_id = moved.id), 0)
             - case when exists (select from reversals where reversed_transfer_id = moved.id)
                    then amount else 0 end as standing
      from moved where kind in ('DEPOSIT', 'USER_CREATION'))
  , plays as (
    select coalesce(sum(amount) filter (where kind = 'BET'), 0) as bets,
           coalesce(sum(amount) filter (where kind in ('WIN', 'JACKPOT_WIN')), 0) as wins,
           coalesce(sum(amount) filter (where kind = 'ROLLBACK' and label in (
             select label from moved where kind = 'BET')), 0) as returned
      from moved where list = 'O')
  select (select coalesce(sum(standing), 0) from deposits where list = 'O')::bigint,
         (select coalesce(sum(standing), 0) from deposits where list = 'I')::bigint,
         (bets - returned)::bigint, (bets - returned - wins)::bigint from plays
$$;

-- Makes the rows of an account's usage, or begins those whose period is over. A period never goes back: after
-- a jump of the clock, what was used in the later period still counts when that period comes.
create or replace function begin_periods(of_account int, moment timestamptz) returns void
  language plpgsql as $$
declare
  in_zone constant text := (select zone from limit_zone);
  today constant date := local_day(moment, in_zone);
begin
  if not exists (select from limit_usage where account_id = of_account) then
    insert into limit_usage (account_id, period, began_on, given, received, staked, lost)
      select of_account, p, period_start(p, today), c.*
        from unnest(array['day', 'week', 'month']) p cross join lateral recount_usage(
          of_account, period_start(p, today)::timestamp at time zone in_zone) c;
  else
    update limit_usage
       set began_on = period_start(period, today), given = 0, received = 0, staked = 0, lost = 0
     where account_id = of_account and began_on < period_start(period, today);
  end if;
end $$;

-- Subtracts a deposit that was reversed or corrected from what the giver has given and the receiver has
-- received, in the periods that contain the moment of the deposit.
create or replace function return_deposit(giver int, receiver int, made_at timestamptz, deposit bigint)
  returns void language sql as $$
  update limit_usage
     set given = greatest(given - case account_id when giver then deposit else 0 end, 0),
         received = greatest(received - case account_id when receiver then deposit else 0 end, 0)
   where account_id in (giver, receiver) and began_on <= local_day(made_at, (select zone from limit_zone))
$$;

-- Subtracts a stake that was returned, in the periods that contain the moment of the stake.
create or replace function return_stake(player int, made_at timestamptz, stake bigint)
  returns void language sql as $$
  update limit_usage set staked = greatest(staked - stake, 0), lost = lost - stake
   where account_id = player and began_on <= local_day(made_at, (select zone from limit_zone))
$$;

-- The limits that hold for the account of an agent: the stricter ones of its parent's and its role's.
create or replace function limits_of_agent(of_account int, out per_movement_micros bigint,
                                           out per_day_micros bigint, out least_balance_micros bigint)
  language sql stable as $$
  select least(o.per_movement_micros, r.per_movement_micros), least(o.per_day_micros, r.per_day_micros),
         greatest(o.least_balance_micros, r.least_balance_micros)
    from users u left join agent_limits o on o.account_id = u.account_id
    left join role_limits r on r.role = u.role where u.account_id = of_account
$$;

-- The refusal of a deposit or opening balance by a limit of the giver, or by a limit, pause or exclusion of
-- the receiver. Null: it is admitted, and has been counted.
create or replace function admit_deposit(m agent_movement, balance bigint, moment timestamptz) returns jsonb
  language plpgsql as $$
declare
  giver record;
  taker record;
  spare bigint;
begin
  if m.kind not in ('DEPOSIT', 'USER_CREATION') then
    return null;
  end if;
  select * into giver from limits_of_agent(m.debit_account_id);
  select excluded_until, paused_until into taker from player_stops where account_id = m.credit_account_id;
  if m.amount > giver.per_movement_micros then
    return refused_by('movement-limit', giver.per_movement_micros);
  elsif balance - m.amount < giver.least_balance_micros then
    return refused_by('least-balance', giver.least_balance_micros);
  elsif taker.excluded_until > moment then
    return '{"ok": false, "reason": "excluded"}';
  elsif taker.paused_until > moment then
    return '{"ok": false, "reason": "paused"}';
  end if;
  perform begin_periods(id, moment) from accounts
    where id in (m.debit_account_id, m.credit_account_id) and has_limits;
  select giver.per_day_micros - given into spare from limit_usage
    where account_id = m.debit_account_id and period = 'day';
  if m.amount > spare then
    return refused_by('day-limit', greatest(spare, 0));
  end if;
  select min(l.amount_micros - u.received) into spare
    from own_limits l join limit_usage u using (account_id, period)
    where account_id = m.credit_account_id and l.kind = 'received';
  if m.amount > spare then
    return refused_by('received-limit', greatest(spare, 0));
  end if;
  update limit_usage set given = given + m.amount where account_id = m.debit_account_id;
  update limit_usage set received = received + m.amount where account_id = m.credit_account_id;
  return null;
end $$;

-- A refusal with the amount that its sentence names.
create or replace function refused_by(reason text, micros bigint) returns jsonb language sql immutable as $$
  select jsonb_build_object('ok', false, 'reason', reason, 'limit', micros)
$$;

-- Why a stake of a player is refused by the player's own pause, exclusion or limits; null when it is not.
create or replace function refusal_of_protection(of_account int, bet bigint, moment timestamptz) returns text
  language plpgsql as $$
declare
  closed constant text := (
    select case when excluded_until > moment then 'excluded' when paused_until > moment then 'paused' end
      from player_stops where account_id = of_account);
begin
  if closed is not null or bet = 0 then
    return closed;
  end if;
  perform begin_periods(of_account, moment);
  return (select case l.kind when 'staked' then 'stake-limit' else 'loss-limit' end
            from own_limits l join limit_usage u using (account_id, period)
           where account_id = of_account
             and bet > l.amount_micros - case l.kind when 'staked' then u.staked when 'lost' then u.lost end
           order by l.kind limit 1);
end $$;

-- Counts the transfers of an accepted movement of a game. A debit that takes a win back is no stake.
create or replace function count_play(m game_movement, steps planned_transfer[], moment timestamptz)
  returns void language plpgsql as $$
declare
  step planned_transfer;
begin
  perform begin_periods(m.player_account_id, moment);
  foreach step in array steps loop
    if step.kind = 'ROLLBACK' then
      perform return_stake(m.player_account_id, p.created_at, step.amount) from provider_transactions p
        where p.provider_code = m.provider_code and p.transaction_id = m.stake_transaction_id;
    elsif step.kind = 'BET' then
      update limit_usage set lost = lost + step.amount,
          staked = staked + case when m.is_correction then 0 else step.amount end
        where account_id = m.player_account_id;
    elsif step.kind in ('WIN', 'JACKPOT_WIN') then
      update limit_usage set lost = lost - step.amount where account_id = m.player_account_id;
    end if;
  end loop;
end $$;

-- Sets the column that makes movements of an account check its limits. Without any, its usage is forgotten. A
-- stop that is over keeps the column, because a clock that jumped ahead may only seem to be past it.
create or replace function refresh_has_limits(of_account int) returns void language plpgsql as $$
declare
  limited boolean;
begin
  perform from accounts where id = of_account for no key update;
  select exists (select from player_stops where account_id = of_account)
         or exists (select from own_limits where account_id = of_account)
         or exists (select from agent_limits where account_id = of_account)
         or exists (select from role_limits r join users u on u.role = r.role where u.account_id = of_account)
    into limited;
  update accounts set has_limits = limited where id = of_account and has_limits <> limited;
  if limited then
    perform begin_periods(of_account, greatest(clock_timestamp(), last_moved_at)) from accounts
      where id = of_account;
  else
    delete from limit_usage where account_id = of_account;
  end if;
end $$;

-- The zone in which periods are counted: the server's TIME_ZONE.
create or replace function set_limit_zone(new_zone text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update limit_zone set zone = new_zone where zone <> new_zone
$$;

create or replace function in_dinars(micros bigint) returns text language sql immutable as $$
  select coalesce(trim_scale(micros / 1000000.0)::text, '–')
$$;

-- The limits of an agent as a journal entry names them.
create or replace function limits_in_dinars(per_movement bigint, per_day bigint, least_balance bigint)
  returns text language sql immutable as $$
  select format('movement %s, day %s, balance %s', in_dinars(per_movement), in_dinars(per_day),
                in_dinars(least_balance))
$$;

-- Sets the limits of a direct sub-account that is an agent, and the sum above which its movements need a
-- fresh proof; null removes one. Returns 'set', 'unknown' (no such child) or 'client'.
create or replace function set_agent_limits(parent_user_id int, child_user_id int, per_movement bigint,
                                            per_day bigint, least_balance bigint,
                                            proof_from bigint default null) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  child users;
begin
  select * into child from users where id = child_user_id and parent_id = parent_user_id for no key update;
  if not found then
    return 'unknown';
  elsif child.role = 'ROLE_CLIENT' then
    return 'client';
  end if;
  perform from accounts where id = child.account_id for no key update;
  delete from agent_limits where account_id = child.account_id;
  insert into agent_limits (account_id, per_movement_micros, per_day_micros, least_balance_micros)
    select child.account_id, per_movement, per_day, least_balance
     where num_nonnulls(per_movement, per_day, least_balance) > 0;
  perform refresh_has_limits(child.account_id);
  perform set_proof_sum(child.account_id, 'parent', proof_from);
  perform record_journal_entry(child.id, parent_user_id, 'limits-changed', because =>
    limits_in_dinars(per_movement, per_day, least_balance) || ', proof ' || in_dinars(proof_from));
  return 'set';
end $$;

-- Sets the limits of all agents of a role; null removes one. Returns the number of accounts. Operators only
-- (npm run admin).
create or replace function set_role_limits(of_role text, per_movement bigint, per_day bigint,
                                           least_balance bigint) returns int
  language plpgsql set search_path = public, pg_temp as $$
declare
  changed int;
begin
  -- A registration holds this lock, shared, so that no account is made beside the change without its limits.
  perform pg_advisory_xact_lock(hashtext('palier-role-limits'));
  delete from role_limits where role = of_role;
  insert into role_limits (role, per_movement_micros, per_day_micros, least_balance_micros)
    select of_role, per_movement, per_day, least_balance
     where num_nonnulls(per_movement, per_day, least_balance) > 0;
  perform record_journal_entry(id, null, 'limits-changed', because =>
            'role: ' || limits_in_dinars(per_movement, per_day, least_balance)),
         refresh_has_limits(account_id)
    from (select * from users where role = of_role order by account_id for no key update) u;
  get diagnostics changed = row_count;
  return changed;
end $$;

-- Sets a player's own limit, at once where it is the first one or not higher. A higher one, or none (null),
-- is only asked for: confirm_own_limit sets it a day later. Returns 'set' or 'asked'.
create or replace function set_own_limit(of_user int, in_kind text, in_period text, micros bigint)
  returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owned_account constant int := (select account_id from users where id = of_user for no key update);
  known own_limits;
  outcome text := 'set';
begin
  perform from accounts where id = owned_account for no key update;
  select * into known from own_limits
    where (account_id, kind, period) = (owned_account, in_kind, in_period);
  if known.amount_micros is null and micros is null then
    return outcome;
  end if;
  if known.amount_micros < coalesce(micros, known.amount_micros + 1) then
    outcome := 'asked';
    update own_limits set asked_micros = micros, asked_at = clock_timestamp()
     where (account_id, kind, period) = (owned_account, in_kind, in_period);
  elsif micros is not null then
    insert into own_limits (account_id, kind, period, amount_micros)
      values (owned_account, in_kind, in_period, micros)
      on conflict (account_id, kind, period) do update
        set amount_micros = excluded.amount_micros, asked_micros = null, asked_at = null;
  end if;
  perform refresh_has_limits(owned_account);
  perform record_journal_entry(of_user, of_user, 'own-limit-' || outcome, because => format(
    '%s %s: %s → %s', in_kind, in_period, in_dinars(known.amount_micros), in_dinars(micros)));
  return outcome;
end $$;

-- Confirms the higher limit that was asked for at least 24 hours ago by the clock of the database. Returns
-- 'set', 'early' or 'none'.
create or replace function confirm_own_limit(of_user int, in_kind text, in_period text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owned_account constant int := (select account_id from users where id = of_user for no key update);
  known own_limits;
begin
  perform from accounts where id = owned_account for no key update;
  select * into known from own_limits
    where (account_id, kind, period) = (owned_account, in_kind, in_period);
  if known.asked_at is null then
    return 'none';
  elsif known.asked_at > clock_timestamp() - interval '24 hours' then
    return 'early';
  end if;
  delete from own_limits where (account_id, kind, period) = (owned_account, in_kind, in_period);
  insert into own_limits (account_id, kind, period, amount_micros)
    select owned_account, in_kind, in_period, known.asked_micros where known.asked_micros is not null;
  perform refresh_has_limits(owned_account);
  perform record_journal_entry(of_user, of_user, 'own-limit-set', because => format(
    '%s %s: %s → %s', in_kind, in_period, in_dinars(known.amount_micros), in_dinars(known.asked_micros)));
  return 'set';
end $$;

-- Begins a pause or an exclusion of a player. Neither ends earlier than one that runs.
create or replace function stop_play(of_user int, in_kind text, lasting interval) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owned_account constant int := (select account_id from users where id = of_user for no key update);
  ends_at timestamptz := clock_timestamp() + lasting;
begin
  if in_kind = 'paused' and not lasting between interval '24 hours' and interval '42 days'
    or in_kind = 'excluded' and not lasting between interval '6 months' and interval '5 years' then
    raise exception '% cannot last %', in_kind, lasting;
  end if;
  perform from accounts where id = owned_account for no key update;
  insert into player_stops (account_id) values (owned_account) on conflict (account_id) do nothing;
  if in_kind = 'paused' then
    update player_stops set paused_until = greatest(paused_until, ends_at) where account_id = owned_account
      returning paused_until into ends_at;
  else
    update player_stops set excluded_until = greatest(excluded_until, ends_at)
      where account_id = owned_account returning excluded_until into ends_at;
  end if;
  perform refresh_has_limits(owned_account);
  perform record_journal_entry(of_user, of_user, in_kind, because =>
    'until ' || to_char(ends_at at time zone (select zone from limit_zone), 'YYYY-MM-DD HH24:MI'));
  return ends_at;
end $$;
