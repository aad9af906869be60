-- The network by period (decision 0053): totals of each user and local day, kept from the transfers by a
-- periodic job.

-- The local day of a moment. When clocks are set back over midnight, a day begins with the second midnight,
-- as in the day close.
create or replace function local_day(moment timestamptz, zone text) returns date
  language sql immutable parallel safe as $$
  select (moment at time zone zone)::date
    - (moment < ((moment at time zone zone)::date)::timestamp at time zone zone)::int
$$;

-- The sums of the transfers with ids above `after_id` up to `up_to_id`, by day, for each user whose subtree
-- they concern. A movement of an agent counts for the sub-account, a movement of a game for the player. A
-- correction or reversal goes the other way, hence below zero. Sums of users come first and then those of
-- their parents, so that the users above are looked up once for each parent and day. The setting is for
-- count_network, which looks up rows of large tables by index only, whatever the statistics say.
create or replace function sum_network(after_id bigint, up_to_id bigint, zone text) returns setof network_days
  language sql stable set enable_hashjoin = on as $$
  with recursive moved as (
    select case when is_play then initiator_account_id else target_account_id end as account_id, day,
           coalesce(sum(amount * case debit_account_id when initiator_account_id then 1 else -1 end)
             filter (where kind like 'DEPOSIT%' or kind in ('USER_CREATION', 'REVERSAL')), 0
           )::bigint as deposits,
           coalesce(sum(amount * case credit_account_id when initiator_account_id then 1 else -1 end)
             filter (where kind like 'WITHDRAWAL%'), 0)::bigint as withdrawals,
           coalesce(sum(case kind when 'BET' then amount else -amount end)
                    filter (where kind in ('BET', 'ROLLBACK')), 0)::bigint as stakes,
           coalesce(sum(amount) filter (where kind = 'WIN'), 0)::bigint as wins,
           coalesce(sum(amount) filter (where kind = 'JACKPOT_WIN'), 0)::bigint as prizes,
           coalesce(bool_or(kind = 'BET'), false) as has_staked
      from (select *, kind in ('BET', 'WIN', 'ROLLBACK', 'JACKPOT_WIN') as is_play,
                   local_day(created_at, zone) as day
              from transfers where id > after_id and id <= up_to_id and initiator_account_id is not null) t
     group by 1, 2),
  own as materialized (
    -- OFFSET keeps one index lookup for each account.
    select u.id as user_id, u.parent_id, u.role = 'ROLE_CLIENT' as is_client, m.*
      from moved m cross join lateral (select * from users where account_id = m.account_id offset 0) u),
  of_children as materialized (
    select parent_id, day, sum(deposits)::bigint as distributed, sum(withdrawals)::bigint as collected,
           coalesce(sum(deposits) filter (where is_client), 0)::bigint as deposits,
           coalesce(sum(withdrawals) filter (where is_client), 0)::bigint as withdrawals,
           sum(stakes)::bigint as stakes, sum(wins)::bigint as wins, sum(prizes)::bigint as prizes
      from own where parent_id is not null group by parent_id, day),
  above (from_id, user_id, distance) as (
    select distinct parent_id, parent_id, 0 from of_children
    union all
    select a.from_id, u.parent_id, a.distance + 1
      from above a cross join lateral (select parent_id from users where id = a.user_id offset 0) u
     where u.parent_id is not null)
  select user_id, day, sum(received)::bigint, sum(returned)::bigint, sum(distributed)::bigint,
         sum(collected)::bigint, sum(deposits)::bigint, sum(withdrawals)::bigint, sum(stakes)::bigint,
         sum(wins)::bigint, sum(prizes)::bigint, bool_or(has_staked)
    from (select user_id, day, deposits as received, withdrawals as returned, 0 as distributed,
                 0 as collected,
                 case when is_client then deposits else 0 end as deposits,
                 case when is_client then withdrawals else 0 end as withdrawals,
                 stakes, wins, prizes, has_staked
            from own
          union all
          select a.user_id, c.day, 0, 0, case a.distance when 0 then c.distributed else 0 end,
                 case a.distance when 0 then c.collected else 0 end, c.deposits, c.withdrawals, c.stakes,
                 c.wins, c.prizes, false
            from of_children c join above a on a.from_id = c.parent_id) s
   group by user_id, day
$$;

-- The days of a year on which the range lies, as bits: the first bit is 1 January.
create or replace function days_of_year(for_year int, first_day date, last_day date) returns bit(366)
  language sql immutable parallel safe as $$
  select (repeat('0', first) || repeat('1', greatest(last - first, 0)) || repeat('0', 366))::bit(366)
    from (select greatest(first_day - make_date(for_year, 1, 1), 0) as first,
                 least(last_day - make_date(for_year, 1, 1) + 1, 366) as last) d
$$;

-- The ids of all users above a user, the top of the hierarchy first. The user itself is not among them.
-- OFFSET keeps one index lookup for each level, instead of a scan of all users where they are a few thousand.
create or replace function ids_above(of_user int) returns int[] language sql stable as $$
  with recursive above (id, parent_id, distance) as (
    select id, parent_id, 0 from users where id = of_user
    union all
    select u.id, u.parent_id, a.distance + 1
      from above a cross join lateral (select id, parent_id from users where id = a.parent_id offset 0) u)
  select coalesce(array_agg(id order by distance desc) filter (where distance > 0), '{}') from above
