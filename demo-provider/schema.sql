-- The provider's database. Applied at every start; each statement leaves an existing object as it is.
-- Amounts in columns named *_millimes are thousandths of a dinar; balances are the operator's own decimal figures.

create table if not exists players (
  user_code text primary key
);

-- Launched games. Only the SHA-256 of a session's token is stored.
create table if not exists sessions (
  session_key text primary key,
  user_code text not null references players,
  provider_code text not null,
  game_code text not null,
  -- The secrets of the session's flights are derived from this key. Null for a slot.
  fairness_key text,
  -- The session that this one continues: rounds and fairness key are that session's.
  continues text references sessions,
  expires_at timestamptz not null
);

create table if not exists rounds (
  round_id uuid primary key,
  -- The order of creation. created_at follows the machine's clock, which may be set back.
  number bigint generated always as identity,
  spin_id text not null,
  session_key text not null references sessions,
  user_code text not null references players,
  provider_code text not null,
  game_code text not null,
  stake_millimes integer not null,
  debit_txn_id uuid not null,
  credit_txn_id uuid not null,
  created_at timestamptz not null,
  debit text not null check (debit in ('unknown', 'accepted', 'refused')),
  refusal text,
  -- A slot's reel stops, one list a spin.
  stops jsonb,
  -- A crash game's flight (the Flight type in src/store/records.ts).
  flight jsonb,
  win_millimes integer not null,
  credit text not null check (credit in ('none', 'unknown', 'accepted')),
  balance double precision,
  balance_before double precision,
  settled_at timestamptz,
  unique (session_key, spin_id)
);

create unique index if not exists rounds_one_open_per_session on rounds (session_key) where settled_at is null;
create index if not exists rounds_by_session on rounds (session_key, number);
create index if not exists rounds_by_player_and_game on rounds (user_code, provider_code, game_code, number);
create index if not exists rounds_by_player_and_time on rounds (user_code, created_at);
