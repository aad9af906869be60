-- Up Migration

-- At a live table many players share a round, so a round is one player's.
alter table rounds drop constraint rounds_pkey, add primary key (provider_code, round_id, account_id);
alter table rounds drop constraint rounds_state_check,
  add check (state in ('OPEN', 'SETTLED', 'ROLLED_BACK')),
  -- Stakes of the round that stand: taken and not rolled back.
  add column stake_count int not null default 0 check (stake_count >= 0),
  -- When the provider's log was last asked about it.
  add column checked_at timestamptz;
update rounds r set stake_count = greatest(1, (select count(*) from provider_transactions p
  where (p.provider_code, p.round_id, p.account_id) = (r.provider_code, r.round_id, r.account_id)
    and p.bet_micros > 0 and p.answer->'ok' = 'true'));
grant update (checked_at) on rounds to palier_app;

-- One element of a batch; each kind uses its own fields.
--   transfer: {kind, debit, credit, initiator, target, amount, key?, fingerprint?}
--   game:     {kind: 'GAME', provider, house, user, txn, round, game, bet, win, settles, fingerprint}
--   rollback: {kind: 'ROLLBACK', provider, house, user, txn, round, game, cancels, fingerprint}
create type ledger_movement as (
  kind text, debit int, credit int, initiator int, target int, amount bigint, key text, fingerprint text,
  provider text, house int, "user" int, txn text, round text, game text, bet bigint, win bigint, settles boolean,
  -- The transaction that a rollback takes back.
  cancels text
);

-- The rules of rounds (design §6). A null verdict: the movement may go; else its answer. `refund` is what a rollback
-- gives back, null when there is nothing to take back. Its callers hold the locks of the player and the house.
create function game_verdict(m ledger_movement, balance bigint, out verdict jsonb, out refund bigint)
language plpgsql as $$
declare
  limit_micros constant bigint := 9000000000000000;
  known provider_transactions;
  round_row rounds;
  -- A stake of nothing (a free spin) opens its round as any other.
  is_stake boolean := m.kind = 'GAME' and (m.bet > 0 or not m.settles);
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
    elsif known.account_id <> m."user" or known.round_id <> m.round or (known.bet_micros = 0 and known.win_micros > 0) then
      reason := 'round';
    elsif known.answer->'ok' = 'true' then
      -- A win that was paid stands, and so does the stake it was won with.
      reason := case when round_row.win_micros > 0 then 'round'
                     when balance + known.bet_micros > limit_micros then 'limit' end;
      refund := case when reason is null then known.bet_micros end;
    end if;
  elsif is_stake then
    reason := case
      when round_row.state = 'SETTLED' then 'round'
      when not exists (
        select from users u join game_sessions g on g.user_id = u.id
          left join sessions s on s.id = g.login_session_id
         where u.account_id = m."user" and u.active and g.provider_code = m.provider and g.game_code = m.game
           and g.ended_at is null and g.created_at > clock_timestamp() - interval '24 hours'
           and (g.login_session_id is null or (s.revoked_at is null and s.expires_at > clock_timestamp())))
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
end $$;

-- Writes what an accepted game movement does to its round. A rollback leaves its mark on the stake's own transaction,
-- so that the stake, whether it came before or comes later, is refused from now on.
create function game_apply_to_round(m ledger_movement, refund bigint, at timestamptz) returns void
language plpgsql as $$
begin
  if m.kind = 'GAME' then
    insert into rounds (provider_code, round_id, account_id, game_code, state, bet_micros, win_micros, opened_at, stake_count)
      values (m.provider, m.round, m."user", m.game, case when m.settles then 'SETTLED' else 'OPEN' end, m.bet, m.win, at,
              (m.bet > 0 or not m.settles)::int)
      on conflict (provider_code, round_id, account_id) do update
        set state = case when rounds.state = 'SETTLED' then 'SETTLED' else excluded.state end,
            bet_micros = rounds.bet_micros + excluded.bet_micros,
            win_micros = rounds.win_micros + excluded.win_micros,
            stake_count = rounds.stake_count + excluded.stake_count;
    return;
  end if;
  insert into provider_transactions (provider_code, transaction_id, round_id, account_id, fingerprint, bet_micros,
                                     win_micros, answer, created_at)
    values (m.provider, m.cancels, m.round, m."user", '', 0, 0, '{"ok": false, "reason": "rolled-back"}', at)
    on conflict (provider_code, transaction_id) do update
      set answer = excluded.answer where provider_transactions.answer->>'reason' is distinct from 'rolled-back';
  if refund is not null then
    update rounds set bet_micros = bet_micros - refund, stake_count = stake_count - 1,
        state = case when stake_count > 1 then state else 'ROLLED_BACK' end
      where provider_code = m.provider and round_id = m.round and account_id = m."user";
  end if;
end $$;

