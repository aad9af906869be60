-- Up Migration

-- Types and tables, in the order in which they refer to each other, with the triggers that hold their rules
-- against every writer, the owner included. Amounts are whole micro-dinars (1 TND = 1 000 000). Text columns
-- of indexes are collated "C": their order is that of their bytes, whatever the locale of the database, so an
-- upgrade of the system's collations makes no unique index miss a duplicate (decision 0077). The functions
-- that write these tables and the rights of the application are in the numbered files beside this folder.

-------------------------------------------------------------------------------------------------------- types

-- A condition on one column of accounts, transfers or postings is the check of a domain. PostgreSQL parses
-- the check of a domain once for each connection, and the CHECK constraint of a table in every statement
-- that writes the table.
create domain account_kind as text check (value in ('USER', 'ISSUE', 'HOUSE', 'JACKPOT', 'RESERVE'));
create domain movement_kind as text check (value in (
  'DEPOSIT', 'WITHDRAWAL', 'USER_CREATION', 'ISSUE', 'BET', 'WIN', 'ROLLBACK', 'JACKPOT_CONTRIBUTION',
  'JACKPOT_WIN', 'REPAYMENT', 'DEPOSIT_CORRECTION', 'WITHDRAWAL_CORRECTION', 'REVERSAL', 'RESERVATION',
  'RELEASE'));
create domain moved_micros as bigint check (value > 0);
create domain posted_micros as bigint check (value <> 0);
create domain limit_micros as bigint check (value >= 0);

-- The lists in which an account's postings are numbered. One byte a posting, so each list is named by a
-- letter.
create domain posting_list as "char" check (value in ('O', 'I', 'S'));
comment on domain posting_list is
  'O: initiated, transfers that the account initiated. '
  'I: received, transfers that it received of an initiator. S: system, all others.';

---------------------------------------------------------------------------------------- accounts and postings

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- An account of the double entry: a user's, a provider's house account, a jackpot pot or the issue account,
-- from which all money comes. Balance, counters and totals change only under the lock of the row, so the
-- numbers of postings have no gaps. Half of each page is left free: an update then finds room beside the old
-- row and touches no index.
create table accounts (
  id int generated always as identity primary key,
  -- 'issue', 'user:<username>', 'house:<provider>', 'jackpot:<tier>' or 'reserve:<username>'.
  code text collate "C" not null unique,
  kind account_kind not null,
  balance bigint not null default 0,
  posting_count bigint not null default 0,
  -- Postings in the lists O and I; list S has the rest.
  initiated_count bigint not null default 0,
  received_count bigint not null default 0,
  -- Totals of what the account initiated, for its report: money given to sub-accounts (in) and taken back
  -- (out).
  initiated_in bigint not null default 0,
  initiated_out bigint not null default 0,
  last_moved_at timestamptz not null default '-infinity',
  -- A balance is at least 0 and at most what a JSON number carries to the micro-dinar. The issue account and
  -- the houses have the limits of a bigint.
  least_balance bigint not null default 0,
  largest_balance bigint not null default 9000000000000000,
  -- The net result of games: wins and returned stakes less stakes. The trial balance of a subtree reads it
  -- instead of the postings, so its cost does not grow with the number of plays.
  net_play bigint not null default 0,
  -- Frozen by an operator: agents move no money to or from the account, it stakes nothing, and its user
  -- cannot sign in.
  is_frozen boolean not null default false,
  -- A larger movement that its user orders needs a fresh proof (decision 0109). The default is no sum.
  proof_above limit_micros not null default 9223372036854775807,
  -- Limits, a pause or an exclusion hold for the account: its movements take the way that checks them.
  has_limits boolean not null default false,
  constraint balance_not_below_least check (balance >= least_balance),
  constraint balance_not_above_largest check (balance <= largest_balance)
) with (fillfactor = 50);

create sequence transfer_ids;

-- One movement of money from one account to another, append-only. Wide columns come first and an agent's
-- transfer has no null, which keeps a row at 100 bytes.
create table transfers (
  id bigint primary key,
  amount moved_micros not null,
  -- In milliseconds, and never before an earlier transfer of either account.
  created_at timestamptz not null,
  -- The initiator's initiated_in and initiated_out after this transfer: the report of a period is a
  -- difference of two rows.
  initiated_in_after bigint not null default 0,
  initiated_out_after bigint not null default 0,
  debit_account_id int not null,
  credit_account_id int not null,
  -- The accounts of the user who ordered the transfer and of the user who was paid or charged; null for the
  -- system. A correction or reversal has those of the transfer that it takes back.
  initiator_account_id int,
  target_account_id int,
  kind movement_kind not null,
  -- Of a stake, win or rollback: the provider, a space and the provider's id of the round. Of a jackpot's
  -- prize: the tier, a space and the label of the stake that won it. Of a jackpot's other transfers: the
  -- tier. Else empty. round_of() reads it.
  label text not null default '',
  constraint transfers_two_accounts check (debit_account_id <> credit_account_id)
);
create index transfers_dated on transfers (initiator_account_id, created_at, id)
  where initiator_account_id is not null;
create trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();

-- One side of a transfer, append-only: what it added to the balance of one account, and the balance after it.
-- The numbers of a list are dense and in order of time, so a page or a total of a history is a range of the
-- primary key, however long it is. No foreign keys: write_transfers and post_agent_transfer write from rows
-- they have locked, and `npm run admin -- verify` recounts.
create table postings (
  transfer_id bigint not null,
  amount posted_micros not null,
  balance_after bigint not null,
  account_id int not null,
  list posting_list not null,
  seq bigint not null,
  primary key (account_id, list, seq)
);
create trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function refuse_change();

