-- Draws of the jackpot pots. All of it runs under the locks of the pots' accounts, which every batch of games
-- takes.

-- A random ceiling, each micro-dinar between the bounds as likely as any other. gen_random_uuid is the
-- database's CSPRNG: the 12 digits of a version 4 UUID before its version digit are random throughout, and 48
-- and 12 bits make 60.
create or replace function random_ceiling(lowest bigint, highest bigint) returns bigint language sql as $$
  select lowest + ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)
                      || substr(replace(gen_random_uuid()::text, '-', ''), 1, 3))::bit(60)::bigint
                  % (highest - lowest + 1)
$$;

-- SHA-256 of "tier:number:ceiling:salt", in hexadecimal.
create or replace function jackpot_commitment(tier text, number int, ceiling_micros bigint, salt text)
  returns text
  language sql stable as $$
  select encode(sha256(convert_to(concat_ws(':', tier, number, ceiling_micros, salt), 'UTF8')), 'hex')
$$;

-- Begins the next draw of a pot: keeps a secret ceiling and salt, and publishes their commitment. Returns the
-- ceiling.
create or replace function start_jackpot_draw(for_tier text, moment timestamptz) returns bigint
  language plpgsql as $$
declare
  pot jackpot_pots;
  next_number int;
  ceiling bigint;
  salt text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  select * into strict pot from jackpot_pots where tier = for_tier;
  select coalesce(max(number), 0) + 1 into next_number from jackpot_draws where tier = for_tier;
  ceiling := random_ceiling(pot.ceiling_min_micros, pot.ceiling_max_micros);
  insert into jackpot_draws (tier, number, commitment, started_at)
    values (for_tier, next_number, jackpot_commitment(for_tier, next_number, ceiling, salt), moment);
  insert into jackpot_secrets (tier, number, ceiling_micros, salt)
    values (for_tier, next_number, ceiling, salt)
    on conflict (tier) do update
      set number = excluded.number, ceiling_micros = excluded.ceiling_micros, salt = excluded.salt;
  return ceiling;
end $$;

-- Ends the running draw: publishes its secret and records the win for delivery. Returns the id of the win.
create or replace function end_jackpot_draw(for_tier text, winner_account_id int, prize_micros bigint,
                                            moment timestamptz) returns int
  language plpgsql as $$
declare
  ended_draw int;
  win_id int;
begin
  update jackpot_draws d set ceiling_micros = s.ceiling_micros, salt = s.salt, ended_at = moment
    from jackpot_secrets s where s.tier = for_tier and d.tier = for_tier and d.number = s.number
    returning d.id into strict ended_draw;
  insert into jackpot_wins (draw_id, tier, user_id, prize_micros, created_at)
    select ended_draw, for_tier, u.id, prize_micros, moment from users u
      where u.account_id = winner_account_id
    returning id into strict win_id;
  return win_id;
end $$;

-- The pots, from bronze to gold.
create or replace function read_jackpot_states() returns jackpot_state[] language sql as $$
  select array_agg((p.tier, p.account_id, p.rate_thousandths, p.seed_micros, s.ceiling_micros, 0
                   )::jackpot_state order by o.n)
    from unnest(array['bronze', 'silver', 'gold']) with ordinality o (tier, n)
    join jackpot_pots p using (tier) join jackpot_secrets s using (tier)
$$;

-- Sets parameters of a pot and records each change; null keeps the present value. The rate counts from the
-- next stake, the others from the next draw, because the running draw has a commitment. Returns the number of
-- changes. Operators only (npm run admin).
create or replace function set_jackpot_parameters(for_tier text, new_rate int, new_seed bigint,
                                                  new_ceiling_min bigint, new_ceiling_max bigint,
                                                  author text) returns int
  language plpgsql set search_path = public, pg_temp as $$
declare
  old jackpot_pots;
  changes int;
begin
  -- The lock that every batch of games takes: no batch sees half a change.
  perform from accounts where code = 'jackpot:' || for_tier for no key update;
  select * into strict old from jackpot_pots where tier = for_tier;
  update jackpot_pots set rate_thousandths = coalesce(new_rate, rate_thousandths),
      seed_micros = coalesce(new_seed, seed_micros),
      ceiling_min_micros = coalesce(new_ceiling_min, ceiling_min_micros),
      ceiling_max_micros = coalesce(new_ceiling_max, ceiling_max_micros)
    where tier = for_tier;
  insert into jackpot_changes (tier, parameter, old_value, new_value, changed_by)
    select for_tier, x.parameter, x.old_value, x.new_value, author
      from (values ('rate', old.rate_thousandths::bigint, new_rate::bigint),
                   ('seed', old.seed_micros, new_seed),
                   ('ceiling-min', old.ceiling_min_micros, new_ceiling_min),
                   ('ceiling-max', old.ceiling_max_micros, new_ceiling_max))
           as x (parameter, old_value, new_value)
     where x.new_value <> x.old_value;
  get diagnostics changes = row_count;
  return changes;
end $$;