-- The one writer of money. Takes 1 to 256 movements (jsonb array), locks every account they touch in id order, applies
-- them in arrival order, each with its own result or refusal, and writes all rows at the end, so that a hot account is
-- updated once per batch. Returns the results in the same order.
-- `at` back-dates, for the demo's seed alone: the application's role has no right to this function.
create or replace function ledger_apply_at(batch jsonb, at timestamptz) returns jsonb language plpgsql
set search_path = public, pg_temp as $$
declare
  limit_micros constant bigint := 9000000000000000;
  moment timestamptz;
  m ledger_movement;
  results jsonb := '[]';
  result jsonb;
  known record;
  has_game boolean := batch @? '$[*] ? (@.kind == "GAME" || @.kind == "ROLLBACK")';
  -- The locked accounts, by position.
  ids int[]; kinds text[]; balances bigint[]; counts bigint[]; initiated bigint[]; received bigint[];
  totals_in bigint[]; totals_out bigint[];
  -- The pots, always in this order.
  tiers constant text[] := array['bronze', 'silver', 'gold'];
  pot_account int[]; pot_rate int[]; pot_ceiling bigint[]; pot_seed bigint[];
  issue_account int;
  -- Contributions wait here and are posted as one transfer per pot and house in a batch, or before a win.
  owed bigint[] := array[0, 0, 0]; owed_house int;
  contribution bigint; contributed bigint; prize bigint; wins jsonb; staked boolean; refund bigint;
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
    select array_agg(p.account_id order by o.n) into pot_account
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
    -- Under the pots' locks, which a change of their parameters takes as well.
    select array_agg(x.ceiling_micros order by o.n), array_agg(p.rate_thousandths order by o.n),
           array_agg(p.seed_micros order by o.n)
      into pot_ceiling, pot_rate, pot_seed
      from unnest(tiers) with ordinality o (tier, n) join jackpot_pots p using (tier) join jackpot_secrets x using (tier);
  end if;

  -- The last row settles what the batch still owes to the pots.
  for m in select * from jsonb_populate_recordset(null::ledger_movement, batch || '[{"kind": "FLUSH"}]') loop
    s_kind := '{}'; s_debit := '{}'; s_credit := '{}'; s_amount := '{}'; s_initiator := '{}'; s_target := '{}';
    s_label := '{}'; result := null; wins := null; contributed := 0; staked := false; refund := null;

    if m.kind in ('GAME', 'ROLLBACK') then
      select v.verdict, v.refund into result, refund from game_verdict(m, balances[array_position(ids, m."user")]) v;
      staked := result is null and coalesce(m.bet, 0) > 0;
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
    if refund > 0 then
      s_kind := s_kind || 'ROLLBACK'::text; s_debit := s_debit || m.house; s_credit := s_credit || m."user";
      s_amount := s_amount || refund; s_initiator := s_initiator || m."user"; s_target := s_target || null::int;
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

    if m.kind in ('GAME', 'ROLLBACK') then
      if result is null then
        result := jsonb_build_object('ok', true, 'balance', balances[array_position(ids, m."user")]);
        perform game_apply_to_round(m, refund, moment);
      end if;
      -- What the provider takes as final stays final; a win that came before its bet may come again.
      if result->'replayed' is null and (result->'ok' = 'true' or result->>'reason' in ('funds', 'player')) then
        insert into provider_transactions values (m.provider, m.txn, m.round, m."user", m.fingerprint,
          coalesce(m.bet, 0), coalesce(m.win, 0), contributed, result, moment);
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

-- A ceiling from the database's CSPRNG (gen_random_uuid), each micro-dinar of the range as likely as any other.
create function jackpot_draw_ceiling(lowest bigint, highest bigint) returns bigint language sql volatile as $$
  -- 48 and 12 bits: the part of a version 4 UUID before its version digit is random throughout.
  select lowest + ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)
                      || substr(replace(gen_random_uuid()::text, '-', ''), 1, 3))::bit(60)::bigint % (highest - lowest + 1)
$$;

create or replace function jackpot_start_draw(for_tier text, at timestamptz) returns bigint language plpgsql as $$
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
end $$;

-- Who changed which parameter of a pot, when, from what to what. Amounts in micro-dinars, the rate in thousandths.
create table jackpot_changes (
  id int generated always as identity primary key,
  tier text not null references jackpot_pots,
  parameter text not null,
  old_value bigint not null,
  new_value bigint not null,
  changed_by text not null check (changed_by <> ''),
  changed_at timestamptz not null default clock_timestamp()
);
create trigger jackpot_changes_append_only before update or delete or truncate on jackpot_changes
  for each statement execute function refuse_change();
grant select on jackpot_changes to palier_app;

-- Sets parameters of a pot; null leaves one as it is. The rate counts from the next stake, the others from the next pot,
-- because the running one is already committed to. Operators only (npm run admin).
create function jackpot_set(for_tier text, new_rate int, new_seed bigint, new_ceiling_min bigint, new_ceiling_max bigint,
                            author text) returns int language plpgsql set search_path = public, pg_temp as $$
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
end $$;

revoke execute on all functions in schema public from public;
