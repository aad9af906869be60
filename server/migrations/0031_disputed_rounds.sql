-- Up Migration

-- Of an open round: the provider's log was last found to say something else than our books, or what we cannot read.
alter table rounds add column is_disputed boolean not null default false;
grant update (is_disputed) on rounds to palier_app;
