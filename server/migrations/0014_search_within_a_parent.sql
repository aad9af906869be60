-- Up Migration

-- Search among one agent's children no longer meets anybody else's: an index of trigrams kept a list of a million names for
-- what all names share, and read much of it for every search. The terms below bear the parent they belong to, so the
-- rarest of them leads straight to the few rows that can match. Every character counts, where pg_trgm skips '.', '_', '-'.
drop index users_search;
drop extension btree_gin;
drop extension pg_trgm;

-- The runs of three characters in a name, each after its parent's id.
create function name_terms(parent int, name text) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct parent::text || ' ' || substr(name, i, 3)) from generate_series(1, length(name) - 2) i
$$;
create index users_search on users using gin (name_terms(parent_id, username)) with (fastupdate = off);
analyze users;

-- The numbers of a parent's children whose names match a LIKE pattern, one page of them, and how many there are in all.
-- `terms` is what name_terms holds of each of them; null for a pattern too short to tell, which reads the parent's names from
-- an index that holds nothing else. Plans are kept, because making one took as long as the search.
create function find_children(parent int, pattern text, terms text[], skip bigint, most int)
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
      order by u.child_seq offset skip limit most;
  end if;
end $$;

revoke execute on function name_terms, find_children from public;
grant execute on function name_terms, find_children to palier_app;
