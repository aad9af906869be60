-- Up Migration

-- What browsers report of remotes that failed to load or crashed (design §8). Anyone may report, so everything is bounded:
-- the server drops versions nobody runs, a version keeps so many reasons, and a reason not seen for a month goes.
create table remote_failures (
  remote text not null check (length(remote) <= 32),
  version text not null check (length(version) <= 64),
  stage text not null check (stage in ('load', 'render', 'handler', 'screen')),
  reason text not null check (length(reason) <= 200),
  count bigint not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (remote, version, stage, reason)
);

create function note_remote_failure(in_remote text, in_version text, in_stage text, in_reason text) returns void
language plpgsql as $$
declare
  kept text := in_reason;
begin
  delete from remote_failures where last_at < now() - interval '30 days';
  if not exists (select from remote_failures
       where (remote, version, stage, reason) = (in_remote, in_version, in_stage, in_reason))
     and (select count(*) from remote_failures
       where (remote, version, stage) = (in_remote, in_version, in_stage)) >= 20 then
    kept := '(autres)';
  end if;
  insert into remote_failures (remote, version, stage, reason) values (in_remote, in_version, in_stage, kept)
    on conflict (remote, version, stage, reason) do update set count = remote_failures.count + 1, last_at = now();
end $$;

grant select, insert, update, delete on remote_failures to palier_app;
grant execute on function note_remote_failure to palier_app;
