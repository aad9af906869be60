-- Up Migration

-- The application's own role: it reads the ledger and may only change it through the functions below.
do $$
begin
  create role palier_app nologin;
exception
  -- Roles belong to the whole cluster; another database, or another process starting now, may have made it.
  when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  execute format('grant palier_app to %I', current_user);
exception when others then null; -- a superuser needs no membership, and may not grant to itself twice
end $$;
grant usage on schema public to palier_app;

-- One row per purse. Balances, counters and running totals change only under this row's lock, so the dense sequences
-- below have no gaps. Amounts are micro-dinars.
create table accounts (
  id int generated always as identity primary key,
  code text not null unique,
  kind text not null check (kind in ('USER', 'ISSUE', 'HOUSE', 'JACKPOT')),
  balance bigint not null default 0,
  posting_count bigint not null default 0,
  initiated_count bigint not null default 0,
  received_count bigint not null default 0,
  -- Of what this account initiated: deposits and creations (in), withdrawals (out). Spec's report.
  initiated_in bigint not null default 0,
  initiated_out bigint not null default 0,
  last_moved_at timestamptz not null default '-infinity',
  constraint balance_not_below_zero check (kind in ('ISSUE', 'HOUSE') or balance >= 0),
  -- Above this a JSON number no longer carries every micro-dinar.
  constraint balance_representable check (kind <> 'USER' or balance <= 9000000000000000)
) with (fillfactor = 50);

create sequence transfer_ids;

-- A movement of money from one account to another. The *_seq columns are dense per account (or pair), so a page is a
-- range of an index and a total is a counter: no scan, however long the history (design §3).
create table transfers (
  id bigint primary key,
  kind text not null check (kind in ('DEPOSIT', 'WITHDRAWAL', 'USER_CREATION', 'ISSUE', 'BET', 'WIN', 'ROLLBACK',
                                     'JACKPOT_CONTRIBUTION', 'JACKPOT_WIN')),
  debit_account_id int not null,
  credit_account_id int not null,
  amount bigint not null check (amount > 0),
  initiator_id int,
  initiator_seq bigint,
  target_id int,
  target_seq bigint,
  pair_seq bigint,
  initiated_in_after bigint,
  initiated_out_after bigint,
  label text,
  created_at timestamptz not null,
  check (debit_account_id <> credit_account_id)
);
create unique index transfers_outgoing on transfers (initiator_id, initiator_seq) where initiator_id is not null;
create unique index transfers_incoming on transfers (target_id, target_seq) where target_id is not null;
create unique index transfers_pair on transfers (initiator_id, target_id, pair_seq) where target_id is not null;
create index transfers_dated on transfers (initiator_id, created_at, initiator_seq) where initiator_id is not null;

-- No foreign keys: only ledger_apply_at writes here, from rows it holds locked, and `admin verify` recounts.
create table postings (
  account_id int not null,
  seq bigint not null,
  transfer_id bigint not null,
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  primary key (account_id, seq)
);

create function refuse_unbalanced_postings() returns trigger language plpgsql as $$
begin
  if exists (select from added group by transfer_id having sum(amount) <> 0 or count(*) <> 2) then
    raise exception 'postings of a transfer must be two and sum to zero';
  end if;
  return null;
end $$;
create trigger postings_sum_to_zero after insert on postings
  referencing new table as added for each statement execute function refuse_unbalanced_postings();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function refuse_change();
create trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();

create table users (
  id int generated always as identity primary key,
  account_id int not null unique references accounts,
  username text not null unique check (username ~ '^[a-z0-9._-]{3,32}$'),
  password_hash text not null,
  role text not null check (role in ('ROLE_CAPO', 'ROLE_SUPER_ADMIN', 'ROLE_ADMIN', 'ROLE_CLIENT')),
  parent_id int references users,
  -- Dense among the parent's children: pages of the sub-account list without OFFSET.
  child_seq int,
  child_count int not null default 0,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  check ((role = 'ROLE_CAPO') = (parent_id is null)),
  unique (parent_id, child_seq)
);

-- Idempotency keys of the agents' calls, scoped per caller's account. The answer is kept, a refusal as well.
create table idempotency_keys (
  account_id int not null,
  key text not null,
  fingerprint text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);

