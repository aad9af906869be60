-- The search of an agent's sub-accounts.

-- One page of the numbers (child_seq) of a parent's children whose names match a LIKE pattern, and how many match in all. `terms` are
-- terms that name_terms has for each match; null for a pattern of less than three characters, which reads an index of the parent's
-- names. A name that equals the searched text comes first. Plans are kept, because planning took as long as the search.
create or replace function find_children(parent_user_id int, pattern text, terms text[], skip bigint, most int)
  returns table (number int, total int) rows 25
  language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  if terms is null then
    return query select u.child_seq, count(*) over ()::int from users u where u.parent_id = parent_user_id and u.username like pattern
      order by u.child_seq offset skip limit most;
  else
    -- No condition on parent_id: each term contains the parent's id.
    return query select u.child_seq, count(*) over ()::int from users u
      where name_terms(u.parent_id, u.username) @> terms and u.username like pattern
      order by u.username not like substr(pattern, 2, length(pattern) - 2), u.child_seq offset skip limit most;
  end if;
end $$;
