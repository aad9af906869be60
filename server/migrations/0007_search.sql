-- Up Migration

-- A name's part is looked for among one parent's children: trigrams of the name together with the parent, so that the cost
-- follows what is found and not how many accounts there are. Terms of one or two letters read the parent's names from an
-- index that holds nothing else.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create index users_search on users using gin (parent_id, username gin_trgm_ops) with (fastupdate = off);
create index users_names on users (parent_id, child_seq) include (username);
