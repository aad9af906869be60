-- The schema as the migrations leave it, to be read: nothing runs this file. Each thing stands under what its migration says of it.
-- Written anew after a migration, in server/: RECORD=1 node --import tsx --test test/schema.test.ts
--
-- The application moves money by ledger_apply_one and ledger_apply_agents (agents), ledger_apply (games) and register_user.
-- An account's postings are numbered in lists: O, what it initiated; I, what it received of an initiator; S, the system's.

create domain account_kind as text CHECK ((VALUE = ANY (ARRAY['USER'::text, 'ISSUE'::text, 'HOUSE'::text, 'JACKPOT'::text])));

create domain moved_micros as bigint CHECK ((VALUE > 0));

create domain movement_kind as text CHECK ((VALUE = ANY (ARRAY['DEPOSIT'::text, 'WITHDRAWAL'::text, 'USER_CREATION'::text, 'ISSUE'::text, 'BET'::text, 'WIN'::text, 'ROLLBACK'::text, 'JACKPOT_CONTRIBUTION'::text, 'JACKPOT_WIN'::text])));

create domain posted_micros as bigint CHECK ((VALUE <> 0));

create domain posting_list as "char" CHECK ((VALUE = ANY (ARRAY['O'::"char", 'I'::"char", 'S'::"char"])));

-- What was done to each account, when and by whom: its journal. Like postings, it is written by the functions below alone
-- and never changed; money has its own book (transfers). No foreign keys: nobody may delete a user.
create table account_acts (
  id bigint generated always as identity not null,
  user_id integer not null,
  -- Oneself or the parent; null for the house: an operator, or the server itself.
  actor_id integer,
  kind text not null,
  created_at timestamp with time zone default now() not null,
  -- Of a sign-in: its session, and the families of its browser and system. No address, and not the browser's whole name
  -- of itself: neither is needed to recognise one's own device, and both follow a person about.
  session_id uuid,
  browser text,
  system text,
  -- Of ended sessions: how many, and why.
  session_count integer,
  reason text,
  -- Who of the house did it: a chore of `npm run admin` names its author to its own transaction. What people do, and what the
  -- server does by itself, has none.
  operator text default NULLIF(current_setting('palier.operator'::text, true), ''::text),
  constraint account_acts_kind_check CHECK ((kind = ANY (ARRAY['account-created'::text, 'activated'::text, 'deactivated'::text, 'password-changed'::text, 'signed-in'::text, 'signed-out'::text, 'sessions-ended'::text]))),
  constraint account_acts_pkey PRIMARY KEY (user_id, id)
);
CREATE INDEX account_acts_forgettable ON account_acts USING btree (created_at) WHERE (kind = ANY (ARRAY['signed-in'::text, 'signed-out'::text]));
CREATE INDEX account_acts_sign_ins ON account_acts USING btree (user_id, id) WHERE (kind = 'signed-in'::text);
CREATE TRIGGER account_acts_append_only BEFORE DELETE OR UPDATE ON account_acts FOR EACH ROW EXECUTE FUNCTION refuse_change_of_acts();
CREATE TRIGGER account_acts_not_truncated BEFORE TRUNCATE ON account_acts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on account_acts to palier_app;

-- One row per purse. Balances, counters and running totals change only under this row's lock, so the dense sequences
-- below have no gaps. Amounts are micro-dinars.
create table accounts (
  id integer generated always as identity not null,
  code text not null,
  kind account_kind not null,
  balance bigint default 0 not null,
  posting_count bigint default 0 not null,
  initiated_count bigint default 0 not null,
  received_count bigint default 0 not null,
  -- Of what this account initiated: deposits and creations (in), withdrawals (out). Spec's report.
  initiated_in bigint default 0 not null,
  initiated_out bigint default 0 not null,
  last_moved_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  -- What the balance must stay between: never below zero, nor above what a JSON number carries to the micro-dinar. The
  -- issue account and the houses have neither limit.
  least_balance bigint default 0 not null,
  largest_balance bigint default '9000000000000000'::bigint not null,
  played bigint default 0 not null,
  constraint balance_not_above_largest CHECK ((balance <= largest_balance)),
  constraint balance_not_below_least CHECK ((balance >= least_balance)),
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_code_key UNIQUE (code)
) with (fillfactor=50);
grant select on accounts to palier_app;

-- One row per launch. New bets need one that has not ended; wins of open rounds do not.
create table game_sessions (
  id bigint generated always as identity not null,
  user_id integer not null,
  login_session_id uuid,
  provider_code text not null,
  game_code text not null,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint game_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint game_sessions_pkey PRIMARY KEY (id)
);
CREATE INDEX game_sessions_age ON game_sessions USING btree (created_at);
CREATE INDEX game_sessions_live ON game_sessions USING btree (user_id, provider_code, game_code, created_at DESC) WHERE (ended_at IS NULL);
-- For what ends with its login.
CREATE INDEX game_sessions_of_login ON game_sessions USING btree (login_session_id) WHERE (ended_at IS NULL);
grant insert, select, update (ended_at) on game_sessions to palier_app;