-- One row per launch. New bets need one that has not ended; wins of open rounds do not.
create table game_sessions (
  id bigint generated always as identity primary key,
  user_id int not null references users,
  login_session_id uuid,
  provider_code text not null,
  game_code text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index game_sessions_live on game_sessions (user_id, provider_code) where ended_at is null;

create table rounds (
  provider_code text not null,
  round_id text not null,
  account_id int not null,
  game_code text not null,
  state text not null check (state in ('OPEN', 'SETTLED')),
  bet_micros bigint not null default 0,
  win_micros bigint not null default 0,
  opened_at timestamptz not null,
  primary key (provider_code, round_id)
);
create index rounds_open on rounds (opened_at) where state = 'OPEN';

-- Every callback that was decided for good, with its answer: a repeat gets the same one.
create table provider_transactions (
  provider_code text not null,
  transaction_id text not null,
  round_id text not null,
  account_id int not null,
  fingerprint text not null,
  bet_micros bigint not null,
  win_micros bigint not null,
  contribution_micros bigint not null default 0,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (provider_code, transaction_id)
);

create table jackpot_pots (
  tier text primary key check (tier in ('bronze', 'silver', 'gold')),
  account_id int not null unique references accounts,
  rate_thousandths int not null check (rate_thousandths between 0 and 100),
  seed_micros bigint not null check (seed_micros > 0),
  ceiling_min_micros bigint not null,
  ceiling_max_micros bigint not null,
  check (seed_micros < ceiling_min_micros and ceiling_min_micros < ceiling_max_micros)
);

-- Public: the commitment while a draw runs; ceiling and salt once it has ended.
create table jackpot_draws (
  id int generated always as identity primary key,
  tier text not null references jackpot_pots,
  number int not null,
  commitment text not null,
  started_at timestamptz not null,
  ceiling_micros bigint,
  salt text,
  ended_at timestamptz,
  unique (tier, number)
);
-- Never readable by the application's role.
create table jackpot_secrets (
  tier text primary key references jackpot_pots,
  number int not null,
  ceiling_micros bigint not null,
  salt text not null
);
create table jackpot_wins (
  id int generated always as identity primary key,
  draw_id int not null unique references jackpot_draws,
  tier text not null,
  user_id int not null references users,
  prize_micros bigint not null,
  bronze_micros bigint not null,
  silver_micros bigint not null,
  gold_micros bigint not null,
  created_at timestamptz not null,
  delivered_at timestamptz
);
create index jackpot_wins_undelivered on jackpot_wins (user_id) where delivered_at is null;

-- Begins the next draw of a pot: a secret ceiling from the database's CSPRNG (gen_random_uuid), and its commitment,
-- the SHA-256 of "tier:number:ceiling:salt". Returns the ceiling.
create function jackpot_start_draw(for_tier text, at timestamptz) returns bigint language plpgsql as $$
declare
  pot jackpot_pots;
  next_number int;
  ceiling bigint;
  salt text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  -- 48 and 12 bits: the part of a version 4 UUID before its version digit is random throughout.
  draw bigint := ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)
                      || substr(replace(gen_random_uuid()::text, '-', ''), 1, 3))::bit(60)::bigint;
begin
  select * into strict pot from jackpot_pots where tier = for_tier;
  select coalesce(max(number), 0) + 1 into next_number from jackpot_draws where tier = for_tier;
  ceiling := pot.ceiling_min_micros + draw % (pot.ceiling_max_micros - pot.ceiling_min_micros + 1);
  insert into jackpot_draws (tier, number, commitment, started_at)
    values (for_tier, next_number,
            encode(sha256(convert_to(concat_ws(':', for_tier, next_number, ceiling, salt), 'UTF8')), 'hex'), at);
  insert into jackpot_secrets values (for_tier, next_number, ceiling, salt)
    on conflict (tier) do update
      set number = excluded.number, ceiling_micros = excluded.ceiling_micros, salt = excluded.salt;
  return ceiling;
end $$;

-- Ends the running draw: publishes its secret and records the win for delivery.
create function jackpot_end_draw(for_tier text, winner_account int, prize bigint, counters bigint[], at timestamptz)
returns int language plpgsql as $$
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
end $$;

