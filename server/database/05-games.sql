-- Stakes, wins and rollbacks of game providers.

-- The house account of a provider, made when first needed.
create or replace function ensure_house_account(provider text) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_id int;
begin
  select id into found_id from accounts where code = 'house:' || provider;
  if found_id is null then
    insert into accounts (code, kind, least_balance, largest_balance)
      values ('house:' || provider, 'HOUSE', -9223372036854775808, 9223372036854775807) on conflict (code)
        do nothing;
    select id into strict found_id from accounts where code = 'house:' || provider;
  end if;
  return found_id;
end $$;

-- A stake of 0 (a free spin) opens its round like any other stake.
create or replace function is_stake(m game_movement) returns boolean language sql immutable as $$
  select m.kind = 'GAME' and (m.bet_micros > 0 or not m.settles)
$$;

-- Whether a win of the round was paid with the stake or after it: a walk from the round's newest transaction
-- back to the stake.
create or replace function is_win_paid_since_stake(of_provider text, newest_id text, stake_id text)
  returns boolean language sql stable as $$
  with recursive later as (
    select transaction_id, previous_transaction_id, win_micros from provider_transactions
     where provider_code = of_provider and transaction_id = newest_id
    union all
    select p.transaction_id, p.previous_transaction_id, p.win_micros from later l join provider_transactions p
        on p.provider_code = of_provider and p.transaction_id = l.previous_transaction_id
     where l.transaction_id <> stake_id)
  select exists (select from later where win_micros > 0)
$$;

-- A win that the round log or a person has paid under its other id. It is a repeat once: the next one is a
-- win of its own. Null: no such win.
create or replace function claim_paid_win(m game_movement) returns jsonb language plpgsql as $$
declare
  paid provider_transactions;
begin
  select * into paid from provider_transactions
    where provider_code = m.provider_code and transaction_id = m.other_transaction_id
      and round_id = m.round_id
      and player_account_id = m.player_account_id and win_micros > 0 and answer->'ok' = 'true'
      and fingerprint <> '';
  if not found then
    return null;
  elsif paid.win_micros <> m.win_micros then
    return '{"ok": false, "reason": "duplicate"}';
  end if;
  update provider_transactions set fingerprint = '' where provider_code = m.provider_code
    and transaction_id = m.other_transaction_id;
  insert into provider_transactions (provider_code, transaction_id, round_id, player_account_id, fingerprint,
                                     bet_micros,
                                     win_micros, answer, created_at, is_stake)
    values (m.provider_code, m.transaction_id, m.round_id, m.player_account_id, m.fingerprint, 0,
            0, paid.answer, paid.created_at, false);
  return paid.answer;
end $$;

-- Whether a win names a stake of its round that was refused: by its own id, or as the stake to which it
-- belongs.
create or replace function names_refused_stake(m game_movement) returns boolean language sql stable as $$
  select exists (
    select from provider_transactions
     where provider_code = m.provider_code
       and transaction_id in (split_part(m.transaction_id, ' ', 1), m.stake_transaction_id)
       and player_account_id = m.player_account_id and is_stake and answer->'ok' = 'false')
$$;

-- Whether a rollback is refused, and the amount that it returns: null when no stake was taken.
create or replace function check_rollback(m game_movement, round_row rounds, balance bigint,
                                          largest_balance bigint, out reason text, out refund bigint)
  language plpgsql as $$
declare
  stake provider_transactions;
begin
  select * into stake from provider_transactions
    where provider_code = m.provider_code and transaction_id = m.stake_transaction_id;
  if not found then
    reason := case when m.transaction_id = m.stake_transaction_id or exists (
                     select from provider_transactions
                      where provider_code = m.provider_code and transaction_id = m.other_transaction_id)
                   then 'round' end;
  elsif stake.player_account_id <> m.player_account_id or stake.round_id <> m.round_id
        or not stake.is_stake then
    reason := 'round';
  elsif stake.answer->'ok' = 'true' then
    -- A stake whose win was paid is not rolled back. A win before the stake is that of another stake of the
    -- round.
    reason := case when round_row.win_micros > 0
                        and is_win_paid_since_stake(m.provider_code, round_row.last_transaction_id,
                                                    m.stake_transaction_id) then 'round'
                   when balance + stake.bet_micros > largest_balance then 'limit' end;
    refund := case when reason is null then stake.bet_micros end;
  end if;
