-- Up Migration

-- Who of the house did it: a chore of `npm run admin` names its author to its own transaction. What people do, and what the
-- server does by itself, has none.
alter table account_acts add column operator text;
alter table account_acts alter column operator set default nullif(current_setting('palier.operator', true), '');