-- Idempotency keys of the agents' calls, scoped per caller's account. The answer is kept, a refusal as well.
create table idempotency_keys (
  account_id integer not null,
  key text not null,
  fingerprint text not null,
  answer jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys USING btree (created_at);
grant select on idempotency_keys to palier_app;

-- Who issued money, and the reference under which it is issued once: a command repeated because its answer was lost issued
-- twice, and nothing told by whom. When, to whom and how much is in the transfer itself.
create table issues (
  transfer_id bigint not null,
  reference text,
  issued_by text not null,
  constraint issues_issued_by_check CHECK ((issued_by <> ''::text)),
  constraint issues_reference_check CHECK ((reference <> ''::text)),
  constraint issues_pkey PRIMARY KEY (transfer_id),
  constraint issues_reference_key UNIQUE (reference)
);
CREATE TRIGGER issues_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON issues FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Who changed which parameter of a pot, when, from what to what. Amounts in micro-dinars, the rate in thousandths.
create table jackpot_changes (
  id integer generated always as identity not null,
  tier text not null,
  parameter text not null,
  old_value bigint not null,
  new_value bigint not null,
  changed_by text not null,
  changed_at timestamp with time zone default clock_timestamp() not null,
  constraint jackpot_changes_changed_by_check CHECK ((changed_by <> ''::text)),
  constraint jackpot_changes_tier_fkey FOREIGN KEY (tier) REFERENCES jackpot_pots(tier),
  constraint jackpot_changes_pkey PRIMARY KEY (id)
);
CREATE TRIGGER jackpot_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON jackpot_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on jackpot_changes to palier_app;

-- Public: the commitment while a draw runs; ceiling and salt once it has ended.
create table jackpot_draws (
  id integer generated always as identity not null,
  tier text not null,
  number integer not null,
  commitment text not null,
  started_at timestamp with time zone not null,
  ceiling_micros bigint,
  salt text,
  ended_at timestamp with time zone,
  constraint jackpot_draws_tier_fkey FOREIGN KEY (tier) REFERENCES jackpot_pots(tier),
  constraint jackpot_draws_pkey PRIMARY KEY (id),
  constraint jackpot_draws_tier_number_key UNIQUE (tier, number)
);
-- For GET /jackpot/draws, which anyone may ask for: the draws that run, then those that ended last.
CREATE INDEX jackpot_draws_shown ON jackpot_draws USING btree (ended_at DESC, id DESC);
grant select on jackpot_draws to palier_app;

create table jackpot_pots (
  tier text not null,
  account_id integer not null,
  rate_thousandths integer not null,
  seed_micros bigint not null,
  ceiling_min_micros bigint not null,
  ceiling_max_micros bigint not null,
  constraint jackpot_pots_check CHECK (((seed_micros < ceiling_min_micros) AND (ceiling_min_micros < ceiling_max_micros))),
  constraint jackpot_pots_rate_thousandths_check CHECK (((rate_thousandths >= 0) AND (rate_thousandths <= 100))),
  constraint jackpot_pots_seed_micros_check CHECK ((seed_micros > 0)),
  constraint jackpot_pots_tier_check CHECK ((tier = ANY (ARRAY['bronze'::text, 'silver'::text, 'gold'::text]))),
  constraint jackpot_pots_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint jackpot_pots_pkey PRIMARY KEY (tier),
  constraint jackpot_pots_account_id_key UNIQUE (account_id)
);
grant select on jackpot_pots to palier_app;

-- Never readable by the application's role.
create table jackpot_secrets (
  tier text not null,
  number integer not null,
  ceiling_micros bigint not null,
  salt text not null,
  constraint jackpot_secrets_tier_fkey FOREIGN KEY (tier) REFERENCES jackpot_pots(tier),
  constraint jackpot_secrets_pkey PRIMARY KEY (tier)
);

create table jackpot_wins (
  id integer generated always as identity not null,
  draw_id integer not null,
  tier text not null,
  user_id integer not null,
  prize_micros bigint not null,
  bronze_micros bigint not null,
  silver_micros bigint not null,
  gold_micros bigint not null,
  created_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  constraint jackpot_wins_draw_id_fkey FOREIGN KEY (draw_id) REFERENCES jackpot_draws(id),
  constraint jackpot_wins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint jackpot_wins_pkey PRIMARY KEY (id),
  constraint jackpot_wins_draw_id_key UNIQUE (draw_id)
);
CREATE INDEX jackpot_wins_new ON jackpot_wins USING btree (created_at) WHERE (delivered_at IS NULL);
CREATE INDEX jackpot_wins_undelivered ON jackpot_wins USING btree (user_id) WHERE (delivered_at IS NULL);
grant select, update (delivered_at) on jackpot_wins to palier_app;

create table known_addresses (
  user_id integer not null,
  address text not null,
  seen_at timestamp with time zone default now() not null,
  constraint known_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint known_addresses_pkey PRIMARY KEY (user_id, address)
);
CREATE INDEX known_addresses_age ON known_addresses USING btree (seen_at);
grant delete, insert, select, update on known_addresses to palier_app;

create table login_failures (
  subject text not null,
  failures integer not null,
  window_started_at timestamp with time zone not null,
  constraint login_failures_pkey PRIMARY KEY (subject)
);
grant delete, insert, select, update on login_failures to palier_app;

create table postings (
  transfer_id bigint not null,
  amount posted_micros not null,
  balance_after bigint not null,
  account_id integer not null,
  list posting_list not null,
  seq bigint not null,
  constraint postings_pkey PRIMARY KEY (account_id, list, seq)
);
CREATE TRIGGER postings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON postings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_sum_to_zero AFTER INSERT ON postings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_unbalanced_postings();
grant select on postings to palier_app;

-- Every callback that was decided for good, with its answer: a repeat gets the same one.
create table provider_transactions (
  provider_code text not null,
  transaction_id text not null,
  round_id text not null,
  account_id integer not null,
  fingerprint text not null,
  bet_micros bigint not null,
  win_micros bigint not null,
  contribution_micros bigint default 0 not null,
  answer jsonb not null,
  created_at timestamp with time zone not null,
  is_stake boolean not null,
  -- Who of the house wrote it: a round that the provider's log does not end is ended by a chore of `npm run admin`, which names its
  -- author to its own transaction (0029). What providers and their logs say has none.
  operator text default NULLIF(current_setting('palier.operator'::text, true), ''::text),
  constraint provider_transactions_pkey PRIMARY KEY (provider_code, transaction_id)
);
-- A round that no provider knows after a day is given back by its stakes, which have no index of their own: each such round
-- read the whole of a table that only grows, and beyond what ten seconds read it was never given back. Rows come in the
-- order of their dates, so a few bytes for each megabyte lead to those since the round was opened.
CREATE INDEX provider_transactions_dated ON provider_transactions USING brin (created_at) WITH (autosummarize='on');
grant select on provider_transactions to palier_app;

create table refresh_tokens (
  token_hash bytea not null,
  session_id uuid not null,
  generation integer not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint refresh_tokens_pkey PRIMARY KEY (token_hash),
  constraint refresh_tokens_session_id_generation_key UNIQUE (session_id, generation)
);
grant delete, insert, select, update on refresh_tokens to palier_app;

-- What browsers report of remotes that failed to load or crashed (design §8). Anyone may report, so everything is bounded:
-- the server drops versions nobody runs, a version keeps so many reasons, and a reason not seen for a month goes.
create table remote_failures (
  remote text not null,
  version text not null,
  stage text not null,
  reason text not null,
  count bigint default 1 not null,
  first_at timestamp with time zone default now() not null,
  last_at timestamp with time zone default now() not null,
  constraint remote_failures_reason_check CHECK ((length(reason) <= 200)),
  constraint remote_failures_remote_check CHECK ((length(remote) <= 32)),
  constraint remote_failures_stage_check CHECK ((stage = ANY (ARRAY['load'::text, 'render'::text, 'handler'::text, 'screen'::text]))),
  constraint remote_failures_version_check CHECK ((length(version) <= 64)),
  constraint remote_failures_pkey PRIMARY KEY (remote, version, stage, reason)
);
grant delete, insert, select, update on remote_failures to palier_app;

create table rounds (
  provider_code text not null,
  round_id text not null,
  account_id integer not null,
  game_code text not null,
  state text not null,
  bet_micros bigint default 0 not null,
  win_micros bigint default 0 not null,
  opened_at timestamp with time zone not null,
  -- Stakes of the round that stand: taken and not rolled back.
  stake_count integer default 0 not null,
  -- When the provider's log was last asked about it.
  checked_at timestamp with time zone,
  -- Of an open round: the provider's log was last found to say something else than our books, or what we cannot read.
  is_disputed boolean default false not null,
  constraint rounds_stake_count_check CHECK ((stake_count >= 0)),
  constraint rounds_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'SETTLED'::text, 'ROLLED_BACK'::text]))),
  constraint rounds_pkey PRIMARY KEY (provider_code, round_id, account_id)
);
CREATE INDEX rounds_open ON rounds USING btree (opened_at) WHERE (state = 'OPEN'::text);
grant select, update (checked_at, is_disputed) on rounds to palier_app;

-- Login sessions (design §5): one row a login; refresh tokens as hashes, one chain a session.
create table sessions (
  id uuid default gen_random_uuid() not null,
  user_id integer not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_because text,
  -- What the owner of a session recognises it by.
  browser text,
  system text,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint sessions_pkey PRIMARY KEY (id)
);
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_live_newest ON sessions USING btree (user_id, created_at) WHERE (revoked_at IS NULL);
-- Each process asks twice a second which sessions have just ended and which wins are new (sockets/watch-database).
CREATE INDEX sessions_revoked ON sessions USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);
grant delete, insert, select, update on sessions to palier_app;

-- Wide columns first and none of them null for an agent's transfer: 100 bytes a row instead of 145.
create table transfers (
  id bigint not null,
  amount moved_micros not null,
  created_at timestamp with time zone not null,
  -- The initiator's running totals after this transfer: a report is a difference of two rows.
  initiated_in_after bigint default 0 not null,
  initiated_out_after bigint default 0 not null,
  debit_account_id integer not null,
  credit_account_id integer not null,
  initiator_id integer,
  target_id integer,
  kind movement_kind not null,
  -- The provider of a stake or win, the tier of a jackpot's movement, else empty.
  label text default ''::text not null,
  constraint transfers_check1 CHECK ((debit_account_id <> credit_account_id)),
  constraint transfers_pkey PRIMARY KEY (id)
);
CREATE INDEX transfers_dated ON transfers USING btree (initiator_id, created_at, id) WHERE (initiator_id IS NOT NULL);
CREATE TRIGGER transfers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
grant select on transfers to palier_app;

create table users (
  id integer generated always as identity not null,
  account_id integer not null,
  username text not null,
  password_hash text not null,
  role text not null,
  parent_id integer,
  -- Dense among the parent's children: pages of the sub-account list without OFFSET.
  child_seq integer,
  child_count integer default 0 not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  constraint users_check CHECK (((role = 'ROLE_CAPO'::text) = (parent_id IS NULL))),
  constraint users_role_check CHECK ((role = ANY (ARRAY['ROLE_CAPO'::text, 'ROLE_SUPER_ADMIN'::text, 'ROLE_ADMIN'::text, 'ROLE_CLIENT'::text]))),
  constraint users_username_check CHECK ((username ~ '^[a-z0-9._-]{3,32}$'::text)),
  constraint users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint users_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES users(id),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_account_id_key UNIQUE (account_id),
  constraint users_parent_id_child_seq_key UNIQUE (parent_id, child_seq),
  constraint users_username_key UNIQUE (username)
);
CREATE INDEX users_names ON users USING btree (parent_id, child_seq) INCLUDE (username);
CREATE INDEX users_search ON users USING gin (name_terms(parent_id, username)) WITH (fastupdate=off);
CREATE TRIGGER users_creation_recorded AFTER INSERT ON users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION record_creation();
grant select, update (password_hash, active) on users to palier_app;