-- Double entry: a statement writes whole transfers only, each as two postings that sum to zero. The first
-- condition recognises the two postings of one transfer, which nearly every statement writes; the second,
-- which costs more, checks all others. The conditions are nested because PostgreSQL prepares all parts of a
-- condition, also parts that it does not evaluate.
create function refuse_unbalanced_postings() returns trigger language plpgsql as $$
begin
  if exists (select from added offset 2)
      or not exists (select from added given
                      where given.amount < 0 and given.amount + (select amount from added taken
                        where taken.transfer_id = given.transfer_id and taken.amount > 0 limit 1) = 0) then
    if exists (select from added group by transfer_id having sum(amount) <> 0 or count(*) <> 2) then
      raise exception 'postings of a transfer must be two and sum to zero';
    end if;
  end if;
  return null;
end $$;
create trigger postings_sum_to_zero after insert on postings
  referencing new table as added for each statement execute function refuse_unbalanced_postings();

-- Idempotency keys of an account's calls with the answer that was given, a refusal as well. Kept for seven
-- days.
create table idempotency_keys (
  account_id int not null,
  key text collate "C" not null,
  -- Of the body that came with the key: another body under the same key is refused.
  fingerprint text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- The operator who issued money or recorded a repayment, and the reference under which it moves once.
-- Append-only.
create table issues (
  transfer_id bigint primary key,
  reference text collate "C" unique check (reference <> ''),
  issued_by text not null check (issued_by <> '')
);
create trigger issues_append_only before update or delete or truncate on issues
  for each statement execute function refuse_change();

-- The transfer that a correction corrects, the operator who ordered it, why, and the reference under which it
-- is made once. Append-only.
create table corrections (
  transfer_id bigint primary key,
  corrected_transfer_id bigint not null,
  reference text collate "C" not null unique check (reference <> ''),
  reason text not null check (reason <> ''),
  corrected_by text not null check (corrected_by <> '')
);
create index corrections_of_transfer on corrections (corrected_transfer_id);
create trigger corrections_append_only before update or delete or truncate on corrections
  for each statement execute function refuse_change();

-- The deposit that a reversal takes back. A deposit is reversed at most once. Append-only.
create table reversals (
  transfer_id bigint primary key,
  reversed_transfer_id bigint not null unique
);
create trigger reversals_append_only before update or delete or truncate on reversals
  for each statement execute function refuse_change();

-- The note of a deposit or withdrawal. It is not a column of transfers, so that a movement without a note
-- writes nothing more. Append-only.
create table transfer_notes (
  transfer_id bigint primary key,
  note text not null check (length(note) between 1 and 120)
);
create trigger transfer_notes_append_only before update or delete or truncate on transfer_notes
  for each statement execute function refuse_change();

-- Seeds of the pots are the only transfers that this migration's rows lead to: 12-first-pots.sql posts them.
insert into accounts (code, kind, least_balance, largest_balance)
  values ('issue', 'ISSUE', -9223372036854775808, 9223372036854775807);
insert into accounts (code, kind)
  values ('jackpot:bronze', 'JACKPOT'), ('jackpot:silver', 'JACKPOT'), ('jackpot:gold', 'JACKPOT');

-------------------------------------------------------------------------------------------------------- users

-- The runs of three characters in a name, each after the parent's id. The index users_search holds the
-- results, so another text needs a migration that builds the index again.
create function name_terms(parent int, name text) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct parent::text || ' ' || substr(name, i, 3))
    from generate_series(1, length(name) - 2) i
$$;

-- A person: a player (ROLE_CLIENT) or an agent of one of three ranks. Each has one account, and a parent who
-- made it.
create table users (
  id int generated always as identity primary key,
  account_id int not null unique references accounts,
  username text collate "C" not null unique check (username ~ '^[a-z0-9._-]{3,32}$'),
  password_hash text not null,
  -- False when somebody else set the password: the parent, or an operator.
  has_own_password boolean not null default false,
  role text not null check (role in ('ROLE_CAPO', 'ROLE_SUPER_ADMIN', 'ROLE_ADMIN', 'ROLE_CLIENT')),
  parent_id int references users,
  -- Numbered without gaps among the parent's children: a page of the sub-account list is a range of the
  -- index, without OFFSET.
  child_seq int,
  child_count int not null default 0,
  active boolean not null default true,
  -- Raised by each change of the user's second factors. A sign-in compares it under the lock of this row.
  factor_changes int not null default 0,
  created_at timestamptz not null default now(),
  constraint users_capo_has_no_parent check ((role = 'ROLE_CAPO') = (parent_id is null)),
  unique (parent_id, child_seq)
);
-- For the order by name, and for search terms of less than three characters: all that both read of names that
-- do not match is in this index.
create index users_names on users (parent_id, username) include (child_seq, active);
-- The parent is part of each term, so a search reads the names of one parent's children only.
create index users_search on users using gin (name_terms(parent_id, username)) with (fastupdate = off);

-- All endings of two and more characters of the name of a user who has a parent, the whole name after '^'. A
-- name contains a text exactly if one of its endings begins with the text. So a search reads one range of an
-- index, which has only the names of the agent's subtree, and stops when it has enough (decision 0057).
create table name_endings (
  user_id int not null,
  capo_id int not null,
  -- The super admin and the admin above the user; null where none is between the user and the capo.
  super_admin_id int,
  admin_id int,
  ending text collate "C" not null
);
create index name_endings_of_capo on name_endings (capo_id, ending);
create index name_endings_of_super_admin on name_endings (super_admin_id, ending)
  where super_admin_id is not null;