end $$;

-- Why a stake is refused; null when it is accepted.
create or replace function refusal_of_stake(m game_movement, balance bigint, largest_balance bigint)
  returns text language plpgsql as $$
declare
  -- A constant, so that it bounds the scan of the index of openings.
  opened_after constant timestamptz := clock_timestamp() - interval '24 hours';
begin
  return case
    when m.is_correction is null and not exists (
      select from game_openings g
       -- A subquery, so that the planner uses the index on user_id even before the table has statistics.
       where g.user_id = (select u.id from users u join accounts a on a.id = u.account_id
                           where u.account_id = m.player_account_id and u.active and not a.is_frozen)
         -- Any game of the provider: a lobby is opened once, and its callbacks name the tables.
         and g.provider_code = m.provider_code and g.ended_at is null and g.created_at > opened_after
         and (g.login_session_id is null or exists (
           select from sessions s
            where s.id = g.login_session_id and s.revoked_at is null and s.expires_at > clock_timestamp())))
      then 'player'
    when m.bet_micros > balance then 'funds'
    when balance - m.bet_micros + m.win_micros > largest_balance then 'limit'
  end;
end $$;

-- The rules of rounds. A null verdict accepts the movement; any other verdict is its answer. `finding`: what
-- people must examine about it, accepted or not. `refund` is the amount that an accepted rollback returns,
-- null when no stake was taken; `previous_id` is the round's newest transaction. The caller holds the locks
-- of the player and the house.
create or replace function check_game_movement(m game_movement, balance bigint, largest_balance bigint,
    has_limits boolean, moment timestamptz, out verdict jsonb, out refund bigint, out previous_id text,
    out finding text) language plpgsql as $$
declare
  known provider_transactions;
  round_row rounds;
  reason text;
begin
  select * into known from provider_transactions
    where provider_code = m.provider_code and transaction_id = m.transaction_id;
  if found then
    if known.fingerprint = m.fingerprint or known.answer->>'reason' = 'rolled-back' then
      verdict := known.answer || '{"replayed": true}';
    else
      verdict := jsonb_build_object('ok', false, 'reason', 'duplicate', 'replayed', true, 'balance', balance);
      finding := 'reused-id';
    end if;
    return;
  end if;
  if m.other_transaction_id is not null and m.kind = 'GAME' then
    verdict := claim_paid_win(m) || '{"replayed": true}';
    if verdict is not null then
      finding := case when verdict->'ok' = 'false' then 'reused-id' end;
      return;
    end if;
  end if;
  select * into round_row from rounds
    where provider_code = m.provider_code and round_id = m.round_id
      and player_account_id = m.player_account_id;
  previous_id := nullif(round_row.last_transaction_id, '');
  if m.kind = 'ROLLBACK' then
    select r.reason, r.refund into reason, refund
      from check_rollback(m, round_row, balance, largest_balance) r;
  elsif is_stake(m) then
    reason := refusal_of_stake(m, balance, largest_balance);
    if has_limits and reason is null and m.is_correction is null then
      reason := refusal_of_protection(m.player_account_id, m.bet_micros, moment);
    end if;
  elsif coalesce(round_row.stake_count, 0) = 0 then
    -- A round whose stakes were refused or taken back pays nothing.
    reason := case when round_row.state = 'ROLLED_BACK' or m.win_micros > coalesce(m.free_win_micros, -1)
                   then 'no-stake'
                   when balance + m.win_micros > largest_balance then 'limit' end;
    finding := case when m.win_micros > 0
                    then case reason when 'no-stake' then 'refused-win' else 'free-win' end end;
  else
    reason := case when (round_row.has_refused_stake or m.stake_transaction_id is not null)
                        and names_refused_stake(m) then 'refused-stake'
                   when balance + m.win_micros > largest_balance then 'limit' end;
    finding := case when reason = 'refused-stake' and m.win_micros > 0 then 'refused-win' end;
  end if;
  if reason is not null then
    verdict := jsonb_build_object('ok', false, 'reason', reason, 'balance', balance);
    finding := case when reason <> 'limit' then finding end;
  elsif round_row.has_refused_stake and m.win_micros > 0 then
    finding := 'win-after-refused-stake';
  end if;
