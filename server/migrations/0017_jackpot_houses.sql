-- Up Migration

-- The stake whose contribution reaches a pot's ceiling wins all of it, whichever houses share its batch. Until now, where a
-- batch went from one house to another, what the pots were owed by the first did not count for that one stake: the next
-- one won, or the prize was short of it. As in 0005, with that share in the balances before the ceilings are looked at.

-- Bets, wins and rollbacks: applied in arrival order, each with its own result or refusal; the stake whose contribution
-- reaches a pot's ceiling wins all of the pot, here and now.
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
      place := array_position(ids, m."user");
      select v.verdict, v.refund into verdict, refund from game_verdict(m, balances[place]) v;
      if verdict is not null then
        results := results || verdict;
        -- What the provider takes as final stays final; a win that came before its bet may come again.
        if verdict->'replayed' is null and verdict->>'reason' in ('funds', 'player') then
          perform keep_provider_transaction(m, 0, verdict, moment);
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
      perform game_apply_to_round(m, refund, moment);
      perform keep_provider_transaction(m, contributed, verdict, moment);
      if cardinality(wins) > 0 then
        verdict := verdict || jsonb_build_object('wins', wins);
      end if;
      results := results || verdict;
    end if;
  end loop;

  perform ledger_write(locked, ids, steps, moment);
  return to_jsonb(results);
end $$;
