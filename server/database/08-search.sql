-- The searches of an agent's accounts.

-- One page of the numbers (child_seq) of a parent's children whose names match a LIKE pattern, and how many
-- match in all. `terms` are terms that name_terms has for each match; null for a pattern of less than three
-- characters, which reads an index of the parent's names. A name that equals the searched text comes first.
-- Plans are kept, because planning took as long as the search.
create or replace function find_children(parent_user_id int, pattern text, terms text[], skip bigint,
                                         most int)
  returns table (number int, total int) rows 25
  language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  if terms is null then
    return query select u.child_seq, count(*) over ()::int from users u
      where u.parent_id = parent_user_id and u.username like pattern
      order by u.child_seq offset skip limit most;
  else
    -- No condition on parent_id: each term contains the parent's id.
    return query select u.child_seq, count(*) over ()::int from users u
      where name_terms(u.parent_id, u.username) @> terms and u.username like pattern
      order by u.username not like substr(pattern, 2, length(pattern) - 2), u.child_seq
      offset skip limit most;
  end if;
end $$;

-- At most `most` accounts below an agent whose names contain a text of two or more characters that names
-- consist of: first the names that begin with it. A name may contain it many times: its rows are read until
-- enough accounts are found, so at most 31 for each. The settings keep the two index scans, whatever the
-- statistics say.
create or replace function find_accounts(agent_id int, agent_role text, wanted text, most int)
  returns table (user_id int)
  language plpgsql stable set search_path = public, pg_temp
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  known int[] := '{}';
begin
  for user_id in execute format('
    (select user_id from name_endings where %1$I = $1 and ending >= $2 and ending < $2 || ''~''
     order by ending limit $4)
    union all
    (select user_id from name_endings where %1$I = $1 and ending >= $3 and ending < $3 || ''~''
     order by ending)',
    case agent_role when 'ROLE_CAPO' then 'capo_id' when 'ROLE_SUPER_ADMIN' then 'super_admin_id'
                    else 'admin_id' end)
    using agent_id, '^' || wanted, wanted, most
  loop
    continue when user_id = any (known);
    return next;
    known := known || user_id;
    exit when cardinality(known) = most;
  end loop;
end $$;