$$;

-- Deletes up to `most` totals of another zone, or of dates that have changed since (redate_future sets zone
-- to ''); when none is left, counting begins again in this zone.
create or replace function clear_network(in_zone text, most int) returns void language plpgsql as $$
declare
  deleted int;
begin
  update network_progress set zone = '', counted_id = 0;
  delete from network_days where ctid = any (array(select ctid from network_days limit most));
  get diagnostics deleted = row_count;
  if deleted < most then
    delete from network_players where ctid = any (array(select ctid from network_players limit most));
    get diagnostics deleted = row_count;
  end if;
  if deleted < most then
    update network_progress set zone = in_zone;
  end if;
end $$;

-- Waits until every transaction that is older than this one has ended; false when one lasts longer than two
-- seconds.
create or replace function older_transactions_have_ended() returns boolean language plpgsql as $$
declare
  own_transaction constant xid8 := pg_current_xact_id();
begin
  for attempt in 1..200 loop
    exit when pg_snapshot_xmin(pg_current_snapshot()) >= own_transaction;
    if attempt = 200 then
      return false;
    end if;
    perform pg_sleep(0.01);
  end loop;
  return true;
end $$;

-- Marks the days on which players staked; days that network_days has already are marked.
create or replace function add_network_players(added network_days[]) returns void language sql as $$
  insert into network_players (parent_id, player_id, year, days)
    select (select parent_id from users where id = user_id), user_id, extract(year from day),
           bit_or(days_of_year(extract(year from day)::int, day, day))
      from unnest(added) a
     where has_staked and not exists (select from network_days d
                                       where d.user_id = a.user_id and d.day = a.day and d.has_staked)
     group by user_id, extract(year from day)
    on conflict (parent_id, player_id, year) do update set days = network_players.days | excluded.days
$$;

-- Adds to the totals. They run on, so a movement of a day counts for the days after it too.
create or replace function add_network_days(added network_days[]) returns void language plpgsql as $$
begin
  insert into network_days
    select a.user_id, a.day, coalesce(d.received, 0), coalesce(d.returned, 0), coalesce(d.distributed, 0),
           coalesce(d.collected, 0), coalesce(d.deposits, 0), coalesce(d.withdrawals, 0),
           coalesce(d.stakes, 0), coalesce(d.wins, 0), coalesce(d.prizes, 0), false
      from unnest(added) a
      left join lateral (select * from network_days where user_id = a.user_id and day < a.day
                          order by day desc limit 1) d on true
     where not exists (select from network_days where user_id = a.user_id and day = a.day);
  update network_days d
     set received = d.received + a.received, returned = d.returned + a.returned,
         distributed = d.distributed + a.distributed, collected = d.collected + a.collected,
         deposits = d.deposits + a.deposits, withdrawals = d.withdrawals + a.withdrawals,
         stakes = d.stakes + a.stakes, wins = d.wins + a.wins, prizes = d.prizes + a.prizes,
         has_staked = d.has_staked or a.has_staked
    from (select d.user_id, d.day, sum(a.received)::bigint as received, sum(a.returned)::bigint as returned,
                 sum(a.distributed)::bigint as distributed, sum(a.collected)::bigint as collected,
                 sum(a.deposits)::bigint as deposits, sum(a.withdrawals)::bigint as withdrawals,
                 sum(a.stakes)::bigint as stakes, sum(a.wins)::bigint as wins,
                 sum(a.prizes)::bigint as prizes, bool_or(a.has_staked and a.day = d.day) as has_staked
            from unnest(added) a join network_days d on d.user_id = a.user_id and d.day >= a.day
           group by d.user_id, d.day) a
   where d.user_id = a.user_id and d.day = a.day;
end $$;

-- Adds up to `most` further transfers to the totals. Returns whether more of them wait. Safe in several
-- processes and after a kill: the totals and the id up to which transfers are counted change in one
-- transaction, and one transaction at a time runs this.
create or replace function count_network(in_zone text, most int) returns boolean
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  progress network_progress;
  last_id bigint;
  added network_days[];
begin
  if not pg_try_advisory_xact_lock(hashtext('palier-count-network')) then
    return false;
  end if;
  select * into strict progress from network_progress;
  if progress.zone <> in_zone then
    perform clear_network(in_zone, most);
    return true;
  end if;
  select last_value - (not is_called)::int into last_id from transfer_ids;
  -- A transfer with an id up to last_id may not be committed yet. Its transaction has locked accounts before
  -- it took the id, so it is older than this one.
  if last_id <= progress.counted_id or not older_transactions_have_ended() then
    return false;
  end if;
  select coalesce(max(id), last_id) into last_id
    from (select id from transfers where id > progress.counted_id and id <= last_id order by id limit most) t;
  added := array(select t from sum_network(progress.counted_id, last_id, in_zone) t);
  perform add_network_players(added);
  perform add_network_days(added);
  update network_progress set counted_id = last_id;
  return last_id < (select last_value from transfer_ids);
end $$;
