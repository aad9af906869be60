-- Up Migration

-- The last run and the last success of each periodic job, for alerts. The time of the migration counts as the first success, so
-- that a job that was never scheduled is noticed like one that stopped.
create table job_runs (
  job text primary key,
  ran_at timestamptz not null default now(),
  succeeded_at timestamptz not null default now()
);
insert into job_runs (job) values ('verify'), ('reconcile'), ('reconcile_ended'), ('backup'), ('forget_expired');
