-- Up Migration

-- Who of the house wrote it: a round that the provider's log does not end is ended by a chore of `npm run admin`, which names its
-- author to its own transaction (0029). What providers and their logs say has none.
alter table provider_transactions add column operator text;
alter table provider_transactions alter column operator set default nullif(current_setting('palier.operator', true), '');