-- The house account of a provider, made when first needed.
create function house_account(provider text) returns int language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  found_id int;
begin
  select id into found_id from accounts where code = 'house:' || provider;
  if found_id is null then
    insert into accounts (code, kind) values ('house:' || provider, 'HOUSE') on conflict (code) do nothing;
    select id into strict found_id from accounts where code = 'house:' || provider;
  end if;
  return found_id;
end $$;

-- The one writer of money. Takes 1 to 256 movements (jsonb array), locks every account they touch in id order, applies
-- them in arrival order, each with its own result or refusal, and writes all rows at the end, so that a hot account is
-- updated once per batch. Returns the results in the same order.
--   transfer: {kind, debit, credit, initiator, target, amount, key?, fingerprint?}
--   game:     {kind: 'GAME', provider, house, user, txn, round, game, bet, win, settles, fingerprint}
-- `at` back-dates, for the demo's seed alone: the application's role has no right to this function.
create function ledger_apply_at(batch jsonb, at timestamptz) returns jsonb language plpgsql
set search_path = public, pg_temp as $$
declare
  limit_micros constant bigint := 9000000000000000;
  moment timestamptz;
  m record;
  results jsonb := '[]';
  result jsonb;
  known record;
  round_row rounds;
  has_game boolean := batch @> '[{"kind": "GAME"}]';
  -- The locked accounts, by position.
  ids int[]; kinds text[]; balances bigint[]; counts bigint[]; initiated bigint[]; received bigint[];
  totals_in bigint[]; totals_out bigint[];
  -- The pots, always in this order.
  tiers constant text[] := array['bronze', 'silver', 'gold'];
  pot_account int[]; pot_rate int[]; pot_ceiling bigint[]; pot_seed bigint[];
  issue_account int;
  -- Contributions wait here and are posted as one transfer per pot and house in a batch, or before a win.
  owed bigint[] := array[0, 0, 0]; owed_house int;
  contribution bigint; contributed bigint; prize bigint; wins jsonb; staked boolean;
  -- Steps (transfers) of the movement at hand.
  s_kind text[]; s_debit int[]; s_credit int[]; s_amount bigint[]; s_initiator int[]; s_target int[]; s_label text[];
  step int; d int; c int; i int; t int; v_id bigint; k int;
  -- Rows to write.
  t_id bigint[] := '{}'; t_kind text[] := '{}'; t_debit int[] := '{}'; t_credit int[] := '{}';
  t_amount bigint[] := '{}'; t_initiator int[] := '{}'; t_initiator_seq bigint[] := '{}'; t_target int[] := '{}';
  t_target_seq bigint[] := '{}'; t_in bigint[] := '{}'; t_out bigint[] := '{}'; t_label text[] := '{}';
  p_account int[] := '{}'; p_seq bigint[] := '{}'; p_transfer bigint[] := '{}'; p_amount bigint[] := '{}';
  p_after bigint[] := '{}';