end $$;

-- Stores a movement that people must examine, and again when it comes with another content.
create or replace function record_game_finding(finding text, m game_movement, moment timestamptz)
  returns void language plpgsql as $$
begin
  insert into game_findings (kind, player_account_id, subject, provider_code, round_id, amount_micros,
                             found_at, happened_at)
    values (finding, m.player_account_id, m.provider_code || ' ' || m.transaction_id, m.provider_code,
            m.round_id,
            coalesce(case finding when 'reused-id' then greatest(m.bet_micros, m.win_micros)
                     else m.win_micros end, 0), moment, moment)
    on conflict (kind, player_account_id, subject) do update
      set id = default, amount_micros = excluded.amount_micros, round_id = excluded.round_id,
        found_at = excluded.found_at, happened_at = excluded.happened_at, examined_by = null
      where (game_findings.amount_micros, game_findings.round_id) <> (excluded.amount_micros,
          excluded.round_id);
end $$;

-- The row of provider_transactions that keeps the answer to a movement. The operator is the table's default.
create or replace function decided_transaction(m game_movement, contributed bigint, first_seq bigint,
                                               posting_count bigint, answer jsonb,
                                               moment timestamptz, previous_id text)
  returns provider_transactions language sql immutable as $$
  select (m.provider_code, m.transaction_id, m.round_id, m.player_account_id, m.fingerprint,
          coalesce(m.bet_micros, 0),
    coalesce(m.win_micros, 0), contributed, first_seq, posting_count, answer, moment, is_stake(m),
    previous_id, null)::provider_transactions
$$;

-- Writes accepted stakes and wins to their rounds, and decided transactions with their answers.
create or replace function write_game_movements(accepted game_movement[], decided provider_transactions[],
                                                moment timestamptz)
  returns void language plpgsql as $$
begin
  insert into rounds (provider_code, round_id, player_account_id, game_code, state, bet_micros, win_micros,
                      opened_at, stake_count,
                      last_transaction_id)
    select m.provider_code, m.round_id, m.player_account_id, m.game_code,
           case when m.settles then 'SETTLED' else 'OPEN' end,
           m.bet_micros, m.win_micros, moment, is_stake(m)::int, m.transaction_id
      from unnest(accepted) m
    on conflict (provider_code, round_id, player_account_id) do update
      set state = excluded.state,
          bet_micros = rounds.bet_micros + excluded.bet_micros,
          win_micros = rounds.win_micros + excluded.win_micros,
          -- An ended round opens again with its next stake: with its first date the round would count as
          -- forgotten.
          opened_at = case when rounds.state = 'ROLLED_BACK' or rounds.state = 'SETTLED'
            and excluded.state = 'OPEN'
                           then excluded.opened_at else rounds.opened_at end,
          stake_count = rounds.stake_count + excluded.stake_count,
          last_transaction_id = excluded.last_transaction_id;
  insert into provider_transactions (provider_code, transaction_id, round_id, player_account_id, fingerprint,
                                     bet_micros, win_micros,
                                     contribution_micros, first_seq, posting_count, answer, created_at,
                                     is_stake, previous_transaction_id)
    select provider_code, transaction_id, round_id, player_account_id, fingerprint, bet_micros, win_micros,
           contribution_micros, first_seq, posting_count, answer, created_at, is_stake,
           previous_transaction_id
      from unnest(decided);
end $$;

-- Marks the round of a stake that was refused. If the ledger has no such round, a round without stakes is
-- added, so that a win of it is refused.
create or replace function mark_refused_stake(m game_movement, moment timestamptz) returns void
  language plpgsql as $$
begin
  insert into rounds (provider_code, round_id, player_account_id, game_code, state, opened_at,
                      has_refused_stake)
    values (m.provider_code, m.round_id, m.player_account_id, m.game_code, 'ROLLED_BACK', moment, true)
    on conflict (provider_code, round_id, player_account_id) do update set has_refused_stake = true;
end $$;

-- Writes a rollback. The row under the stake's own transaction id refuses the stake from now on, whether the
-- stake came before or comes later; a stake that was taken is subtracted from its round. A round that its
-- last stakes had opened again is settled as before.
create or replace function write_rollback(m game_movement, refund bigint, moment timestamptz) returns void
  language plpgsql as $$