create view audit_balances as
 SELECT a.id AS account_id,
    COALESCE(u.username, a.code) AS username,
    a.balance AS balance_micros
   FROM accounts a
     LEFT JOIN users u ON u.account_id = a.id;
grant select on audit_balances to palier_app;

-- For outside audit (design §3).
create view audit_issues as
 SELECT i.transfer_id AS op_id,
    t.credit_account_id AS account_id,
    u.username,
    t.amount::bigint AS amount_micros,
    t.created_at,
    i.reference,
    i.issued_by
   FROM issues i
     JOIN transfers t ON t.id = i.transfer_id
     JOIN users u ON u.account_id = t.credit_account_id;

create view audit_jackpot as
 SELECT p.tier,
    a.balance AS balance_micros,
    COALESCE(sum(x.amount::bigint) FILTER (WHERE t.kind::text = 'ISSUE'::text), 0::numeric)::bigint AS seeds_micros,
    COALESCE(sum(x.amount::bigint) FILTER (WHERE t.kind::text = 'JACKPOT_CONTRIBUTION'::text), 0::numeric)::bigint AS contributions_micros,
    COALESCE(- sum(x.amount::bigint) FILTER (WHERE t.kind::text = 'JACKPOT_WIN'::text), 0::numeric)::bigint AS prizes_micros
   FROM jackpot_pots p
     JOIN accounts a ON a.id = p.account_id
     LEFT JOIN postings x ON x.account_id = a.id
     LEFT JOIN transfers t ON t.id = x.transfer_id
  GROUP BY p.tier, a.balance;
grant select on audit_jackpot to palier_app;

-- For outside audit (design §3).
create view audit_postings as
 SELECT p.transfer_id AS op_id,
    p.account_id,
    p.amount::bigint AS amount_micros,
    t.kind::text AS kind,
    p.balance_after,
    t.created_at
   FROM postings p
     JOIN transfers t ON t.id = p.transfer_id;
grant select on audit_postings to palier_app;

-- What a movement of agents' money names: two accounts, or an agent (`parent`, a user's id) and the username of one of
-- its direct children (`receiver`). Debit or credit is null when that child is not to be found.
create type agent_movement as (
  kind text,
  debit integer,
  credit integer,
  initiator integer,
  target integer,
  amount bigint,
  key text,
  fingerprint text,
  target_user integer,
  answer jsonb
);

-- A pot during a batch. `owed` gathers contributions of one house: posted as one transfer per pot and house in a batch,
-- or before a win.
create type jackpot_state as (
  tier text,
  account integer,
  rate integer,
  seed bigint,
  ceiling bigint,
  owed bigint
);

-- One element of a batch; each kind uses its own fields.
--   transfer: {kind, debit, credit, initiator, target, amount, key?, fingerprint?}
--   game:     {kind: 'GAME', provider, house, user, txn, round, game, bet, win, settles, fingerprint}
--   rollback: {kind: 'ROLLBACK', provider, house, user, txn, round, game, cancels, fingerprint}
create type ledger_movement as (
  kind text,
  debit integer,
  credit integer,
  initiator integer,
  target integer,
  amount bigint,
  key text,
  fingerprint text,
  provider text,
  house integer,
  "user" integer,
  txn text,
  round text,
  game text,
  bet bigint,
  win bigint,
  settles boolean,
  -- The transaction that a rollback takes back.
  cancels text
);

-- One movement of money to write, in order; its amount has been found good for the balances it meets.
create type ledger_step as (
  id bigint,
  kind text,
  debit integer,
  credit integer,
  amount bigint,
  initiator integer,
  target integer,
  label text
);

-- Deposits, withdrawals, creations and issues: applied in arrival order, each with its own result or refusal.
-- `parents` and `sessions` are those of the movements, null where the caller was looked at before.
CREATE OR REPLACE FUNCTION apply_agent_movements(movements agent_movement[], parents integer[], sessions uuid[], at timestamp with time zone)
 RETURNS jsonb[]
 LANGUAGE plpgsql
AS $function$
declare
  locked accounts[]; ids int[]; balances bigint[]; moment timestamptz;
  m agent_movement;
  keys idempotency_keys[] := '{}';
  step ledger_step;
  steps ledger_step[] := '{}';
  result jsonb;
  results jsonb[] := '{}';
  d int; c int;
  place int := 0;
begin
  select * into locked, ids, balances, moment from ledger_lock(
    array(select unnest(array[x.debit, x.credit, x.initiator]) from unnest(movements) x where x.answer is null), at);
  foreach m in array movements loop
    place := place + 1;
    if parents[place] is not null and not may_move(sessions[place], parents[place], m.initiator) then
      results := results || '{"ok": false, "reason": "session"}'::jsonb;
      continue;
    end if;
    if m.answer is not null then
      results := results || m.answer;
      continue;
    end if;
    d := array_position(ids, m.debit); c := array_position(ids, m.credit);
    if balances[d] - m.amount < locked[d].least_balance then
      result := '{"ok": false, "reason": "funds"}';
    elsif balances[c] + m.amount > locked[c].largest_balance then
      result := '{"ok": false, "reason": "limit"}';
    else
      step := (nextval('transfer_ids'), m.kind, m.debit, m.credit, m.amount, m.initiator, m.target, '');
      steps := steps || step;
      balances[d] := balances[d] - m.amount;
      balances[c] := balances[c] + m.amount;
      result := jsonb_build_object('ok', true, 'transferId', step.id, 'targetUserId', m.target_user,
        'initiatorBalance', case m.initiator when m.debit then balances[d] when m.credit then balances[c] end,
        'targetBalance', case m.target when m.debit then balances[d] when m.credit then balances[c] end);
    end if;
    results := results || result;
    if m.key is not null then
      keys := keys || (m.initiator, m.key, m.fingerprint, result, moment)::idempotency_keys;
    end if;
  end loop;

  perform ledger_write(locked, ids, steps, moment);
  if cardinality(keys) > 0 then
    -- A key twice in one batch, or at the same moment in another, fails here; the caller then sends its movements one by one.
    insert into idempotency_keys select * from unnest(keys);
  end if;
  return results;
end $function$;