begin
  if jsonb_array_length(batch) not between 1 and 256 then
    raise exception 'a batch holds 1 to 256 movements';
  end if;
  if has_game then
    select array_agg(p.account_id order by o.n), array_agg(p.rate_thousandths order by o.n),
           array_agg(p.seed_micros order by o.n)
      into pot_account, pot_rate, pot_seed
      from unnest(tiers) with ordinality o (tier, n) join jackpot_pots p using (tier);
    select id into issue_account from accounts where code = 'issue';
  end if;

  -- Ascending ids, whoever asks: two batches that share accounts wait for each other and never deadlock.
  select array_agg(a.id), array_agg(a.kind), array_agg(a.balance), array_agg(a.posting_count),
         array_agg(a.initiated_count), array_agg(a.received_count), array_agg(a.initiated_in),
         array_agg(a.initiated_out), greatest(coalesce(at, clock_timestamp()), max(a.last_moved_at))
    into ids, kinds, balances, counts, initiated, received, totals_in, totals_out, moment
    from (select * from accounts where id in (
            select unnest(array[(e->>'debit')::int, (e->>'credit')::int, (e->>'house')::int, (e->>'user')::int])
              from jsonb_array_elements(batch) e
            union select unnest(pot_account) union select issue_account)
          order by id for no key update) a;
  -- Milliseconds, as dates are shown and asked for; never before an account's last movement, even if the clock jumps.
  moment := date_trunc('milliseconds', moment);
  if has_game then
    select array_agg(x.ceiling_micros order by o.n) into pot_ceiling
      from unnest(tiers) with ordinality o (tier, n) join jackpot_secrets x using (tier);
  end if;

  -- The last row settles what the batch still owes to the pots.
  for m in select * from jsonb_to_recordset(batch || '[{"kind": "FLUSH"}]') as x (
      kind text, debit int, credit int, initiator int, target int, amount bigint, key text, fingerprint text,
      provider text, house int, "user" int, txn text, round text, game text, bet bigint, win bigint,
      settles boolean) loop
    s_kind := '{}'; s_debit := '{}'; s_credit := '{}'; s_amount := '{}'; s_initiator := '{}'; s_target := '{}';
    s_label := '{}'; result := null; wins := null; contributed := 0; staked := false;

    if m.kind = 'GAME' then
      t := array_position(ids, m."user");
      select * into known from provider_transactions
        where provider_code = m.provider and transaction_id = m.txn;
      if found then
        result := case when known.fingerprint = m.fingerprint then known.answer || '{"replayed": true}'
                       else jsonb_build_object('ok', false, 'reason', 'duplicate', 'replayed', true,
                                               'balance', balances[t]) end;
      else
        select * into round_row from rounds where provider_code = m.provider and round_id = m.round;
        result := case
          when round_row.account_id <> m."user" or (m.bet = 0 and round_row.round_id is null and not m.settles)
            or (m.win > 0 and m.bet = 0 and round_row.round_id is null)
            or (m.bet > 0 and round_row.state = 'SETTLED') then '{"ok": false, "reason": "round"}'::jsonb
          when m.bet > 0 and not exists (
            select from users u join game_sessions g on g.user_id = u.id
             where u.account_id = m."user" and u.active and g.provider_code = m.provider and g.ended_at is null
               and g.created_at > clock_timestamp() - interval '24 hours') then '{"ok": false, "reason": "player"}'
          when m.bet > balances[t] then '{"ok": false, "reason": "funds"}'
          when balances[t] - m.bet + m.win > limit_micros then '{"ok": false, "reason": "limit"}'
        end;
        if result is not null then
          result := result || jsonb_build_object('balance', balances[t]);
        else
          staked := m.bet > 0;
        end if;
      end if;
    elsif m.kind <> 'FLUSH' then
      if m.key is not null then
        select * into known from idempotency_keys where account_id = m.initiator and key = m.key;
        if found then
          result := case when known.fingerprint = m.fingerprint then known.answer || '{"replayed": true}'
                         else '{"ok": false, "reason": "key-reused", "replayed": true}' end;
        end if;
      end if;
      if result is null then
        d := array_position(ids, m.debit); c := array_position(ids, m.credit);
        if kinds[d] not in ('ISSUE', 'HOUSE') and balances[d] < m.amount then
          result := '{"ok": false, "reason": "funds"}';
        elsif kinds[c] = 'USER' and balances[c] + m.amount > limit_micros then
          result := '{"ok": false, "reason": "limit"}';
        else
          s_kind := s_kind || m.kind; s_debit := s_debit || m.debit; s_credit := s_credit || m.credit;
          s_amount := s_amount || m.amount; s_initiator := s_initiator || m.initiator;
          s_target := s_target || m.target; s_label := s_label || null::text;
        end if;
      end if;
    end if;

    if (staked or m.kind = 'FLUSH') and owed_house is distinct from m.house then
      for k in 1..3 loop
        if owed[k] > 0 then
          s_kind := s_kind || 'JACKPOT_CONTRIBUTION'::text; s_debit := s_debit || owed_house;
          s_credit := s_credit || pot_account[k]; s_amount := s_amount || owed[k];
          s_initiator := s_initiator || null::int; s_target := s_target || null::int; s_label := s_label || tiers[k];
          owed[k] := 0;
        end if;
      end loop;
      owed_house := m.house;
    end if;
    if staked then
      s_kind := s_kind || 'BET'::text; s_debit := s_debit || m."user"; s_credit := s_credit || m.house;
      s_amount := s_amount || m.bet; s_initiator := s_initiator || m."user"; s_target := s_target || null::int;
      s_label := s_label || m.provider;
    end if;
    if m.kind = 'GAME' and result is null and not staked and m.win > 0 then
      s_kind := s_kind || 'WIN'::text; s_debit := s_debit || m.house; s_credit := s_credit || m."user";
      s_amount := s_amount || m.win; s_initiator := s_initiator || m."user"; s_target := s_target || null::int;
      s_label := s_label || m.provider;
    end if;

    step := 1;
    while step <= cardinality(s_kind) loop
      d := array_position(ids, s_debit[step]); c := array_position(ids, s_credit[step]);
      v_id := nextval('transfer_ids');
      balances[d] := balances[d] - s_amount[step]; counts[d] := counts[d] + 1;
      balances[c] := balances[c] + s_amount[step]; counts[c] := counts[c] + 1;
      p_account := p_account || s_debit[step]; p_seq := p_seq || counts[d]; p_transfer := p_transfer || v_id;
      p_amount := p_amount || -s_amount[step]; p_after := p_after || balances[d];
      p_account := p_account || s_credit[step]; p_seq := p_seq || counts[c]; p_transfer := p_transfer || v_id;
      p_amount := p_amount || s_amount[step]; p_after := p_after || balances[c];

      t_id := t_id || v_id; t_kind := t_kind || s_kind[step]; t_debit := t_debit || s_debit[step];
      t_credit := t_credit || s_credit[step]; t_amount := t_amount || s_amount[step];
      t_label := t_label || s_label[step]; t_initiator := t_initiator || s_initiator[step];
      t_target := t_target || s_target[step];
      if s_initiator[step] is null then
        t_initiator_seq := t_initiator_seq || null::bigint;
        t_in := t_in || null::bigint; t_out := t_out || null::bigint;
      else
        i := array_position(ids, s_initiator[step]);
        initiated[i] := initiated[i] + 1;
        if s_kind[step] in ('DEPOSIT', 'USER_CREATION') then
          totals_in[i] := totals_in[i] + s_amount[step];
        elsif s_kind[step] = 'WITHDRAWAL' then
          totals_out[i] := totals_out[i] + s_amount[step];
        end if;
        t_initiator_seq := t_initiator_seq || initiated[i];
        t_in := t_in || totals_in[i]; t_out := t_out || totals_out[i];
      end if;
      if s_target[step] is null then
        t_target_seq := t_target_seq || null::bigint;
      else
        t := array_position(ids, s_target[step]);
        received[t] := received[t] + 1; t_target_seq := t_target_seq || received[t];
      end if;

      if s_kind[step] = 'BET' then
        -- The stake feeds every pot; the stake whose part reaches a pot's ceiling wins all of it, here and now.
        for k in 1..3 loop
          contribution := m.bet * pot_rate[k] / 1000;
          owed[k] := owed[k] + contribution; contributed := contributed + contribution;
          c := array_position(ids, pot_account[k]);
          if contribution > 0 and balances[c] + owed[k] >= pot_ceiling[k] then
            s_kind := s_kind || array['JACKPOT_CONTRIBUTION', 'JACKPOT_WIN', 'ISSUE'];
            s_debit := s_debit || array[m.house, pot_account[k], issue_account];
            s_credit := s_credit || array[pot_account[k], m."user", pot_account[k]];
            s_amount := s_amount || array[owed[k], balances[c] + owed[k], pot_seed[k]];
            s_initiator := s_initiator || array[null, m."user", null]::int[];
            s_target := s_target || array[null, null, null]::int[];
            s_label := s_label || array[tiers[k], tiers[k], tiers[k]];
            owed[k] := 0;
          end if;
        end loop;
        if m.win > 0 then
          s_kind := s_kind || 'WIN'::text; s_debit := s_debit || m.house; s_credit := s_credit || m."user";
          s_amount := s_amount || m.win; s_initiator := s_initiator || m."user"; s_target := s_target || null::int;
          s_label := s_label || m.provider;
        end if;
      elsif s_kind[step] = 'JACKPOT_WIN' then
        prize := s_amount[step];
      elsif s_kind[step] = 'ISSUE' and s_label[step] is not null then
        k := array_position(tiers, s_label[step]);
        wins := coalesce(wins, '[]') || to_jsonb(jackpot_end_draw(s_label[step], m."user", prize, array[
          balances[array_position(ids, pot_account[1])] + owed[1],
          balances[array_position(ids, pot_account[2])] + owed[2],
          balances[array_position(ids, pot_account[3])] + owed[3]], moment));
        pot_ceiling[k] := jackpot_start_draw(s_label[step], moment);
      end if;
      step := step + 1;
    end loop;

    if m.kind = 'GAME' then
      if result is null then
        result := jsonb_build_object('ok', true, 'balance', balances[array_position(ids, m."user")]);
        insert into rounds values (m.provider, m.round, m."user", m.game,
            case when m.settles then 'SETTLED' else 'OPEN' end, m.bet, m.win, moment)
          on conflict (provider_code, round_id) do update
            set state = case when rounds.state = 'SETTLED' then 'SETTLED' else excluded.state end,
                bet_micros = rounds.bet_micros + excluded.bet_micros,
                win_micros = rounds.win_micros + excluded.win_micros;
      end if;
      -- What the provider takes as final stays final; a win that came before its bet may come again.
      if result->'replayed' is null and (result->'ok' = 'true' or result->>'reason' in ('funds', 'player')) then
        insert into provider_transactions values (m.provider, m.txn, m.round, m."user", m.fingerprint, m.bet, m.win,
          contributed, result, moment);
      end if;
      if wins is not null then
        result := result || jsonb_build_object('wins', wins);
      end if;
    elsif m.kind <> 'FLUSH' then
      if result is null then
        result := jsonb_build_object('ok', true, 'transferId', v_id,
          'initiatorBalance', coalesce(balances[array_position(ids, m.initiator)], 0),
          'targetBalance', coalesce(balances[array_position(ids, m.target)], 0));
      end if;
      if m.key is not null and result->'replayed' is null then
        insert into idempotency_keys (account_id, key, fingerprint, answer)
          values (m.initiator, m.key, m.fingerprint, result);
      end if;
    end if;
    if m.kind <> 'FLUSH' then
      results := results || jsonb_build_array(result);
    end if;
  end loop;

  if cardinality(t_id) > 0 then
    update accounts a set balance = x.balance, posting_count = x.posting_count, initiated_count = x.initiated,
        received_count = x.received, initiated_in = x.total_in, initiated_out = x.total_out, last_moved_at = moment
      from unnest(ids, balances, counts, initiated, received, totals_in, totals_out)
        as x (id, balance, posting_count, initiated, received, total_in, total_out)
      where a.id = x.id and a.posting_count <> x.posting_count;
    insert into transfers
      select x.id, x.kind, x.debit, x.credit, x.amount, x.initiator, x.initiator_seq, x.target, x.target_seq,
             case when x.target is not null then
               coalesce((select max(o.pair_seq) from transfers o
                          where o.initiator_id = x.initiator and o.target_id = x.target), 0)
               + row_number() over (partition by x.initiator, x.target order by x.id) end,
             x.total_in, x.total_out, x.label, moment
        from unnest(t_id, t_kind, t_debit, t_credit, t_amount, t_initiator, t_initiator_seq, t_target, t_target_seq,
                    t_in, t_out, t_label)
          as x (id, kind, debit, credit, amount, initiator, initiator_seq, target, target_seq, total_in, total_out, label);
    insert into postings select * from unnest(p_account, p_seq, p_transfer, p_amount, p_after);
  end if;
  return results;