begin
  insert into provider_transactions (provider_code, transaction_id, round_id, player_account_id, fingerprint,
                                     bet_micros,
                                     win_micros, answer, created_at, is_stake)
    values (m.provider_code, m.stake_transaction_id, m.round_id, m.player_account_id, '', 0,
            0, '{"ok": false, "reason": "rolled-back"}', moment, true)
    on conflict (provider_code, transaction_id) do update
      set answer = excluded.answer;
  if refund is not null then
    update rounds set bet_micros = bet_micros - refund, stake_count = stake_count - 1,
      last_transaction_id = m.transaction_id,
        state = case when stake_count = 1 then 'ROLLED_BACK'
                     when state = 'OPEN' and not exists (
                       select from provider_transactions p
                        where p.provider_code = m.provider_code and p.round_id = m.round_id
                          and p.player_account_id = m.player_account_id
                          and p.is_stake and p.answer->'ok' = 'true' and p.created_at >= opened_at)
                            then 'SETTLED'
                     else state end
      where provider_code = m.provider_code and round_id = m.round_id
        and player_account_id = m.player_account_id;
  end if;
end $$;

-- The contributions that a house account owes to the pots: one transfer for each pot.
create or replace function owed_contributions(house_account_id int, pots jackpot_state[])
  returns planned_transfer[] language plpgsql as $$
declare
  pot jackpot_state;
  owed planned_transfer[] := '{}';
begin
  foreach pot in array pots loop
    if pot.owed_micros > 0 then
      owed := owed || (nextval('transfer_ids'), 'JACKPOT_CONTRIBUTION', house_account_id, pot.account_id,
                       pot.owed_micros,
                       null, null, pot.tier)::planned_transfer;
    end if;
  end loop;
  return owed;
end $$;

-- Ends the draw of a pot that was won and begins the next draw.
create or replace function award_pot(won planned_transfer, moment timestamptz, inout pots jackpot_state[],
                                     out win_id int)
  language plpgsql as $$
declare
  won_tier constant text := split_part(won.label, ' ', 1);
begin
  win_id := end_jackpot_draw(won_tier, won.credit_account_id, won.amount, moment);
  for k in 1..3 loop
    if pots[k].tier = won_tier then
      pots[k].ceiling_micros := start_jackpot_draw(won_tier, moment);
    end if;
  end loop;
end $$;

-- The transfers by which a pot is won: the contributions owed to it, the prize and the seed of the next draw.
create or replace function win_pot(m game_movement, pot jackpot_state, pot_balance bigint,
                                   issue_account_id int) returns planned_transfer[]
  language sql stable as $$
  select array[
    (null, 'JACKPOT_CONTRIBUTION', m.house_account_id, pot.account_id, pot.owed_micros, null, null, pot.tier),
    (null, 'JACKPOT_WIN', pot.account_id, m.player_account_id, pot_balance + pot.owed_micros,
     m.player_account_id, null, concat_ws(' ', pot.tier, m.provider_code, m.round_id)),
    (null, 'ISSUE', issue_account_id, pot.account_id, pot.seed_micros, null, null, pot.tier)
  ]::planned_transfer[]
$$;

-- Pays what a house owes to the pots, before a stake at another house: the pots that this stake may win
-- include it.
create or replace function pay_contributions(house_account_id int, ids int[], out owed planned_transfer[],
    inout pots jackpot_state[], inout balances bigint[]) language plpgsql as $$
declare
  step planned_transfer;
  place int;
begin
  owed := owed_contributions(house_account_id, pots);
  foreach step in array owed loop
    place := array_position(ids, step.debit_account_id);
    balances[place] := balances[place] - step.amount;
    place := array_position(ids, step.credit_account_id);
    balances[place] := balances[place] + step.amount;
  end loop;
  for k in 1..3 loop
    pots[k].owed_micros := 0;
  end loop;
end $$;

-- Marks the round of a stake that is refused; returns whether the refusal is kept. Answers that the provider
-- takes as final stay final; a win that came before its bet may come again.
create or replace function keep_refusal(m game_movement, verdict jsonb, finding text, moment timestamptz)
  returns boolean language plpgsql as $$
