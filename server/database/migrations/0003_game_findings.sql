-- Up Migration

-- Findings about games for people to examine. A finding neither moves nor refuses money.
create table game_findings (
  id int generated always as identity primary key,
  kind text not null check (kind in ('unknown-to-provider', 'win-above-limit', 'day-above-limit')),
  player_account_id int not null,
  -- The provider with the round or with the transaction of the win; the local date of a day.
  subject text not null,
  -- Of a day: the round of the win that was found.
  provider_code text not null,
  round_id text not null,
  -- The wins of an unknown round; the win; the net win of the day.
  amount_micros bigint not null,
  found_at timestamptz not null default now(),
  -- The operator who has examined the finding.
  examined_by text,
  unique (kind, player_account_id, subject)
);
create index game_findings_new on game_findings (kind) where examined_by is null;