end $$;

-- What the application may call: now, never back-dated.
create function ledger_apply(batch jsonb) returns jsonb language sql security definer
set search_path = public, pg_temp as 'select ledger_apply_at(batch, null)';

-- Makes a user with its account and moves its opening balance from the parent, all or nothing. Answers as ledger_apply,
-- with userId; reason 'name-taken' when the name is in use. A key is checked first of all, and keeps any answer.
create function register_user_at(parent int, new_username text, new_hash text, new_role text, opening bigint,
                                 new_key text, new_fingerprint text, at timestamptz) returns jsonb
language plpgsql set search_path = public, pg_temp as $$
declare
  parent_row users;
  known record;
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
      return case when known.fingerprint = new_fingerprint then known.answer || '{"replayed": true}'
                  else '{"ok": false, "reason": "key-reused"}'::jsonb end;
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
end $$;
create function register_user(parent int, new_username text, new_hash text, new_role text, opening bigint,
                              new_key text, new_fingerprint text) returns jsonb
language sql security definer set search_path = public, pg_temp as
'select register_user_at(parent, new_username, new_hash, new_role, opening, new_key, new_fingerprint, null)';

-- The head of a hierarchy; operators only (npm run admin).
create function create_capo(new_username text, new_hash text) returns int language plpgsql
set search_path = public, pg_temp as $$
declare
  new_account int;
  new_user int;