create index name_endings_of_admin on name_endings (admin_id, ending) where admin_id is not null;

create function add_name_endings() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into name_endings
    select u.id, case 'ROLE_CAPO' when p.role then p.id when g.role then g.id else h.id end,
           case 'ROLE_SUPER_ADMIN' when p.role then p.id when g.role then g.id end,
           case p.role when 'ROLE_ADMIN' then p.id end,
           case i when 1 then '^' else '' end || substr(u.username, i)
      from added u join users p on p.id = u.parent_id
      left join users g on g.id = p.parent_id left join users h on h.id = g.parent_id,
           generate_series(1, length(u.username) - 1) i;
  return null;
end $$;
create trigger users_name_endings_added after insert on users
  referencing new table as added for each statement execute function add_name_endings();

-- The journal of an account: what was done to it, when and by whom. Append-only, but for sign-ins and
-- sign-outs, which are deleted after sign_in_retention(). No foreign keys: users are never deleted.
create table journal_entries (
  id bigint generated always as identity,
  user_id int not null,
  -- The user or the user's parent; null for an operator or the server itself.
  actor_id int,
  kind text not null check (kind in ('account-created', 'activated', 'deactivated', 'password-changed',
                                     'signed-in', 'signed-out', 'sessions-ended', 'frozen', 'unfrozen',
                                     'login-unlocked', 'transfer-corrected', 'repaid', 'limits-changed',
                                     'own-limit-set', 'own-limit-asked', 'paused', 'excluded',
                                     'factor-added', 'factor-removed', 'recovery-codes-made',
                                     'factor-reset-asked', 'factor-reset-withdrawn',
                                     'proof-sum-set')),
  created_at timestamptz not null default now(),
  -- Set in sign-ins only: the session, and the names of browser and operating system without versions. The
  -- address and the full user agent are not stored, because they allow tracking.
  session_id uuid,
  browser text,
  system text,
  -- Of ended sessions: how many, and why. Of what operators did: the reason that they gave.
  session_count int,
  reason text,
  -- The operator who ran a command of `npm run admin`, named for the transaction by
  -- set_config('palier.operator', …).
  operator text default nullif(current_setting('palier.operator', true), ''),
  primary key (user_id, id)
);
create index journal_entries_sign_ins on journal_entries (user_id, id) where kind = 'signed-in';
create index journal_entries_deletable on journal_entries (created_at)
  where kind in ('signed-in', 'signed-out');

-- How long sign-ins and sign-outs are kept. All other entries are kept for ever.
create function sign_in_retention() returns interval
  language sql immutable as $$ select interval '180 days' $$;

-- For each user, the XOR of the hashes of the user's journal entries. `npm run admin -- verify` compares it
-- with the entries, so an entry that was changed, added or deleted past the triggers is found. Not a column
-- of users, because each sign-in would write their indexes.
create table journal_checksums (
  user_id int primary key,
  checksum bigint not null
);

-- Independent of the server's version, time zone and collation, because checksums are compared after a
-- restore. Names the columns, so that a column added later does not change the hashes.
create function journal_entry_hash(entry journal_entries) returns bigint language sql immutable as $$
  select ('x' || left(encode(sha256(convert_to(row(entry.id, entry.user_id, entry.actor_id, entry.kind,
    extract(epoch from entry.created_at), entry.session_id, entry.browser, entry.system, entry.session_count,
    entry.reason, entry.operator)::text, 'UTF8')), 'hex'), 16))::bit(64)::bigint
$$;

create function add_to_journal_checksum() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into journal_checksums (user_id, checksum) values (new.user_id, journal_entry_hash(new))
    on conflict (user_id) do update set checksum = journal_checksums.checksum # excluded.checksum;
  return null;
end $$;
-- At the commit, so that the checksum is the last row that a transaction locks: some transactions lock
-- sessions before they write an entry, others after it.
create constraint trigger journal_entries_summed after insert on journal_entries
  deferrable initially deferred for each row execute function add_to_journal_checksum();

create function refuse_change_of_journal() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.kind in ('signed-in', 'signed-out')
    and old.created_at < now() - sign_in_retention() then
    update journal_checksums set checksum = checksum # journal_entry_hash(old) where user_id = old.user_id;
    return old;
  end if;
  raise exception 'journal_entries is append-only';
end $$;
create trigger journal_entries_append_only before update or delete on journal_entries
  for each row execute function refuse_change_of_journal();
create trigger journal_entries_not_truncated before truncate on journal_entries
  for each statement execute function refuse_change();

create function record_account_creation() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into journal_entries (user_id, actor_id, kind, created_at)
    select id, parent_id, 'account-created', created_at from added order by id;
  return null;
end $$;
create trigger users_creation_recorded after insert on users
  referencing new table as added for each statement execute function record_account_creation();

----------------------------------------------------------------------------------------------------- sessions

-- One row per sign-in.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id int not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text,
  -- The names by which the user recognises a session.
  browser text,
  system text,
  -- When the user last proved in this session who it is: with a code, or without a factor with the password.
  proved_at timestamptz
);
create index sessions_expiry on sessions (expires_at);
create index sessions_live_newest on sessions (user_id, created_at) where revoked_at is null;
-- Each process polls twice a second for sessions that have just been revoked.
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;

-- The refresh tokens of a session, one generation after another. Only their hashes are stored.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  generation int not null,
  used_at timestamptz,
  unique (session_id, generation)
);

