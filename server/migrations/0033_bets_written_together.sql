-- Up Migration

-- A batch of bets wrote two statements a bet, and PostgreSQL makes ready anew for each: it reads a table's checks from their text.
-- They are written once a batch, or before a movement that asks for what is not written yet (the same round or transaction
-- again, a rollback).

-- A provider transaction that was decided for good, with its answer: a repeat gets the same one.
create function game_kept(m ledger_movement, contributed bigint, answer jsonb, moment timestamptz) returns provider_transactions
language sql immutable as $function$
  select (m.provider, m.txn, m.round, m."user", m.fingerprint, coalesce(m.bet, 0), coalesce(m.win, 0), contributed, answer,
    moment, is_stake(m), null)::provider_transactions
$function$;

-- Writes what a batch decided: bets and wins that were accepted to their rounds, each of another round, and transactions to be kept.
create function game_write(opened ledger_movement[], kept provider_transactions[], moment timestamptz) returns void
language plpgsql as $function$
begin
  insert into rounds (provider_code, round_id, account_id, game_code, state, bet_micros, win_micros, opened_at, stake_count)
    select m.provider, m.round, m."user", m.game, case when m.settles then 'SETTLED' else 'OPEN' end, m.bet, m.win, moment,
           is_stake(m)::int
      from unnest(opened) m
    on conflict (provider_code, round_id, account_id) do update
      set state = case when rounds.state = 'SETTLED' then 'SETTLED' else excluded.state end,
          bet_micros = rounds.bet_micros + excluded.bet_micros,
          win_micros = rounds.win_micros + excluded.win_micros,
          stake_count = rounds.stake_count + excluded.stake_count;
  -- All but the operator, which the table names by itself.
  insert into provider_transactions (provider_code, transaction_id, round_id, account_id, fingerprint, bet_micros, win_micros,
                                     contribution_micros, answer, created_at, is_stake)
    select provider_code, transaction_id, round_id, account_id, fingerprint, bet_micros, win_micros, contribution_micros, answer,
           created_at, is_stake
      from unnest(kept);
end $function$;

-- Refuses the stake from now on, and takes it out of its round where it was taken.
create function game_take_back(m ledger_movement, refund bigint, at timestamptz) returns void
language plpgsql as $function$
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

-- game_apply_to_round and keep_provider_transaction stay for the calls that are under way while this runs: a bet that had begun
-- by what stood here before was refused.