declare
  is_final constant boolean := verdict->'replayed' is null and verdict->>'reason' in (
    'funds', 'player', 'paused', 'excluded', 'stake-limit', 'loss-limit');
begin
  if is_final or (finding = 'reused-id' and is_stake(m)) then
    perform mark_refused_stake(m, moment);
  end if;
  return is_final;
end $$;

-- An answer with the jackpot wins and the finding of its movement. The stored answer omits them, so that a
-- repeated call does not announce wins again.
create or replace function announced(answer jsonb, win_ids int[], finding text) returns jsonb
  language sql stable as $$
  select case when win_ids = '{}' and finding is null then answer
              else answer || jsonb_strip_nulls(jsonb_build_object('wins', nullif(win_ids, '{}'),
                                                                  'finding', finding)) end
$$;

-- Applies movements in order of arrival, each with its own result or refusal. Each stake contributes to the
-- three pots at the expense of the house; the stake whose contribution brings a pot to its ceiling wins all
-- of it in the same transaction.
create or replace function apply_game_batch(batch jsonb) returns jsonb language plpgsql as $$
declare
  issue_account_id constant int := (select id from accounts where code = 'issue');
  movements constant game_movement[] :=
    array(select x from jsonb_populate_recordset(null::game_movement, batch) x);
  locked accounts[]; ids int[]; balances bigint[]; moment timestamptz;
  pots jackpot_state[]; pot jackpot_state;
  -- The house whose contributions are gathered in the pots.
  owing_house_id int;
  m game_movement;
  place int; player_place int;
  -- Of each locked account: the number of its postings as initiator (list O), with those of this batch.
  initiated_counts bigint[]; first_seq bigint;
  round_label text;
  verdict jsonb; refund bigint; previous_id text; finding text;
  contribution bigint; contributed bigint;
  step planned_transfer;
  -- The transfers of one movement, and of the batch.
  steps planned_transfer[]; owed planned_transfer[];
  planned planned_transfer[] := '{}';
  win_id int; win_ids int[];
  -- Accepted movements and decided transactions that are not written yet, with their rounds and ids.
  accepted game_movement[] := '{}'; pending_rounds text[] := '{}';
  decided provider_transactions[] := '{}'; pending_ids text[] := '{}';
  results jsonb[] := '{}';
