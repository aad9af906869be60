-- Up Migration

-- As in 0014; the name that is the whole term comes first, however many older names hold it: khalid and alina stood before ali.
-- A term of less than three characters is no whole name.
create or replace function find_children(parent int, pattern text, terms text[], skip bigint, most int)
returns table (number int, total int) language plpgsql stable rows 25
set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  if terms is null then
    return query select u.child_seq, count(*) over ()::int from users u where u.parent_id = parent and u.username like pattern
      order by u.child_seq offset skip limit most;
  else
    -- The terms bear the parent.
    return query select u.child_seq, count(*) over ()::int from users u
      where name_terms(u.parent_id, u.username) @> terms and u.username like pattern
      order by u.username not like substr(pattern, 2, length(pattern) - 2), u.child_seq offset skip limit most;
  end if;
end $$;