begin
  insert into accounts (code, kind) values ('user:' || new_username, 'USER') returning id into new_account;
  insert into users (account_id, username, password_hash, role) values (new_account, new_username, new_hash, 'ROLE_CAPO')
    returning id into new_user;
  return new_user;
end $$;

-- The system's own accounts and the first draws. Pots are seeded from issue, like money given to a capo.
insert into accounts (code, kind) values ('issue', 'ISSUE'), ('jackpot:bronze', 'JACKPOT'),
  ('jackpot:silver', 'JACKPOT'), ('jackpot:gold', 'JACKPOT');
insert into jackpot_pots
  select tier, (select id from accounts where code = 'jackpot:' || tier), rate, seed, low, high
    from (values ('bronze', 2, 20000000, 21000000, 60000000), ('silver', 3, 200000000, 210000000, 600000000),
                 ('gold', 5, 2000000000, 2100000000, 6000000000)) as x (tier, rate, seed, low, high);
select jackpot_start_draw(tier, now()) from jackpot_pots;
select ledger_apply_at(jsonb_agg(jsonb_build_object('kind', 'ISSUE', 'debit', (select id from accounts where code = 'issue'),
  'credit', account_id, 'amount', seed_micros) order by tier), now() - interval '60 days') from jackpot_pots;