-- Counters of the login throttle, each for a name, an address, a pair of both, or a device with a name.
create table login_failures (
  subject text collate "C" primary key,
  failures int not null,
  window_started_at timestamptz not null
);

-- Addresses from which a user has signed in: failed logins of the user from there count only for the pair of
-- name and address.
create table known_addresses (
  user_id int not null references users,
  address text collate "C" not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, address)
);
create index known_addresses_age on known_addresses (seen_at);

-- The authenticator app of a user, whose codes are asked for after the password (decision 0108).
create table authenticator_apps (
  user_id int primary key references users,
  -- Encrypted with a key that the database does not have.
  secret bytea not null,
  created_at timestamptz not null default now(),
  -- When the first code was accepted; null: the app is being added, and nothing asks for its codes.
  confirmed_at timestamptz,
  -- The time step of the last accepted code. Only codes of later steps are accepted, so a code works once.
  last_step bigint not null default 0
);

-- Refused codes of a user's app since the last accepted one, by where they came from (check-code.ts), and the
-- last of them.
create table code_failures (
  user_id int not null references users,
  source text collate "C" not null,
  failures int not null,
  failed_at timestamptz not null default clock_timestamp(),
  primary key (user_id, source)
);
create index code_failures_age on code_failures (failed_at);

-- The passkeys of users (decision 0088). Each can be found by the browser alone and has verified its user.
create table passkeys (
  id int generated always as identity primary key,
  user_id int not null references users,
  credential_id bytea not null unique,
  -- In the form of COSE, as authenticators send it.
  public_key bytea not null,
  -- Random: all passkeys of a user have one, and it names nobody.
  user_handle bytea not null,
  -- Of the last signature; 0 with passkeys that several devices share.
  counter bigint not null check (counter >= 0),
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- The sums above which movements of an account's user need a fresh proof (decision 0109); null: none. The
-- lower one of both is accounts.proof_above.
create table proof_sums (
  account_id int primary key references accounts,
  of_operator bigint check (of_operator >= 0),
  of_parent bigint check (of_parent >= 0)
);

-- Resets of lost factors that a direct parent has asked for. They wait, so that the owner of the account can
-- refuse them (decision 0090).
create table factor_resets (
  user_id int primary key references users,
  asked_by int not null references users,
  asked_at timestamptz not null,
  due_at timestamptz not null check (due_at >= asked_at)
);

-- The roles whose accounts must add a second factor before anything else, set by an operator (decision 0091).
create table roles_with_factor (
  role text collate "C" primary key
    check (role in ('ROLE_CAPO', 'ROLE_SUPER_ADMIN', 'ROLE_ADMIN', 'ROLE_CLIENT')),
  set_by text not null,
  set_at timestamptz not null default now()
);

-- Challenges that a passkey has to sign. Each is deleted when an answer comes, so it works once.
create table passkey_challenges (
  challenge bytea primary key,
  purpose text collate "C" not null check (purpose in ('sign-in', 'proof', 'addition')),
  -- Null for a sign-in, which has neither.
  user_id int references users,
  session_id uuid references sessions on delete cascade,
  -- Of an addition: what the new passkey will have.
  user_handle bytea,
  expires_at timestamptz not null default clock_timestamp() + interval '3 minutes',
  check ((purpose = 'sign-in') = (session_id is null)),
  check ((session_id is null) = (user_id is null))
);
create index passkey_challenges_age on passkey_challenges (expires_at);
create index passkey_challenges_session on passkey_challenges (session_id);

-- The codes that a user keeps on paper for the day the app is lost. Each has 120 random bits and works once.
create table recovery_codes (
  user_id int not null references users,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-------------------------------------------------------------------------------------------------------- games

-- One launch of a game. A stake needs an opening of a game of its provider that is younger than a day and has
-- not ended; a win does not.
create table game_openings (
  id bigint generated always as identity primary key,
  user_id int not null references users,
  -- The opening ends with this session.
  login_session_id uuid,
  provider_code text collate "C" not null,
  game_code text collate "C" not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index game_openings_live on game_openings (user_id, provider_code, created_at desc)
  where ended_at is null;
create index game_openings_of_login on game_openings (login_session_id) where ended_at is null;
create index game_openings_age on game_openings (created_at);

-- A game that the aggregator has listed. The row stays when the aggregator does not answer or lists the game
-- no more: histories name it.
create table game_titles (
  provider_code text collate "C" not null,
  game_code text collate "C" not null,
  title text not null,
  banner text not null,
  -- Null where the aggregator does not say.
  kind text check (kind in ('slot', 'crash')),
  return_percent numeric(5, 2),
  volatility text check (volatility in ('low', 'medium', 'high')),
  is_listed boolean not null default true,
  primary key (provider_code, game_code)
);

-- The lists of an aggregator as last read, which all processes use: of its providers, and of each provider's
-- open games.
create table aggregator_lists (
  -- The aggregator and our account there.
  aggregator text collate "C" not null,
  -- '' for the list of providers.
  provider_code text collate "C" not null,
  -- Null until the list was read once.
  entries json,
  read_at timestamptz,
  -- Before that, no process asks for the list: it is young, another process asks now, or the last call has
  -- failed.
  due_at timestamptz not null,
  -- Why the last call has failed; null after an answer, and while a process asks.
  failure text,
  primary key (aggregator, provider_code)
);

-- When the next list of an aggregator may be asked for: a process that asks moves the time.
create table aggregator_pace (
  aggregator text collate "C" primary key,
  next_at timestamptz not null,
  -- The last call that was refused with "later", and the pause after it; null after a list was read.
  refused_at timestamptz,
  pause interval
);

-- The game types of callbacks beside slot and live: the round log has a list for each type.
create table provider_game_types (
  game_type text collate "C" primary key
);

-- The games that a player launched last, one row a game; a launch deletes all but the newest. Launches
-- themselves are kept for a day only.
create table played_games (
  user_id int not null references users,
  provider_code text collate "C" not null,
  game_code text collate "C" not null,
  played_at timestamptz not null default now(),
  primary key (user_id, provider_code, game_code)
);

create table favourite_games (
  user_id int not null references users,
  provider_code text collate "C" not null,
  game_code text collate "C" not null,
  added_at timestamptz not null default now(),
  primary key (user_id, provider_code, game_code)
);

-- A player's last sitting: launches and play without a pause of half an hour. Its result is the account's net
-- play less net_play_before (decision 0099).
create table sittings (
  user_id int primary key references users,
  began_at timestamptz not null default now(),
  net_play_before bigint not null,
  launched_at timestamptz not null default now()
);

-- A round as its provider numbers it: the sums of one player's stakes that were not rolled back, and of the
-- player's wins.
create table rounds (
  provider_code text collate "C" not null,
  round_id text collate "C" not null,
  player_account_id int not null,
  game_code text not null,
  state text not null check (state in ('OPEN', 'SETTLED', 'ROLLED_BACK')),
  bet_micros bigint not null default 0,
  win_micros bigint not null default 0,
  opened_at timestamptz not null,
  -- Stakes that were taken and not rolled back.
  stake_count int not null default 0 check (stake_count >= 0),
  -- When the provider's log was last asked about the round.
  checked_at timestamptz,
  -- The log of an open round was last found to contradict the ledger, or could not be read.
  is_disputed boolean not null default false,
  -- A stake of the round was refused: its further wins are findings. The round of refused stakes alone has
  -- the state ROLLED_BACK.
  has_refused_stake boolean not null default false,
  -- The round's newest transaction: with previous_transaction_id, a list of all of them that needs no index.
  last_transaction_id text not null default '',
  primary key (provider_code, round_id, player_account_id)
);
create index rounds_open on rounds (opened_at) where state = 'OPEN';

-- Every transaction of a provider that was decided for good, with its answer: a repeat gets the same answer.
create table provider_transactions (
  provider_code text collate "C" not null,
  transaction_id text collate "C" not null,
  round_id text collate "C" not null,
  player_account_id int not null,
  fingerprint text not null,
  bet_micros bigint not null,
  win_micros bigint not null,
  contribution_micros bigint not null default 0,
  -- The transaction's stake, jackpot prizes and win, or its rollback: so many postings of the player's list O
  -- from this number on.
  first_seq bigint not null default 0,
  posting_count smallint not null default 0,
  answer jsonb not null,
  created_at timestamptz not null,
  is_stake boolean not null,
  -- The transaction before this one in the same round; null in the first.
  previous_transaction_id text,
  -- The operator who ended the round by `npm run admin -- settle-round`; null when a call or the log of the
  -- provider ended it.
  operator text default nullif(current_setting('palier.operator', true), ''),
  primary key (provider_code, transaction_id)
);
-- The stakes of a forgotten round are found by the date of the round. Rows come in the order of their dates,
-- so a few bytes for each megabyte of the table lead to those that are young enough.
create index provider_transactions_dated
  on provider_transactions using brin (created_at) with (autosummarize = on);

----------------------------------------------------------------------------------------------------- jackpots

-- The parameters of each pot. The pot is won by the stake whose contribution brings it to a secret ceiling
-- between the bounds.
create table jackpot_pots (
  tier text collate "C" primary key check (tier in ('bronze', 'silver', 'gold')),
  account_id int not null unique references accounts,
  -- Thousandths of a stake that the house gives to the pot.
  rate_thousandths int not null check (rate_thousandths between 0 and 100),
  seed_micros bigint not null check (seed_micros > 0),
  ceiling_min_micros bigint not null,
  ceiling_max_micros bigint not null,
  constraint jackpot_pots_seed_below_ceilings check (seed_micros < ceiling_min_micros
                                                     and ceiling_min_micros < ceiling_max_micros)
);

-- Public: the commitment while a draw runs; its ceiling and salt once it has ended.
create table jackpot_draws (
  id int generated always as identity primary key,
  tier text collate "C" not null references jackpot_pots,
  number int not null,
  -- SHA-256 of "tier:number:ceiling:salt", in hexadecimal.
  commitment text not null,
  started_at timestamptz not null,
  ceiling_micros bigint,
  salt text,
  ended_at timestamptz,
  unique (tier, number)
);
-- GET /jackpot/draws reads the running draws, then those that ended last.
create index jackpot_draws_shown on jackpot_draws (ended_at desc, id desc);

-- The secret of each running draw. The application's role cannot read it.
create table jackpot_secrets (
  tier text collate "C" primary key references jackpot_pots,
  number int not null,
  ceiling_micros bigint not null,
  salt text not null
);

-- The winner of an ended draw. Delivered until the winner's page acknowledges it.
create table jackpot_wins (
  id int generated always as identity primary key,
  draw_id int not null unique references jackpot_draws,
  tier text collate "C" not null,
  user_id int not null references users,
  prize_micros bigint not null,
  created_at timestamptz not null,
  delivered_at timestamptz
);
create index jackpot_wins_new on jackpot_wins (created_at) where delivered_at is null;
create index jackpot_wins_undelivered on jackpot_wins (user_id) where delivered_at is null;

-- Each change of a pot's parameter by an operator, append-only. Amounts in micro-dinars, the rate in
-- thousandths.
create table jackpot_changes (
  id int generated always as identity primary key,
  tier text collate "C" not null references jackpot_pots,
  parameter text not null,
  old_value bigint not null,
  new_value bigint not null,
  changed_by text not null check (changed_by <> ''),
  changed_at timestamptz not null default clock_timestamp()
);
create trigger jackpot_changes_append_only before update or delete or truncate on jackpot_changes
  for each statement execute function refuse_change();

insert into jackpot_pots (tier, account_id, rate_thousandths, seed_micros, ceiling_min_micros,
                          ceiling_max_micros)
  select tier, account.id, rate, seed, lowest, highest
    from (values ('bronze', 2, 20000000, 21000000, 60000000), ('silver', 3, 200000000, 210000000, 600000000),
                 ('gold', 5, 2000000000, 2100000000, 6000000000)) as pot (tier, rate, seed, lowest, highest)
    join accounts account on account.code = 'jackpot:' || tier;

------------------------------------------------------------------------------------------ remotes of the page

-- Reports of browsers about remotes that failed to load or crashed. Anyone may report, so everything is
-- bounded: the server drops versions that do not run, record_remote_failure limits the reasons of a version,
-- and a reason is dropped after a month.
create table remote_failures (
  remote text collate "C" not null check (length(remote) <= 32),
  version text collate "C" not null check (length(version) <= 64),
  stage text collate "C" not null check (stage in ('load', 'render', 'handler', 'screen')),
  reason text collate "C" not null check (length(reason) <= 200),
  count bigint not null default 1,
  last_at timestamptz not null default now(),
  primary key (remote, version, stage, reason)
);

-- Reports of browsers about a version of a remote (decision 0061). A user has one row for each version; a
-- later report updates it. The columns voter and network are keyed hashes of the user and the network; the
-- same user has another hash for another version. Rows are deleted after a week.
create table remote_reports (
  remote text collate "C" not null check (length(remote) <= 32),
  version text collate "C" not null check (length(version) <= 64),
  voter bytea not null check (length(voter) = 16),
  -- Of the first report of a failure; without one, of the last report.
  network bytea not null check (length(network) = 16),
  at timestamptz not null default now(),
  -- The last failed mount; null: the version has worked.
  failed_at timestamptz,
  stage text check (stage in ('load', 'render', 'screen')),
  lcp_ms int,
  inp_ms int,
  primary key (remote, version, voter)
);
create index remote_reports_at on remote_reports (at);

-- The release store (decision 0080): the published versions of remotes with their files, and the revisions of
-- remotes.json. Commands and the release service write it with the login <database>_releases. Each server
-- process copies the files of the newest revision to a folder of its own.
create table release_versions (
  remote text collate "C" not null check (remote ~ '^[a-z][a-z0-9-]{0,31}$'),
  version text collate "C" not null
    check (length(version) <= 64 and version ~ '^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$'),
  published_at timestamptz not null default now(),
  published_by text not null,
  -- The last change of users' versions before or after which the version was in use; null: never.
  used_at timestamptz,
  -- Why the canary of the version ended by itself; null: it did not.
  withdrawn text check (length(withdrawn) <= 500),
  primary key (remote, version)
);
create table release_files (
  remote text collate "C" not null,
  version text collate "C" not null,
  -- Relative to the folder of the version, without `..`. Source maps and the bill of materials are in
  -- .source-maps/, which is not served.
  path text collate "C" not null check (path ~ '^(\.source-maps/)?[^/.][^/]*(/[^/.][^/]*)*$'),
  content bytea not null,
  primary key (remote, version, path),
  foreign key (remote, version) references release_versions on delete cascade
);
-- Scripts are stored with their compressed forms, which would not get smaller.
alter table release_files alter column content set storage external;
create trigger release_files_immutable before update or truncate on release_files
  for each statement execute function refuse_change();

-- Each change of what users run. The last row is in force.
create table release_revisions (
  revision int primary key check (revision > 0),
  at timestamptz not null default now(),
  made_by text not null,
  action text not null,
  -- remotes.json, byte for byte.
  document text not null
);
create trigger release_revisions_append_only before update or delete or truncate on release_revisions
  for each statement execute function refuse_change();

-- remotes.json is public and names the agent of a canary by a hash of the agent's name and this secret.
create table release_salt (
  is_only_row boolean primary key default true check (is_only_row),
  salt text not null
);
insert into release_salt (salt) values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- The callers of the release service. Only the hash of a token is stored.
create table release_tokens (
  name text collate "C" primary key check (name ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),
  token_hash bytea not null unique,
  -- `*`: all remotes.
  remotes text[] not null,
  actions text[] not null check (actions <@ array['publish', 'activate', 'canary', 'rollback', 'retire',
                                                  'prune', 'read', 'override']),
  created_at timestamptz not null default now(),
  created_by text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
-- Each change that a token of the release service, or the service's own canary watch, began, and how it
-- ended; also calls that the token does not allow. Append-only.
create table release_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  token text not null,
  address text not null,
  action text not null,
  remote text,
  version text,
  outcome text not null check (outcome in ('started', 'done', 'refused', 'failed')),
  detail text not null
);
create trigger release_audit_append_only before update or delete or truncate on release_audit
  for each statement execute function refuse_change();

-- The newest registry of remotes that a serving process accepted, with the operator's key that signed it. All
-- processes refuse an older one, also after a restart, unless this key was removed from RELEASE_KEYS. Any
-- process can write the row, so each reader checks the signature.
create table accepted_registry (
  is_only_row boolean primary key default true check (is_only_row),
  revision int not null,
  signed_by text not null,
  document text not null
);

-- The last run and the last success of each periodic job, for alerts. The time of this migration counts as
-- the first success, so that a job that was never scheduled is noticed like one that stopped.
create table job_runs (
  job text collate "C" primary key,
  ran_at timestamptz not null default now(),
  succeeded_at timestamptz not null default now()
);
insert into job_runs (job) values ('verify'), ('reconcile'), ('reconcile_ended'), ('backup'),
  ('forget_expired'), ('network');

-- Rounds, wins, movements and days of players that an operator must examine. The ledger's functions do not
-- read this table: a win above a limit is paid like any other.
create table game_findings (
  -- A changed finding gets a new number, so the amount of a number never changes.
  id int generated always as identity primary key,
  kind text collate "C" not null check (kind in ('unknown-to-provider', 'win-above-limit', 'day-above-limit',
                                                 'reused-id', 'refused-win', 'free-win',
                                                 'win-after-refused-stake')),
  player_account_id int not null,
  -- The provider with the round or with the transaction; the local date of a day.
  subject text collate "C" not null,
  -- Of a day: the round of the win that was found.
  provider_code text collate "C" not null,
  round_id text collate "C" not null,
  -- The wins of an unknown round; the win; the larger amount of a reused id; the net win of the day.
  amount_micros bigint not null,
  found_at timestamptz not null default now(),
  -- The movement; the last movement of an unknown round; the largest win of a day.
  happened_at timestamptz not null,
  -- The operator who has examined the finding.
  examined_by text,
  unique (kind, player_account_id, subject)
);
create index game_findings_new on game_findings (kind) where examined_by is null;

---------------------------------------------------------------------------------------- limits and protection

-- Limits on what an agent gives to its sub-accounts, set by its parent (decision 0111). Null: no such limit.
create table agent_limits (
  account_id int primary key,
  per_movement_micros bigint check (per_movement_micros > 0),
  per_day_micros bigint check (per_day_micros > 0),
  -- The agent's own balance never falls below it by what the agent gives.
  least_balance_micros bigint check (least_balance_micros > 0),
  constraint agent_limits_has_one
    check (num_nonnulls(per_movement_micros, per_day_micros, least_balance_micros) > 0)
);

-- The same for all agents of a role, set by an operator. The stricter one of both holds.
create table role_limits (
  role text collate "C" primary key check (role in ('ROLE_CAPO', 'ROLE_SUPER_ADMIN', 'ROLE_ADMIN')),
  per_movement_micros bigint check (per_movement_micros > 0),
  per_day_micros bigint check (per_day_micros > 0),
  least_balance_micros bigint check (least_balance_micros > 0)
);

-- A player's own limits on what the account receives, loses and stakes in a period (decision 0112).
create table own_limits (
  account_id int not null,
  kind text collate "C" not null check (kind in ('received', 'lost', 'staked')),
  period text collate "C" not null check (period in ('day', 'week', 'month')),
  amount_micros bigint not null check (amount_micros >= 0),
  -- A higher limit, or none (null), asked for at `asked_at`.
  asked_micros bigint check (asked_micros > amount_micros),
  asked_at timestamptz,
  primary key (account_id, kind, period)
);

-- The pause and the exclusion of a player: until then the account receives no deposit and stakes nothing, and
-- an excluded player cannot sign in. Not columns of accounts, which would cost every movement.
create table player_stops (
  account_id int primary key,
  paused_until timestamptz not null default '-infinity',
  excluded_until timestamptz not null default '-infinity'
);

-- The amounts that an account with limits has given, received, staked and lost in a period, which began on
-- the local day `began_on`. A writer holds the lock of the account.
create table limit_usage (
  account_id int not null,
  period text collate "C" not null check (period in ('day', 'week', 'month')),
  began_on date not null,
  given bigint not null,
  received bigint not null,
  staked bigint not null,
  lost bigint not null,
  primary key (account_id, period)
);

-- The zone of the periods: the server's TIME_ZONE, which each start of a server writes.
create table limit_zone (
  is_only_row boolean primary key default true check (is_only_row),
  zone text not null
);
insert into limit_zone (zone) values ('Africa/Tunis');

-------------------------------------------------------------------------------------------- network by period

-- Running totals of a user for each local day with movements: what happened up to the end of the day, so that
-- a period is a difference of two rows. Written by count_network alone.
create table network_days (
  user_id int not null,
  day date not null,
  -- Exchanged with the user's parent, and with the user's direct sub-accounts.
  received bigint not null,
  returned bigint not null,
  distributed bigint not null,
  collected bigint not null,
  -- Of all players of the subtree: what they were given and what was taken back, stakes less returned stakes,
  -- wins, jackpot prizes.
  deposits bigint not null,
  withdrawals bigint not null,
  stakes bigint not null,
  wins bigint not null,
  prizes bigint not null,
  -- The user itself staked on this day.
  has_staked boolean not null,
  primary key (user_id, day)
) with (fillfactor = 80);

-- The days of a year on which a player staked, one bit a day. The player's parent comes first in the key, so
-- the players of an admin are a range of it.
create table network_players (
  parent_id int not null,
  player_id int not null,
  year int not null,
  days bit(366) not null,
  primary key (parent_id, player_id, year)
);

-- The transfers that are counted: all up to this id. The zone is that of the days; '' while the totals are
-- being deleted.
create table network_progress (
  zone text not null,
  counted_id bigint not null
);
create unique index network_progress_single on network_progress ((true));
insert into network_progress (zone, counted_id) values ('', 0);

----------------------------------------------------------------------------------- requests to the parent

-- The account that holds what a player's payout request reserves, made with the first such request.
create table reserves (
  user_account_id int primary key references accounts,
  account_id int not null unique references accounts
);

-- A request for balance or a payout, to the parent (decision 0113). Closed once: paid, refused, withdrawn by
-- the asker, or expired.
create table balance_requests (
  id int generated always as identity primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The parent's page has shown it.
  seen_at timestamptz,
  closed_at timestamptz,
  amount moved_micros not null,
  user_id int not null references users,
  parent_id int not null references users,
  -- Of the movement that pays it: DEPOSIT or WITHDRAWAL.
  kind text collate "C" not null check (kind in ('DEPOSIT', 'WITHDRAWAL')),
  status text collate "C" not null default 'OPEN'
    check (status in ('OPEN', 'PAID', 'REFUSED', 'WITHDRAWN', 'EXPIRED')),
  note text check (length(note) between 1 and 120),
  -- Why the parent refused it.
  reason text check (length(reason) between 1 and 120),
  -- The movement that paid it, and those that reserved its sum and gave it back.
  transfer_id bigint,
  reservation_id bigint,
  release_id bigint,
  -- The parent's answers up to this one, and the time that their askers waited: an average of a period is a
  -- difference of two rows. A request that expired counts; one that was withdrawn does not.
  answer_count int,
  waited_ms bigint,
  constraint balance_requests_closed_once check ((status = 'OPEN') = (closed_at is null)),
  constraint balance_requests_paid_by_a_movement check ((status = 'PAID') = (transfer_id is not null)),
  constraint balance_requests_refused_with_a_reason check ((status = 'REFUSED') = (reason is not null))
);
-- One open request of a kind at a time.
create unique index balance_requests_open on balance_requests (user_id, kind) where status = 'OPEN';
create index balance_requests_to_answer on balance_requests (parent_id, id) where status = 'OPEN';
create index balance_requests_expiring on balance_requests (expires_at) where status = 'OPEN';
create index balance_requests_of_user on balance_requests (user_id, id);
create index balance_requests_answered on balance_requests (parent_id, closed_at, answer_count)
  where answer_count is not null;
create unique index balance_requests_paid on balance_requests (transfer_id) where transfer_id is not null;

------------------------------------------------------------------------------------- notices (15-notices.sql)

-- Messages to a user about events of the account that somebody else may have caused. The bell of the page
-- counts them until they are read. Deleted after 180 days (decision 0116).
create table notices (
  id bigint generated always as identity,
  user_id int not null,
  kind text collate "C" not null check (kind ~ '^[a-z][a-z-]{2,39}$'),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Of the last write of the row. Each process polls for rows that were just written, and announces them.
  changed_at timestamptz not null default clock_timestamp(),
  -- The values in the sentence of the notice: a person, a device, amounts in dinars.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  primary key (user_id, id)
);
create index notices_unread on notices (user_id) where read_at is null;
create index notices_changed on notices (changed_at);

-- A user's marks: a balance below `low_balance`, or a movement of `large_movement` or more, causes a notice.
-- A job compares the marks with the ledger, so the ledger's functions read none.
create table notice_marks (
  user_id int primary key references users,
  account_id int not null unique references accounts,
  low_balance bigint check (low_balance > 0),
  large_movement bigint check (large_movement > 0),
  -- A low balance is reported to the parent too.
  tells_parent boolean not null,
  -- The state of the account when the job last compared it.
  was_low boolean not null,
  seen_postings bigint not null,
  seen_initiated bigint not null,
  seen_received bigint not null,
  constraint notice_marks_not_empty check (num_nonnulls(low_balance, large_movement) > 0)
);

--------------------------------------------------------------------------- values that pass between functions

-- One movement of a batch that is not of a game.
create type agent_movement as (
  kind text,
  debit_account_id int,
  credit_account_id int,
  initiator_account_id int,
  target_account_id int,
  amount bigint,
  target_user_id int,
  -- The caller and its session, to be checked under the locks; null where the caller was checked before.
  agent_user_id int,
  session_id uuid,
  key text,
  fingerprint text,
  -- The answer where it is known before any account is locked.
  known_answer jsonb
);

-- One element of a batch of games, as its jsonb names the fields. GAME: a stake, a win or both. ROLLBACK:
-- takes a stake back.
create type game_movement as (
  kind text,
  provider_code text,
  house_account_id int,
  player_account_id int,
  -- The key of this movement, made of the provider's ids (decision 0068).
  transaction_id text,
  round_id text,
  game_code text,
  bet_micros bigint,
  win_micros bigint,
  -- True when no further stake may follow in the round.
  settles boolean,
  -- The key of the stake: of a rollback, and of a win that names one.
  stake_transaction_id text,
  fingerprint text,
  -- The key of the same win where it was paid by the round log or a person, which know one of its two ids. Of
  -- a rollback: the key of a win with the id of the stake. Null when there is no other.
  other_transaction_id text,
  -- The largest win that is paid without a stake in its round; null: none.
  free_win_micros bigint,
  -- True of a debit that takes a win back; else null.
  is_correction boolean
);

-- A pot during a batch. The contributions of one house are gathered and posted as one transfer.
create type jackpot_state as (
  tier text,
  account_id int,
  rate_thousandths int,
  seed_micros bigint,
  ceiling_micros bigint,
  owed_micros bigint
);

-- One transfer to write. Its amount has been checked against the limits of both balances.
create type planned_transfer as (
  id bigint,
  kind text,
  debit_account_id int,
  credit_account_id int,
  amount bigint,
  initiator_account_id int,
  target_account_id int,
  label text
);
