-- The provider's database. Applied at every start; each statement leaves an existing object as it is.
-- Sessions and rounds are stored as the records of src/store/records.ts; the generated columns are keys and
-- search terms.

create table if not exists players (
  user_code text primary key
);

-- Launched games. Only the SHA-256 of a session's token is stored.
create table if not exists game_sessions (
  session jsonb not null,
  session_key text generated always as (session->>'sessionKey') stored primary key,
  -- The session that this one continues: rounds and fairness key are that session's.
  continues text references game_sessions
);

create table if not exists game_rounds (
  -- The order of creation. created_at follows the machine's clock, which may be set back.
  number bigint generated always as identity primary key,
  round jsonb not null,
  round_id text generated always as (round->>'roundId') stored unique,
  session_key text generated always as (round->>'sessionKey') stored not null references game_sessions,
  spin_id text generated always as (round->>'spinId') stored not null,
  user_code text generated always as (round->>'userCode') stored not null references players,
  provider_code text generated always as (round->>'providerCode') stored not null,
  game_code text generated always as (round->>'gameCode') stored not null,
  -- ISO 8601 in UTC with milliseconds, so that their order is that of the texts.
  created_at text generated always as (round->>'createdAt') stored not null,
  settled_at text generated always as (round->>'settledAt') stored,
  unique (session_key, spin_id)
);

create unique index if not exists rounds_one_open_per_session on game_rounds (session_key)
  where settled_at is null;
create index if not exists rounds_by_session on game_rounds (session_key, number);
create index if not exists rounds_by_player_and_game
  on game_rounds (user_code, provider_code, game_code, number);
create index if not exists rounds_by_player_and_time on game_rounds (user_code, created_at);
