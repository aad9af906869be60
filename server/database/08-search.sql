-- The search of an agent's sub-accounts.

-- The numbers of a parent's children whose names match a LIKE pattern, one page of them, and how many there are in all. `terms` is
-- what name_terms holds of each match; null for a pattern of less than three characters, which reads an index of the parent's
-- names. A name that is the whole term comes first. Plans are kept, because making one took as long as the search.
create or replace function find_children(parent_user_id int, pattern text, terms text[], skip bigint, most int)
  returns table (number int, total int) rows 25
  language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  if terms is null then
    return query select u.child_seq, count(*) over ()::int from users u where u.parent_id = parent_user_id and u.username like pattern
      order by u.child_seq offset skip limit most;
  else
    -- The terms bear the parent.
    return query select u.child_seq, count(*) over ()::int from users u
      where name_terms(u.parent_id, u.username) @> terms and u.username like pattern
      order by u.username not like substr(pattern, 2, length(pattern) - 2), u.child_seq offset skip limit most;
  end if;
end $$;
