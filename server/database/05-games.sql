-- Stakes, wins and rollbacks of game providers.

-- The house account of a provider, made when first needed.
create or replace function house_account(provider text) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;

-- A stake of nothing (a free spin) opens its round as any other.
create or replace function is_stake(m ledger_movement) returns boolean language sql immutable as $$
  select m.kind = 'GAME' and (m.bet > 0 or not m.settles)
$$;

-- The rules of rounds. A null verdict lets the movement go; any other is its answer. `refund` is what a rollback gives back, null
-- when there is nothing to take back. The caller holds the locks of the player and the house.
create or replace function game_verdict(m ledger_movement, balance bigint, largest_balance bigint, out verdict jsonb, out refund bigint)
  language plpgsql as $$
declare
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
                     when balance + known.bet_micros > largest_balance then 'limit' end;
      refund := case when reason is null then known.bet_micros end;
    end if;
  elsif is_stake(m) then
    reason := case
      when round_row.state = 'SETTLED' then 'round'
      when not exists (
        select from game_sessions g
         -- A subquery, so that openings are found by their user whatever the statistics say: a table read for the first time has none.
         where g.user_id = (select u.id from users u where u.account_id = m."user" and u.active)
           and g.provider_code = m.provider and g.game_code = m.game and g.ended_at is null and g.created_at > opened_after
           and (g.login_session_id is null or exists (
             select from sessions s
              where s.id = g.login_session_id and s.revoked_at is null and s.expires_at > clock_timestamp())))
        then 'player'
      when m.bet > balance then 'funds'
      when balance - m.bet + m.win > largest_balance then 'limit'
    end;
  else
    reason := case when coalesce(round_row.stake_count, 0) = 0 then 'round'
                   when balance + m.win > largest_balance then 'limit' end;
  end if;
  if reason is not null then
    verdict := jsonb_build_object('ok', false, 'reason', reason, 'balance', balance);
  end if;
end $$;

-- The row of provider_transactions that keeps the answer to a movement. The operator is the table's default.
create or replace function game_kept(m ledger_movement, contributed bigint, answer jsonb, moment timestamptz) returns provider_transactions
  language sql immutable as $$
  select (m.provider, m.txn, m.round, m."user", m.fingerprint, coalesce(m.bet, 0), coalesce(m.win, 0), contributed, answer,
    moment, is_stake(m), null)::provider_transactions
$$;

-- Writes accepted stakes and wins to their rounds, and answers to provider_transactions.
create or replace function game_write(opened ledger_movement[], kept provider_transactions[], moment timestamptz) returns void
  language plpgsql as $$
begin
  insert into rounds (provider_code, round_id, account_id, game_code, state, bet_micros, win_micros, opened_at, stake_count)
    select m.provider, m.round, m."user", m.game, case when m.settles then 'SETTLED' else 'OPEN' end, m.bet, m.win, moment,
           is_stake(m)::int
      from unnest(opened) m
    on conflict (provider_code, round_id, account_id) do update
      set state = case when rounds.state = 'SETTLED' then 'SETTLED' else excluded.state end,
          bet_micros = rounds.bet_micros + excluded.bet_micros,
          win_micros = rounds.win_micros + excluded.win_micros,
          -- A round whose stakes were all taken back begins again with the next stake: by its first date it would count as forgotten.
          opened_at = case when rounds.state = 'ROLLED_BACK' then excluded.opened_at else rounds.opened_at end,
          stake_count = rounds.stake_count + excluded.stake_count;
  insert into provider_transactions (provider_code, transaction_id, round_id, account_id, fingerprint, bet_micros, win_micros,
                                     contribution_micros, answer, created_at, is_stake)
    select provider_code, transaction_id, round_id, account_id, fingerprint, bet_micros, win_micros, contribution_micros, answer,
           created_at, is_stake
      from unnest(kept);
end $$;

-- Writes a rollback. The mark on the stake's own transaction id refuses the stake from now on, whether it came before or comes
-- later; a stake that was taken leaves its round.
create or replace function game_take_back(m ledger_movement, refund bigint, at timestamptz) returns void language plpgsql as $$
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
end $$;

-- Applies movements in order of arrival, each with its own result or refusal. Each stake contributes to the three pots at the
-- expense of the house; the stake whose contribution brings a pot to its ceiling wins all of it in the same transaction.
create or replace function apply_game_movements(batch jsonb, at timestamptz) returns jsonb language plpgsql as $$
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
      -- Decisions of the batch are written before a movement that reads them: of the same round or the same transaction.
      if m.kind = 'ROLLBACK' or m.round = any(opened_rounds) or m.txn = any(kept_ids) then
        perform game_write(opened, kept, moment);
        opened := '{}'; opened_rounds := '{}'; kept := '{}'; kept_ids := '{}';
      end if;
      place := array_position(ids, m."user");
      select v.verdict, v.refund into verdict, refund from game_verdict(m, balances[place], locked[place].largest_balance) v;
      if verdict is not null then
        results := results || verdict;
        -- Answers that the provider takes as final stay final; a win that came before its bet may come again.
        if verdict->'replayed' is null and verdict->>'reason' in ('funds', 'player') then
          kept := kept || game_kept(m, 0, verdict, moment);
          kept_ids := kept_ids || m.txn;
        end if;
        continue;
      end if;
    end if;

    if (m.bet > 0 or m.kind is null) and owed_house is distinct from m.house then
      -- Posted before any ceiling is looked at: contributions of another house count for the stake at hand.
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
end $$;

-- A batch of games from the application, which may neither issue money nor play against any account but the provider's house.
create or replace function ledger_apply(batch jsonb) returns jsonb
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from jsonb_to_recordset(batch) as m (kind text, provider text, house int)
     where coalesce(m.kind not in ('GAME', 'ROLLBACK'), true)
        or (select code from accounts where id = m.house) is distinct from 'house:' || m.provider) then
    raise exception 'the application moves money of games alone, against the house of their provider' using errcode = '42501';
  end if;
  return ledger_apply_at(batch, null);
end $$;
