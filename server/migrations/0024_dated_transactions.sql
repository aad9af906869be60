-- Up Migration

-- A round that no provider knows after a day is given back by its stakes, which have no index of their own: each such round
-- read the whole of a table that only grows, and beyond what ten seconds read it was never given back. Rows come in the
-- order of their dates, so a few bytes for each megabyte lead to those since the round was opened.
create index provider_transactions_dated on provider_transactions using brin (created_at) with (autosummarize = on);