-- For outside audit (design §3).
create view audit_postings as
  select p.transfer_id as op_id, p.account_id, p.amount as amount_micros, t.kind, p.balance_after, t.created_at
    from postings p join transfers t on t.id = p.transfer_id;
create view audit_balances as
  select a.id as account_id, coalesce(u.username, a.code) as username, a.balance as balance_micros
    from accounts a left join users u on u.account_id = a.id;
create view audit_jackpot as
  select p.tier, a.balance as balance_micros,
         coalesce(sum(t.amount) filter (where t.kind = 'ISSUE'), 0)::bigint as seeds_micros,
         coalesce(sum(t.amount) filter (where t.kind = 'JACKPOT_CONTRIBUTION'), 0)::bigint as contributions_micros,
         coalesce(sum(t.amount) filter (where t.kind = 'JACKPOT_WIN'), 0)::bigint as prizes_micros
    from jackpot_pots p join accounts a on a.id = p.account_id
    left join transfers t on a.id in (t.credit_account_id, t.debit_account_id) and t.label is not distinct from
      case when t.kind = 'ISSUE' and t.label is null then null else p.tier end
   group by p.tier, a.balance;

-- Login sessions (design §5): one row a login; refresh tokens as hashes, one chain a session.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id int not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_because text
);
create index sessions_live on sessions (user_id) where revoked_at is null;
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  generation int not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  unique (session_id, generation)
);
create table login_failures (
  subject text primary key,
  failures int not null,
  window_started_at timestamptz not null
);
create table known_addresses (
  user_id int not null references users,
  address text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, address)
);

revoke execute on all functions in schema public from public;
grant execute on function ledger_apply, register_user, house_account to palier_app;
grant select on accounts, transfers, postings, users, idempotency_keys, rounds, provider_transactions, jackpot_pots,
  jackpot_draws, jackpot_wins, audit_postings, audit_balances, audit_jackpot to palier_app;
grant update (password_hash, active) on users to palier_app;
grant update (delivered_at) on jackpot_wins to palier_app;
grant select, insert on game_sessions to palier_app;
grant update (ended_at) on game_sessions to palier_app;
grant usage on sequence game_sessions_id_seq to palier_app;
grant select, insert, update, delete on sessions, refresh_tokens, login_failures, known_addresses to palier_app;