-- Bets, wins and rollbacks: applied in arrival order, each with its own result or refusal; the stake whose contribution
-- reaches a pot's ceiling wins all of the pot, here and now.
CREATE OR REPLACE FUNCTION apply_game_movements(batch jsonb, at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
AS $function$
declare
  issue_account constant int := (select id from accounts where code = 'issue');
  movements ledger_movement[] := array(select x from jsonb_populate_recordset(null::ledger_movement, batch) x);
  locked accounts[]; ids int[]; balances bigint[]; moment timestamptz;
  pots jackpot_state[];
  pot jackpot_state;
  owed_house int;
  m ledger_movement;
  verdict jsonb; refund bigint;
  results jsonb[] := '{}';
  todo ledger_step[];
  step ledger_step;
  steps ledger_step[] := '{}';
  contribution bigint; contributed bigint;
  hits text[]; wins int[];
  opened ledger_movement[] := '{}'; opened_rounds text[] := '{}';
  kept provider_transactions[] := '{}'; kept_ids text[] := '{}';
  place int;
begin
  select * into locked, ids, balances, moment from ledger_lock(
    array(select unnest(array[x.house, x."user"]) from unnest(movements) x
          union select account_id from jackpot_pots union select issue_account), at);
  pots := jackpot_states();

  -- The last, empty turn settles what the batch still owes to the pots.
  foreach m in array movements || null::ledger_movement loop
    todo := '{}'; hits := '{}'; wins := '{}'; contributed := 0; refund := null;
    if m.kind is not null then
      -- What the batch has decided is written before a movement that asks for it.
      if m.kind = 'ROLLBACK' or m.round = any(opened_rounds) or m.txn = any(kept_ids) then
        perform game_write(opened, kept, moment);
        opened := '{}'; opened_rounds := '{}'; kept := '{}'; kept_ids := '{}';
      end if;
      place := array_position(ids, m."user");
      select v.verdict, v.refund into verdict, refund from game_verdict(m, balances[place]) v;
      if verdict is not null then
        results := results || verdict;
        -- What the provider takes as final stays final; a win that came before its bet may come again.
        if verdict->'replayed' is null and verdict->>'reason' in ('funds', 'player') then
          kept := kept || game_kept(m, 0, verdict, moment);
          kept_ids := kept_ids || m.txn;
        end if;
        continue;
      end if;
    end if;

    if (m.bet > 0 or m.kind is null) and owed_house is distinct from m.house then
      -- Posted here and now, before any ceiling is looked at: what another house gave counts for the stake at hand.
      for k in 1..3 loop
        pot := pots[k];
        if pot.owed > 0 then
          steps := steps || (nextval('transfer_ids'), 'JACKPOT_CONTRIBUTION', owed_house, pot.account, pot.owed, null, null, pot.tier)::ledger_step;
          place := array_position(ids, owed_house); balances[place] := balances[place] - pot.owed;
          place := array_position(ids, pot.account); balances[place] := balances[place] + pot.owed;
          pots[k].owed := 0;
        end if;
      end loop;
      owed_house := m.house;
    end if;
    if m.bet > 0 then
      todo := todo || (null, 'BET', m."user", m.house, m.bet, m."user", null, m.provider)::ledger_step;
      for k in 1..3 loop
        pot := pots[k];
        contribution := m.bet * pot.rate / 1000;
        contributed := contributed + contribution;
        pot.owed := pot.owed + contribution;
        place := array_position(ids, pot.account);
        if contribution > 0 and balances[place] + pot.owed >= pot.ceiling then
          todo := todo
            || (null, 'JACKPOT_CONTRIBUTION', m.house, pot.account, pot.owed, null, null, pot.tier)::ledger_step
            || (null, 'JACKPOT_WIN', pot.account, m."user", balances[place] + pot.owed, m."user", null, pot.tier)::ledger_step
            || (null, 'ISSUE', issue_account, pot.account, pot.seed, null, null, pot.tier)::ledger_step;
          pot.owed := 0;
          hits := hits || pot.tier;
        end if;
        pots[k] := pot;
      end loop;
    end if;
    if refund > 0 then
      todo := todo || (null, 'ROLLBACK', m.house, m."user", refund, m."user", null, m.provider)::ledger_step;
    elsif m.win > 0 then
      todo := todo || (null, 'WIN', m.house, m."user", m.win, m."user", null, m.provider)::ledger_step;
    end if;

    foreach step in array todo loop
      step.id := nextval('transfer_ids');
      steps := steps || step;
      place := array_position(ids, step.debit); balances[place] := balances[place] - step.amount;
      place := array_position(ids, step.credit); balances[place] := balances[place] + step.amount;
      if step.kind = 'JACKPOT_WIN' then
        -- The winner is shown the counters as they are once every pot it won has been seeded again.
        wins := wins || jackpot_end_draw(step.label, m."user", step.amount, array(
          select case when p.tier = any(hits) then p.seed else balances[array_position(ids, p.account)] + p.owed end
            from unnest(pots) p), moment);
        for k in 1..3 loop
          if pots[k].tier = step.label then
            pots[k].ceiling := jackpot_start_draw(step.label, moment);
          end if;
        end loop;
      end if;
    end loop;

    if m.kind is not null then
      verdict := jsonb_build_object('ok', true, 'balance', balances[array_position(ids, m."user")]);
      if m.kind = 'ROLLBACK' then
        perform game_take_back(m, refund, moment);
      else
        opened := opened || m;
        opened_rounds := opened_rounds || m.round;
      end if;
      kept := kept || game_kept(m, contributed, verdict, moment);
      kept_ids := kept_ids || m.txn;
      if cardinality(wins) > 0 then
        verdict := verdict || jsonb_build_object('wins', wins);
      end if;
      results := results || verdict;
    end if;
  end loop;

  perform game_write(opened, kept, moment);
  perform ledger_write(locked, ids, steps, moment);
  return to_jsonb(results);
end $function$;

-- What a movement adds to its initiator's running totals (spec's report), for both paths.
CREATE OR REPLACE FUNCTION counted_in(kind text, amount bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$select case when kind in ('DEPOSIT', 'USER_CREATION') then amount else 0 end$function$;

CREATE OR REPLACE FUNCTION counted_out(kind text, amount bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$select case when kind = 'WITHDRAWAL' then amount else 0 end$function$;

-- What a posting of its initiator adds to `played`.
CREATE OR REPLACE FUNCTION counted_play(kind text, posted bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$select case when kind in ('DEPOSIT', 'WITHDRAWAL', 'USER_CREATION') then 0 else posted end$function$;
grant execute on function counted_play(text,bigint) to public;

-- The head of a hierarchy; operators only (npm run admin).
CREATE OR REPLACE FUNCTION create_capo(new_username text, new_hash text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  new_account int;
  new_user int;
begin
  insert into accounts (code, kind) values ('user:' || new_username, 'USER') returning id into new_account;
  insert into users (account_id, username, password_hash, role) values (new_account, new_username, new_hash, 'ROLE_CAPO')
    returning id into new_user;
  return new_user;
end $function$;

-- The numbers of a parent's children whose names match a LIKE pattern, one page of them, and how many there are in all.
-- `terms` is what name_terms holds of each of them; null for a pattern too short to tell, which reads the parent's names from
-- an index that holds nothing else. Plans are kept, because making one took as long as the search.
-- The name that is the whole term comes first, however many older names hold it: khalid and alina stood before ali.
-- A term of less than three characters is no whole name.
CREATE OR REPLACE FUNCTION find_children(parent integer, pattern text, terms text[], skip bigint, most integer)
 RETURNS TABLE(number integer, total integer)
 LANGUAGE plpgsql
 STABLE ROWS 25
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if terms is null then
    return query select u.child_seq, count(*) over ()::int from users u where u.parent_id = parent and u.username like pattern
      order by u.child_seq offset skip limit most;
  else
    -- The terms bear the parent.
    return query select u.child_seq, count(*) over ()::int from users u
      where name_terms(u.parent_id, u.username) @> terms and u.username like pattern
      order by u.username not like substr(pattern, 2, length(pattern) - 2), u.child_seq offset skip limit most;
  end if;
end $function$;
grant execute on function find_children(integer,text,text[],bigint,integer) to palier_app;

-- For processes of the version before.
CREATE OR REPLACE FUNCTION forget_expired(most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select sum(forget_expired(x, most))::int from unnest(array[
    'idempotency_keys', 'sessions', 'login_failures', 'known_addresses', 'account_acts', 'game_sessions']) x
$function$;
grant execute on function forget_expired(integer) to palier_app;

-- Deletes up to `most` rows of one table that nobody can need any more, the oldest first, and returns how many went. A key
-- answers for seven days; a session's row outlives it by a day, so that a late replay is still told from an unknown token.
CREATE OR REPLACE FUNCTION forget_expired(of_table text, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  gone int;
begin
  -- One process at a time; the others find it busy and have nothing to do.
  if not pg_try_advisory_xact_lock(hashtext('palier-forget-expired'), hashtext(of_table)) then
    return 0;
  end if;
  case of_table
    when 'idempotency_keys' then
      delete from idempotency_keys where ctid = any (array(
        select ctid from idempotency_keys where created_at < now() - interval '7 days'
         order by created_at limit most for update skip locked));
    when 'refresh_tokens' then
      delete from refresh_tokens where ctid = any (array(
        select token.ctid from sessions s
         cross join lateral (select ctid from refresh_tokens where session_id = s.id limit most) token
         where s.expires_at < now() - interval '1 day' order by s.expires_at limit most));
    when 'sessions' then
      delete from sessions where id = any (array(
        select id from sessions where expires_at < now() - interval '1 day'
           and not exists (select from refresh_tokens where session_id = sessions.id)
         order by expires_at limit most for update skip locked));
    when 'login_failures' then
      delete from login_failures where subject = any (array(
        select subject from login_failures where window_started_at < now() - interval '1 hour' limit most
          for update skip locked));
    when 'known_addresses' then
      delete from known_addresses where ctid = any (array(
        select ctid from known_addresses where seen_at < now() - interval '180 days'
         order by seen_at limit most for update skip locked));
    when 'account_acts' then
      delete from account_acts where ctid = any (array(
        select ctid from account_acts where kind in ('signed-in', 'signed-out') and created_at < now() - sign_in_retention()
         order by created_at limit most for update skip locked));
    when 'game_sessions' then
      delete from game_sessions where id = any (array(
        select id from game_sessions where created_at < now() - interval '1 day'
         order by created_at limit most for update skip locked));
  end case;
  get diagnostics gone = row_count;
  return gone;
end $function$;
grant execute on function forget_expired(text,integer) to palier_app;

-- Writes what an accepted game movement does to its round. A rollback leaves its mark on the stake's own transaction,
-- so that the stake, whether it came before or comes later, is refused from now on.
CREATE OR REPLACE FUNCTION game_apply_to_round(m ledger_movement, refund bigint, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if m.kind = 'GAME' then
    insert into rounds (provider_code, round_id, account_id, game_code, state, bet_micros, win_micros, opened_at, stake_count)
      values (m.provider, m.round, m."user", m.game, case when m.settles then 'SETTLED' else 'OPEN' end, m.bet, m.win, at,
              is_stake(m)::int)
      on conflict (provider_code, round_id, account_id) do update
        set state = case when rounds.state = 'SETTLED' then 'SETTLED' else excluded.state end,
            bet_micros = rounds.bet_micros + excluded.bet_micros,
            win_micros = rounds.win_micros + excluded.win_micros,
            stake_count = rounds.stake_count + excluded.stake_count;
    return;
  end if;
  insert into provider_transactions (provider_code, transaction_id, round_id, account_id, fingerprint, bet_micros,
                                     win_micros, answer, created_at, is_stake)
    values (m.provider, m.cancels, m.round, m."user", '', 0, 0, '{"ok": false, "reason": "rolled-back"}', at, true)
    on conflict (provider_code, transaction_id) do update
      set answer = excluded.answer where provider_transactions.answer->>'reason' is distinct from 'rolled-back';
  if refund is not null then
    update rounds set bet_micros = bet_micros - refund, stake_count = stake_count - 1,
        state = case when stake_count > 1 then state else 'ROLLED_BACK' end
      where provider_code = m.provider and round_id = m.round and account_id = m."user";
  end if;
end $function$;

-- A provider transaction that was decided for good, with its answer: a repeat gets the same one.
CREATE OR REPLACE FUNCTION game_kept(m ledger_movement, contributed bigint, answer jsonb, moment timestamp with time zone)
 RETURNS provider_transactions
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (m.provider, m.txn, m.round, m."user", m.fingerprint, coalesce(m.bet, 0), coalesce(m.win, 0), contributed, answer,
    moment, is_stake(m), null)::provider_transactions
$function$;
grant execute on function game_kept(ledger_movement,bigint,jsonb,timestamp with time zone) to public;

-- Refuses the stake from now on, and takes it out of its round where it was taken.
CREATE OR REPLACE FUNCTION game_take_back(m ledger_movement, refund bigint, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into provider_transactions (provider_code, transaction_id, round_id, account_id, fingerprint, bet_micros,
                                     win_micros, answer, created_at, is_stake)
    values (m.provider, m.cancels, m.round, m."user", '', 0, 0, '{"ok": false, "reason": "rolled-back"}', at, true)
    on conflict (provider_code, transaction_id) do update
      set answer = excluded.answer where provider_transactions.answer->>'reason' is distinct from 'rolled-back';
  if refund is not null then
    update rounds set bet_micros = bet_micros - refund, stake_count = stake_count - 1,
        state = case when stake_count > 1 then state else 'ROLLED_BACK' end
      where provider_code = m.provider and round_id = m.round and account_id = m."user";
  end if;
end $function$;
grant execute on function game_take_back(ledger_movement,bigint,timestamp with time zone) to public;

-- The rules of rounds (design §6). A null verdict: the movement may go; else its answer. `refund` is what a rollback
-- gives back, null when there is nothing to take back. Its callers hold the locks of the player and the house.
CREATE OR REPLACE FUNCTION game_verdict(m ledger_movement, balance bigint, OUT verdict jsonb, OUT refund bigint)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  limit_micros constant bigint := 9000000000000000;
  known provider_transactions;
  round_row rounds;
  -- A constant, so that the index of openings knows where to stop.
  opened_after constant timestamptz := clock_timestamp() - interval '24 hours';
  reason text;
begin
  select * into known from provider_transactions where provider_code = m.provider and transaction_id = m.txn;
  if found then
    verdict := case when known.fingerprint = m.fingerprint or known.answer->>'reason' = 'rolled-back'
                    then known.answer || '{"replayed": true}'
                    else jsonb_build_object('ok', false, 'reason', 'duplicate', 'replayed', true, 'balance', balance) end;
    return;
  end if;
  select * into round_row from rounds
    where provider_code = m.provider and round_id = m.round and account_id = m."user";
  if m.kind = 'ROLLBACK' then
    select * into known from provider_transactions where provider_code = m.provider and transaction_id = m.cancels;
    if not found then
      reason := case when m.txn = m.cancels then 'round' end;
    elsif known.account_id <> m."user" or known.round_id <> m.round or not known.is_stake then
      reason := 'round';
    elsif known.answer->'ok' = 'true' then
      -- A win that was paid stands, and so does the stake it was won with.
      reason := case when round_row.win_micros > 0 then 'round'
                     when balance + known.bet_micros > limit_micros then 'limit' end;
      refund := case when reason is null then known.bet_micros end;
    end if;
  elsif is_stake(m) then
    reason := case
      when round_row.state = 'SETTLED' then 'round'
      when not exists (
        select from game_sessions g
         -- Found by its user whatever the statistics say: a table read for the first time has none.
         where g.user_id = (select u.id from users u where u.account_id = m."user" and u.active)
           and g.provider_code = m.provider and g.game_code = m.game and g.ended_at is null and g.created_at > opened_after
           and (g.login_session_id is null or exists (
             select from sessions s
              where s.id = g.login_session_id and s.revoked_at is null and s.expires_at > clock_timestamp())))
        then 'player'
      when m.bet > balance then 'funds'
      when balance - m.bet + m.win > limit_micros then 'limit'
    end;
  else
    reason := case when coalesce(round_row.stake_count, 0) = 0 then 'round'
                   when balance + m.win > limit_micros then 'limit' end;
  end if;
  if reason is not null then
    verdict := jsonb_build_object('ok', false, 'reason', reason, 'balance', balance);
  end if;
end $function$;

-- A round whose stakes were all taken back may be staked again. It kept the date of the one before: after a day it counted as
-- forgotten at once, and its new stake was given back; and an id of ours that has closed the one before closed nothing here.
CREATE OR REPLACE FUNCTION game_write(opened ledger_movement[], kept provider_transactions[], moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into rounds (provider_code, round_id, account_id, game_code, state, bet_micros, win_micros, opened_at, stake_count)
    select m.provider, m.round, m."user", m.game, case when m.settles then 'SETTLED' else 'OPEN' end, m.bet, m.win, moment,
           is_stake(m)::int
      from unnest(opened) m
    on conflict (provider_code, round_id, account_id) do update
      set state = case when rounds.state = 'SETTLED' then 'SETTLED' else excluded.state end,
          bet_micros = rounds.bet_micros + excluded.bet_micros,
          win_micros = rounds.win_micros + excluded.win_micros,
          -- One whose stakes were all taken back is opened anew by the next.
          opened_at = case when rounds.state = 'ROLLED_BACK' then excluded.opened_at else rounds.opened_at end,
          stake_count = rounds.stake_count + excluded.stake_count;
  -- All but the operator, which the table names by itself.
  insert into provider_transactions (provider_code, transaction_id, round_id, account_id, fingerprint, bet_micros, win_micros,
                                     contribution_micros, answer, created_at, is_stake)
    select provider_code, transaction_id, round_id, account_id, fingerprint, bet_micros, win_micros, contribution_micros, answer,
           created_at, is_stake
      from unnest(kept);
end $function$;
grant execute on function game_write(ledger_movement[],provider_transactions[],timestamp with time zone) to public;

-- The house account of a provider, made when first needed.
CREATE OR REPLACE FUNCTION house_account(provider text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  found_id int;
begin
  select id into found_id from accounts where code = 'house:' || provider;
  if found_id is null then
    insert into accounts (code, kind, least_balance, largest_balance)
      values ('house:' || provider, 'HOUSE', -9223372036854775808, 9223372036854775807) on conflict (code) do nothing;
    select id into strict found_id from accounts where code = 'house:' || provider;
  end if;
  return found_id;
end $function$;
grant execute on function house_account(text) to palier_app;

-- A stake of nothing (a free spin) opens its round as any other.
CREATE OR REPLACE FUNCTION is_stake(m ledger_movement)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$select m.kind = 'GAME' and (m.bet > 0 or not m.settles)$function$;

-- Issues money to the account of a capo, once for each reference. Without one, the same amount to the same capo within twelve
-- hours counts as the same order given twice. The issue's op_id, and whether it is new; no row where the capo's balance has no
-- room for it. Operators only (npm run admin).
CREATE OR REPLACE FUNCTION issue_money(capo integer, micros bigint, author text, of_reference text)
 RETURNS TABLE(op_id bigint, is_new boolean)
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  result jsonb;
begin
  -- One after another: each finds what the one before it has issued.
  lock table issues in share row exclusive mode;
  select i.op_id, false into op_id, is_new from audit_issues i
    where case when of_reference is not null then i.reference = of_reference
               else i.account_id = capo and i.amount_micros = micros and i.created_at > now() - interval '12 hours' end
    order by i.op_id desc limit 1;
  if not found then
    result := ledger_apply_at(jsonb_build_array(jsonb_build_object('kind', 'ISSUE',
      'debit', (select id from accounts where code = 'issue'), 'credit', capo, 'amount', micros)), null)->0;
    if result->'ok' = 'false' then
      return;
    end if;
    op_id := result->>'transferId';
    is_new := true;
    insert into issues values (op_id, of_reference, author);
  end if;
  return next;
end $function$;

-- A ceiling from the database's CSPRNG (gen_random_uuid), each micro-dinar of the range as likely as any other.
CREATE OR REPLACE FUNCTION jackpot_draw_ceiling(lowest bigint, highest bigint)
 RETURNS bigint
 LANGUAGE sql
AS $function$
  -- 48 and 12 bits: the part of a version 4 UUID before its version digit is random throughout.
  select lowest + ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)
                      || substr(replace(gen_random_uuid()::text, '-', ''), 1, 3))::bit(60)::bigint % (highest - lowest + 1)
$function$;

-- Ends the running draw: publishes its secret and records the win for delivery.
CREATE OR REPLACE FUNCTION jackpot_end_draw(for_tier text, winner_account integer, prize bigint, counters bigint[], at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  ended_draw int;
  win_id int;
begin
  update jackpot_draws d set ceiling_micros = s.ceiling_micros, salt = s.salt, ended_at = at
    from jackpot_secrets s where s.tier = for_tier and d.tier = for_tier and d.number = s.number
    returning d.id into strict ended_draw;
  insert into jackpot_wins (draw_id, tier, user_id, prize_micros, bronze_micros, silver_micros, gold_micros, created_at)
    select ended_draw, for_tier, u.id, prize, counters[1], counters[2], counters[3], at
      from users u where u.account_id = winner_account
    returning id into strict win_id;
  return win_id;
end $function$;

-- Sets parameters of a pot; null leaves one as it is. The rate counts from the next stake, the others from the next pot,
-- because the running one is already committed to. Operators only (npm run admin).
CREATE OR REPLACE FUNCTION jackpot_set(for_tier text, new_rate integer, new_seed bigint, new_ceiling_min bigint, new_ceiling_max bigint, author text)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  old jackpot_pots;
  changes int;
begin
  -- The lock that every stake takes on the pot: no batch sees half a change.
  perform from accounts where code = 'jackpot:' || for_tier for no key update;
  select * into strict old from jackpot_pots where tier = for_tier;
  update jackpot_pots set rate_thousandths = coalesce(new_rate, rate_thousandths),
      seed_micros = coalesce(new_seed, seed_micros),
      ceiling_min_micros = coalesce(new_ceiling_min, ceiling_min_micros),
      ceiling_max_micros = coalesce(new_ceiling_max, ceiling_max_micros)
    where tier = for_tier;
  insert into jackpot_changes (tier, parameter, old_value, new_value, changed_by)
    select for_tier, x.parameter, x.old_value, x.new_value, author
      from (values ('rate', old.rate_thousandths::bigint, new_rate::bigint), ('seed', old.seed_micros, new_seed),
                   ('ceiling-min', old.ceiling_min_micros, new_ceiling_min),
                   ('ceiling-max', old.ceiling_max_micros, new_ceiling_max)) as x (parameter, old_value, new_value)
     where x.new_value <> x.old_value;
  get diagnostics changes = row_count;
  return changes;
end $function$;

-- Begins the next draw of a pot: a secret ceiling from the database's CSPRNG (gen_random_uuid), and its commitment,
-- the SHA-256 of "tier:number:ceiling:salt". Returns the ceiling.
CREATE OR REPLACE FUNCTION jackpot_start_draw(for_tier text, at timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  pot jackpot_pots;
  next_number int;
  ceiling bigint;
  salt text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  select * into strict pot from jackpot_pots where tier = for_tier;
  select coalesce(max(number), 0) + 1 into next_number from jackpot_draws where tier = for_tier;
  ceiling := jackpot_draw_ceiling(pot.ceiling_min_micros, pot.ceiling_max_micros);
  insert into jackpot_draws (tier, number, commitment, started_at)
    values (for_tier, next_number,
            encode(sha256(convert_to(concat_ws(':', for_tier, next_number, ceiling, salt), 'UTF8')), 'hex'), at);
  insert into jackpot_secrets values (for_tier, next_number, ceiling, salt)
    on conflict (tier) do update
      set number = excluded.number, ceiling_micros = excluded.ceiling_micros, salt = excluded.salt;
  return ceiling;
end $function$;

-- The pots in the order of their tiers, read under their accounts' locks, which a change of their parameters takes too.
CREATE OR REPLACE FUNCTION jackpot_states()
 RETURNS jackpot_state[]
 LANGUAGE sql
AS $function$
  select array_agg((p.tier, p.account_id, p.rate_thousandths, p.seed_micros, s.ceiling_micros, 0)::jackpot_state order by o.n)
    from unnest(array['bronze', 'silver', 'gold']) with ordinality o (tier, n)
    join jackpot_pots p using (tier) join jackpot_secrets s using (tier)
$function$;

-- A provider transaction that was decided for good, with its answer: a repeat gets the same one.
CREATE OR REPLACE FUNCTION keep_provider_transaction(m ledger_movement, contributed bigint, answer jsonb, moment timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into provider_transactions values (m.provider, m.txn, m.round, m."user", m.fingerprint, coalesce(m.bet, 0),
    coalesce(m.win, 0), contributed, answer, moment, is_stake(m))
$function$;

-- What a call is answered that brings a key seen before. One that resolve_attempt gave up says so, whatever the body.
CREATE OR REPLACE FUNCTION kept_answer(known idempotency_keys, fingerprint text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when known.fingerprint = kept_answer.fingerprint or known.answer->>'reason' = 'abandoned'
              then known.answer || '{"replayed": true}'
              else '{"ok": false, "reason": "key-reused", "replayed": true}' end
$function$;

-- The application issues no money, whatever name it gives a movement. Agents' movements have their own function (0013), so
-- this one is left to games: until now it also took a DEPOSIT from the issue account, a JACKPOT_WIN without a stake, and a
-- game against any account in the house's place.
CREATE OR REPLACE FUNCTION ledger_apply(batch jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from jsonb_to_recordset(batch) as m (kind text, provider text, house int)
     where coalesce(m.kind not in ('GAME', 'ROLLBACK'), true)
        or (select code from accounts where id = m.house) is distinct from 'house:' || m.provider) then
    raise exception 'the application moves money of games alone, against the house of their provider' using errcode = '42501';
  end if;
  return ledger_apply_at(batch, null);
end $function$;
grant execute on function ledger_apply(jsonb) to palier_app;

-- Deposits and withdrawals of agents, 1 to 256 of them, one element of each array a movement: its kind, the agent's account
-- and user, the receiver's username, micro-dinars, and key, fingerprint and session, each of which may be null. Returns the
-- results in the same order, as a JSON array of what ledger_apply returns.
CREATE OR REPLACE FUNCTION ledger_apply_agents(kinds text[], initiators integer[], parents integer[], receivers text[], amounts bigint[], keys text[], fingerprints text[], sessions uuid[])
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  if not coalesce(cardinality(kinds) between 1 and 256, false) then
    raise exception 'a batch holds 1 to 256 movements';
  end if;
  if not kinds <@ array['DEPOSIT', 'WITHDRAWAL'] then
    raise exception 'agents deposit and withdraw' using errcode = '42501';
  end if;
  if array_position(initiators, null) is not null or array_position(parents, null) is not null
     or array_position(receivers, null) is not null or array_position(amounts, null) is not null then
    raise exception 'a movement lacks its agent, receiver or amount' using errcode = '22004';
  end if;
  return '[' || array_to_string(apply_agent_movements(resolve_agent_movements(kinds, null, null, initiators, null, amounts,
    keys, fingerprints, parents, receivers), parents, sessions, null), ',') || ']';
end $function$;
grant execute on function ledger_apply_agents(text[],integer[],integer[],text[],bigint[],text[],text[],uuid[]) to palier_app;

-- The same for one sort of batch in jsonb: operators' money, users' openings, the demo's seed, and games.
CREATE OR REPLACE FUNCTION ledger_apply_at(batch jsonb, at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  if jsonb_array_length(batch) not between 1 and 256 then
    raise exception 'a batch holds 1 to 256 movements';
  end if;
  if not batch @? '$[*] ? (@.kind == "GAME" || @.kind == "ROLLBACK")' then
    return to_jsonb((
      select apply_agent_movements(resolve_agent_movements(array_agg(kind), array_agg(debit), array_agg(credit), array_agg(initiator),
               array_agg(target), array_agg(amount), array_agg(key), array_agg(fingerprint), array_agg(parent), array_agg(receiver)),
               array_agg(parent), array_agg(session), at)
        from jsonb_to_recordset(batch) as (kind text, debit int, credit int, initiator int, target int, amount bigint, key text,
               fingerprint text, parent int, receiver text, session uuid)));
  elsif batch @? '$[*] ? (@.kind != "GAME" && @.kind != "ROLLBACK")' then
    raise exception 'a batch holds movements of agents or of games, not both';
  end if;
  return apply_game_movements(batch, at);
end $function$;

-- One deposit or withdrawal by the shortest way; its result, as ledger_apply_agents'. Only what is accepted is done here: a
-- refusal that shows before anything was written is left to the batch, and where a constraint refuses instead (a key seen
-- before, a receiver that holds too much), nothing has moved and the caller sends it to ledger_apply_agents.
-- The child is read without a join around it.
-- Each of the two kinds has its own two updates, so that no column is counted up by nothing and no row is copied.
-- The session is looked at last, when nothing is waited for any more.
CREATE OR REPLACE FUNCTION ledger_apply_one(in_kind text, in_initiator integer, in_parent integer, in_receiver text, in_amount bigint, in_key text, in_fingerprint text, in_session uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  deposits constant boolean := in_kind = 'DEPOSIT';
  target_user int; target_account int;
  debit int; credit int; posted bigint;
  initiator_balance bigint; initiator_seq bigint; in_after bigint; out_after bigint;
  target_balance bigint; target_seq bigint;
  debited_at timestamptz; moment timestamptz;
  movement bigint;
  result jsonb;
begin
  if not coalesce(in_kind in ('DEPOSIT', 'WITHDRAWAL'), false) then
    raise exception 'agents deposit and withdraw' using errcode = '42501';
  end if;
  select id, account_id into target_user, target_account from users where username = in_receiver and parent_id = in_parent;
  if target_user is not null then
    if deposits then
      debit := in_initiator; credit := target_account; posted := -in_amount;
    else
      debit := target_account; credit := in_initiator; posted := in_amount;
    end if;
    -- Locks in ascending ids, as ledger_lock takes them.
    if credit < debit then
      perform from accounts where id = credit for no key update;
    end if;
    if deposits then
      update accounts set balance = balance - in_amount, posting_count = posting_count + 1, initiated_count = initiated_count + 1,
          initiated_in = initiated_in + counted_in('DEPOSIT', in_amount),
          last_moved_at = greatest(last_moved_at, date_trunc('milliseconds', clock_timestamp()))
        where id = debit and balance - in_amount >= least_balance
        returning balance, initiated_count, initiated_in, initiated_out, last_moved_at
        into initiator_balance, initiator_seq, in_after, out_after, debited_at;
      if found then
        update accounts set balance = balance + in_amount, posting_count = posting_count + 1, received_count = received_count + 1,
            last_moved_at = greatest(last_moved_at, debited_at)
          where id = credit
          returning balance, received_count, last_moved_at into strict target_balance, target_seq, moment;
      end if;
    else
      update accounts set balance = balance - in_amount, posting_count = posting_count + 1, received_count = received_count + 1,
          last_moved_at = greatest(last_moved_at, date_trunc('milliseconds', clock_timestamp()))
        where id = debit and balance - in_amount >= least_balance
        returning balance, received_count, last_moved_at into target_balance, target_seq, debited_at;
      if found then
        update accounts set balance = balance + in_amount, posting_count = posting_count + 1, initiated_count = initiated_count + 1,
            initiated_out = initiated_out + counted_out('WITHDRAWAL', in_amount),
            last_moved_at = greatest(last_moved_at, debited_at)
          where id = credit
          returning balance, initiated_count, initiated_in, initiated_out, last_moved_at
          into strict initiator_balance, initiator_seq, in_after, out_after, moment;
      end if;
    end if;
  end if;
  if moment is null then
    return (apply_agent_movements(resolve_agent_movements(array[in_kind], null, null, array[in_initiator], null, array[in_amount],
      array[in_key], array[in_fingerprint], array[in_parent], array[in_receiver]), array[in_parent], array[in_session], null))[1];
  end if;
  if not may_move(in_session, in_parent, in_initiator) then
    -- Undoes what is above; the batch then says it in words.
    raise exception 'the session may not move this money';
  end if;
  if moment > debited_at then
    -- Somebody moved the credited account after we read the clock: neither may go back in time.
    update accounts set last_moved_at = moment where id = debit;
  end if;

  movement := nextval('transfer_ids');
  result := jsonb_build_object('ok', true, 'transferId', movement, 'targetUserId', target_user,
    'initiatorBalance', initiator_balance, 'targetBalance', target_balance);
  insert into transfers values (movement, in_amount, moment, in_after, out_after, debit, credit, in_initiator, target_account,
    in_kind, '');
  insert into postings (transfer_id, amount, balance_after, account_id, seq, list) values
    (movement, posted, initiator_balance, in_initiator, initiator_seq, 'O'),
    (movement, -posted, target_balance, target_account, target_seq, 'I');
  if in_key is not null then
    insert into idempotency_keys values (in_initiator, in_key, in_fingerprint, result, moment);
  end if;
  return result;
end $function$;
grant execute on function ledger_apply_one(text,integer,integer,text,bigint,text,text,uuid) to palier_app;

-- Locks accounts; returns their rows, ids and balances, in the same order, and the moment of the batch. Ascending ids,
-- whoever asks: two batches that share accounts wait for each other and never deadlock. The moment is in milliseconds, as
-- dates are shown and asked for, and never before the last movement of an account it touches, even if the clock jumps;
-- `at` back-dates, for the demo's seed.
CREATE OR REPLACE FUNCTION ledger_lock(wanted integer[], at timestamp with time zone, OUT locked accounts[], OUT ids integer[], OUT balances bigint[], OUT moment timestamp with time zone)
 RETURNS record
 LANGUAGE sql
AS $function$
  select array_agg(a), array_agg((a).id), array_agg((a).balance),
         greatest(date_trunc('milliseconds', coalesce(at, clock_timestamp())), max((a).last_moved_at))
    from (select a from accounts a where id = any(wanted) order by id for no key update)
$function$;

-- Writes the steps of a batch: transfers, their two postings with the balance after each, and every touched account
-- once, however often the batch moved it. `locked` holds the accounts as they were before the batch.
CREATE OR REPLACE FUNCTION ledger_write(locked accounts[], ids integer[], steps ledger_step[], moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  step ledger_step;
  purse accounts;
  entry postings;
  entries postings[] := '{}';
  row transfers;
  rows transfers[] := '{}';
  place int;
begin
  if cardinality(steps) = 0 then
    return;
  end if;
  foreach step in array steps loop
    row := (step.id, step.amount, moment, 0, 0, step.debit, step.credit, step.initiator, step.target, step.kind, step.label);
    entry.transfer_id := step.id;
    for number in 1..2 loop
      entry.account_id := case number when 1 then step.debit else step.credit end;
      entry.amount := case number when 1 then -step.amount else step.amount end;
      place := array_position(ids, entry.account_id);
      purse := locked[place];
      purse.balance := purse.balance + entry.amount;
      purse.posting_count := purse.posting_count + 1;
      entry.balance_after := purse.balance;
      if entry.account_id = step.initiator then
        purse.initiated_count := purse.initiated_count + 1;
        purse.initiated_in := purse.initiated_in + counted_in(step.kind, step.amount);
        purse.initiated_out := purse.initiated_out + counted_out(step.kind, step.amount);
        purse.played := purse.played + counted_play(step.kind, entry.amount);
        entry.list := 'O'; entry.seq := purse.initiated_count;
        row.initiated_in_after := purse.initiated_in; row.initiated_out_after := purse.initiated_out;
      elsif entry.account_id = step.target then
        purse.received_count := purse.received_count + 1;
        entry.list := 'I'; entry.seq := purse.received_count;
      else
        entry.list := 'S'; entry.seq := purse.posting_count - purse.initiated_count - purse.received_count;
      end if;
      locked[place] := purse;
      entries := entries || entry;
    end loop;
    rows := rows || row;
  end loop;

  insert into transfers select * from unnest(rows);
  insert into postings select * from unnest(entries);
  update accounts a set balance = p.balance, posting_count = p.posting_count, initiated_count = p.initiated_count,
      received_count = p.received_count, initiated_in = p.initiated_in, initiated_out = p.initiated_out,
      played = p.played, last_moved_at = moment
    from unnest(locked) p where a.id = p.id and a.posting_count <> p.posting_count;
end $function$;

-- Whether a user may move the money of this account: it is its own, and the session neither ended nor expired, its user active.
-- Without a session, which was then looked at before, the account alone.
CREATE OR REPLACE FUNCTION may_move(session uuid, caller integer, account integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from users u where u.id = caller and u.account_id = account
                    and (session is null or u.active and exists (
                      select from sessions s where s.id = session and s.user_id = caller
                         and s.revoked_at is null and s.expires_at > now())))
$function$;

-- The runs of three characters in a name, each after its parent's id.
CREATE OR REPLACE FUNCTION name_terms(parent integer, name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_agg(distinct parent::text || ' ' || substr(name, i, 3)) from generate_series(1, length(name) - 2) i
$function$;
grant execute on function name_terms(integer,text) to palier_app;

CREATE OR REPLACE FUNCTION note_remote_failure(in_remote text, in_version text, in_stage text, in_reason text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;
grant execute on function note_remote_failure(text,text,text,text) to public;
grant execute on function note_remote_failure(text,text,text,text) to palier_app;

-- Writes one act, in the caller's transaction. An account is acted on by itself, its parent or the house; that it was
-- created is written by the trigger below and by nobody else.
CREATE OR REPLACE FUNCTION record_act(about integer, by_whom integer, act text, of_session uuid DEFAULT NULL::uuid, with_browser text DEFAULT NULL::text, with_system text DEFAULT NULL::text, sessions integer DEFAULT NULL::integer, because text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if act = 'account-created' or not exists (
    select from users where id = about and (by_whom is null or by_whom in (id, parent_id))) then
    raise exception 'user % may not record % about user %', by_whom, act, about;
  end if;
  insert into account_acts (user_id, actor_id, kind, session_id, browser, system, session_count, reason)
    values (about, by_whom, act, of_session, with_browser, with_system, sessions, because);
end $function$;
grant execute on function record_act(integer,integer,text,uuid,text,text,integer,text) to palier_app;

CREATE OR REPLACE FUNCTION record_creation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into account_acts (user_id, actor_id, kind, created_at)
    select id, parent_id, 'account-created', created_at from added order by id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION refuse_change_of_acts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.kind in ('signed-in', 'signed-out') and old.created_at < now() - sign_in_retention() then
    return old;
  end if;
  raise exception 'account_acts is append-only';
end $function$;

-- The same rule for less: what looks at every other statement stands in an `if` of its own, since PostgreSQL prepares all
-- parts of a condition, also those it never comes to.
CREATE OR REPLACE FUNCTION refuse_unbalanced_postings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION register_user(parent integer, new_username text, new_hash text, new_role text, opening bigint, new_key text, new_fingerprint text)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$select register_user_at(parent, new_username, new_hash, new_role, opening, new_key, new_fingerprint, null)$function$;
grant execute on function register_user(integer,text,text,text,bigint,text,text) to palier_app;

-- Makes a user with its account and moves its opening balance from the parent, all or nothing. Answers as ledger_apply,
-- with userId; reason 'name-taken' when the name is in use. A key is checked first of all, and keeps any answer.
CREATE OR REPLACE FUNCTION register_user_at(parent integer, new_username text, new_hash text, new_role text, opening bigint, new_key text, new_fingerprint text, at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  parent_row users;
  known idempotency_keys;
  new_account int;
  new_user int;
  number int;
  result jsonb;
begin
  -- Users before accounts, in every function: the same order everywhere cannot deadlock.
  select * into strict parent_row from users where id = parent for no key update;
  if new_key is not null then
    select * into known from idempotency_keys where account_id = parent_row.account_id and key = new_key;
    if found then
      return kept_answer(known, new_fingerprint);
    end if;
  end if;
  begin
    insert into accounts (code, kind) values ('user:' || new_username, 'USER') returning id into new_account;
    update users set child_count = child_count + 1 where id = parent returning child_count into number;
    insert into users (account_id, username, password_hash, role, parent_id, child_seq, created_at)
      values (new_account, new_username, new_hash, new_role, parent, number, coalesce(at, now()))
      returning id into new_user;
    if opening > 0 then
      result := ledger_apply_at(jsonb_build_array(jsonb_build_object('kind', 'USER_CREATION',
        'debit', parent_row.account_id, 'credit', new_account, 'initiator', parent_row.account_id,
        'target', new_account, 'amount', opening)), at)->0;
      if not (result->'ok')::boolean then
        raise exception 'refused' using errcode = 'PL001';
      end if;
    else
      select jsonb_build_object('ok', true, 'initiatorBalance', balance) into result
        from accounts where id = parent_row.account_id;
    end if;
    result := result || jsonb_build_object('userId', new_user);
  exception
    when unique_violation then result := '{"ok": false, "reason": "name-taken"}';
    when sqlstate 'PL001' then null; -- the refusal is already in result; the user is undone with this block
  end;
  if new_key is not null then
    insert into idempotency_keys (account_id, key, fingerprint, answer)
      values (parent_row.account_id, new_key, new_fingerprint, result);
  end if;
  return result;
end $function$;

-- The children that movements name and the answers that are certain, before any account is
-- locked. A key that changes meanwhile is caught by its uniqueness.
CREATE OR REPLACE FUNCTION resolve_agent_movements(kinds text[], debits integer[], credits integer[], initiators integer[], targets integer[], amounts bigint[], keys text[], fingerprints text[], parents integer[], receivers text[])
 RETURNS agent_movement[]
 LANGUAGE sql
 STABLE
AS $function$
  select array_agg((m.kind,
           case when m.receiver is null then m.debit when m.kind = 'DEPOSIT' then m.initiator else child.account_id end,
           case when m.receiver is null then m.credit when m.kind = 'DEPOSIT' then child.account_id else m.initiator end,
           m.initiator, coalesce(m.target, child.account_id), m.amount, m.key, m.fingerprint, child.id,
           case when case when m.receiver is null then m.debit is null or m.credit is null else child.id is null end
                  then '{"ok": false, "reason": "receiver"}'
                when known.key is not null then kept_answer(known, m.fingerprint) end)::agent_movement order by m.place)
    from unnest(kinds, debits, credits, initiators, targets, amounts, keys, fingerprints, parents, receivers) with ordinality
         as m (kind, debit, credit, initiator, target, amount, key, fingerprint, parent, receiver, place)
    left join users child on child.username = m.receiver and child.parent_id = m.parent
    left join idempotency_keys known on known.account_id = m.initiator and known.key = m.key
$function$;

-- What became of an attempt whose answer was lost: its kept answer, or, for a key never seen, a refusal that is kept
-- from now on, so that the attempt cannot be carried out later behind the person's back. Takes the locks under which
-- ledger_apply and register_user read and keep keys, users before accounts as they do.
CREATE OR REPLACE FUNCTION resolve_attempt(caller integer, attempt_key text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from users where account_id = caller for no key update;
  perform from accounts where id = caller for no key update;
  insert into idempotency_keys (account_id, key, fingerprint, answer)
    values (caller, attempt_key, '', '{"ok": false, "reason": "abandoned"}')
    on conflict (account_id, key) do nothing;
  return (select answer from idempotency_keys where account_id = caller and key = attempt_key);
end $function$;
grant execute on function resolve_attempt(integer,text) to palier_app;

-- How long signing in and out is remembered; what was done to an account is kept for ever.
CREATE OR REPLACE FUNCTION sign_in_retention()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
AS $function$ select interval '180 days' $function$;
grant execute on function sign_in_retention() to palier_app;