begin
  select * into locked, ids, balances, moment from lock_accounts(
    array(select unnest(array[x.house_account_id, x.player_account_id]) from unnest(movements) x
          union select account_id from jackpot_pots union select issue_account_id), null);
  initiated_counts := array(select initiated_count from unnest(locked));
  pots := read_jackpot_states();

  foreach m in array movements loop
    steps := '{}'; win_ids := '{}'; contributed := 0;
    -- check_game_movement may read the stake to roll back, the round and the transaction of this movement:
    -- these are written first.
    if m.kind = 'ROLLBACK' or m.round_id = any(pending_rounds) or m.transaction_id = any(pending_ids)
       or m.other_transaction_id = any(pending_ids) then
      perform write_game_movements(accepted, decided, moment);
      accepted := '{}'; pending_rounds := '{}'; decided := '{}'; pending_ids := '{}';
    end if;
    player_place := array_position(ids, m.player_account_id);
    first_seq := initiated_counts[player_place] + 1;
    select v.verdict, v.refund, v.previous_id, v.finding into verdict, refund, previous_id, finding
      from check_game_movement(m, balances[player_place], locked[player_place].largest_balance,
                               locked[player_place].has_limits, moment) v;
    if finding is not null then
      perform record_game_finding(finding, m, moment);
    end if;
    if verdict is not null then
      results := results || announced(verdict, win_ids, finding);
      if keep_refusal(m, verdict, finding, moment) then
        decided := decided || decided_transaction(m, 0, 0, 0, verdict, moment, null);
        pending_ids := pending_ids || m.transaction_id;
        pending_rounds := pending_rounds || m.round_id;
      end if;
      continue;
    end if;

    round_label := m.provider_code || ' ' || m.round_id;
    if m.bet_micros > 0 then
      if owing_house_id <> m.house_account_id then
        select p.owed, p.pots, p.balances into owed, pots, balances
          from pay_contributions(owing_house_id, ids, pots, balances) p;
        planned := planned || owed;
      end if;
      owing_house_id := m.house_account_id;
      steps := steps || (null, 'BET', m.player_account_id, m.house_account_id, m.bet_micros,
                         m.player_account_id, null, round_label)::planned_transfer;
      -- A correction plays no game.
      for k in 1..case when m.is_correction then 0 else 3 end loop
        pot := pots[k];
        contribution := m.bet_micros * pot.rate_thousandths / 1000;
        contributed := contributed + contribution;
        pot.owed_micros := pot.owed_micros + contribution;
        place := array_position(ids, pot.account_id);
        if balances[place] + pot.owed_micros >= pot.ceiling_micros then
          steps := steps || win_pot(m, pot, balances[place], issue_account_id);
          pot.owed_micros := 0;
        end if;
        pots[k] := pot;
      end loop;
    end if;
    if refund > 0 then
      steps := steps || (null, 'ROLLBACK', m.house_account_id, m.player_account_id, refund,
                         m.player_account_id, null, round_label)::planned_transfer;
    elsif m.win_micros > 0 then
      steps := steps || (null, 'WIN', m.house_account_id, m.player_account_id, m.win_micros,
                         m.player_account_id, null, round_label)::planned_transfer;
    end if;

    foreach step in array steps loop
      step.id := nextval('transfer_ids');
      planned := planned || step;
      place := array_position(ids, step.debit_account_id); balances[place] := balances[place] - step.amount;
      place := array_position(ids, step.credit_account_id); balances[place] := balances[place] + step.amount;
      if step.initiator_account_id is not null then
        initiated_counts[player_place] := initiated_counts[player_place] + 1;
      end if;
      if step.kind = 'JACKPOT_WIN' then
        select * into pots, win_id from award_pot(step, moment, pots);
        win_ids := win_ids || win_id;
      end if;
    end loop;

    if locked[player_place].has_limits then
      perform count_play(m, steps, moment);
    end if;
    verdict := jsonb_build_object('ok', true, 'balance', balances[player_place]);
    if m.kind = 'ROLLBACK' then
      perform write_rollback(m, refund, moment);
    else
      accepted := accepted || m;
      pending_rounds := pending_rounds || m.round_id;
    end if;
    decided := decided || decided_transaction(m, contributed, first_seq,
                 initiated_counts[player_place] - first_seq + 1, verdict, moment, previous_id);
    pending_ids := pending_ids || m.transaction_id;
    results := results || announced(verdict, win_ids, finding);
  end loop;

  planned := planned || owed_contributions(owing_house_id, pots);
  perform write_game_movements(accepted, decided, moment);
  perform write_transfers(locked, ids, planned, moment);
  return to_jsonb(results);
end $$;

-- A batch of games from the application, 1 to 256 movements of type game_movement. Returns the result of
-- each: {ok: true, balance, wins?} with the ids of jackpot wins, or {ok: false, reason, balance?}; either
-- with `finding?`, the kind of the finding that was stored. The application may play against no account but
-- the provider's house. The settings are those of post_agent_batch.
create or replace function post_game_batch(batch jsonb) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if jsonb_array_length(batch) not between 1 and 256 then
    raise exception 'a batch holds 1 to 256 movements';
  end if;
  if exists (
    select from jsonb_to_recordset(batch) as m (kind text, provider_code text, house_account_id int)
     where coalesce(m.kind not in ('GAME', 'ROLLBACK'), true)
        or (select code from accounts where id = m.house_account_id) is distinct
          from 'house:' || m.provider_code) then
    raise exception 'the application moves money of games alone, against the house of their provider'
      using errcode = '42501';
  end if;
  return apply_game_batch(batch);
end $$;

-- The round of a stake, win, rollback or jackpot prize; no row for other transfers. For queries, as
-- `left join lateral round_of(t) r on true`: PostgreSQL inlines it, and each transfer costs one lookup of a
-- primary key.
create or replace function round_of(t transfers) returns setof rounds language sql stable rows 1 as $$
  select r.* from (select case t.kind when 'JACKPOT_WIN' then substr(t.label, strpos(t.label, ' ') + 1)
                   else t.label end as label) game
    join rounds r on r.provider_code = split_part(game.label, ' ', 1)
      and r.round_id = substr(game.label, strpos(game.label, ' ') + 1)
     and r.player_account_id = t.initiator_account_id
$$;
