-- Up Migration

-- Only a stake can be rolled back. What was one is kept: told by its amounts alone, a free spin looks like a lost round's
-- credit and like a rollback, and taking back one of those un-counted a stake that stood, so that the round was never paid.

-- A stake of nothing (a free spin) opens its round as any other.
create function is_stake(m ledger_movement) returns boolean language sql immutable as
'select m.kind = ''GAME'' and (m.bet > 0 or not m.settles)';

alter table provider_transactions add column is_stake boolean not null default true;
-- The fingerprint of what came without a bet tells: a debit's ends in "settles", false; the mark of a rollback that came
-- before its stake has none.
update provider_transactions set is_stake = false
  where bet_micros = 0 and fingerprint <> '' and fingerprint not like '%,false]';
-- Rounds that lost a stake that way get it back, open: the provider's log then says how they ended.
update rounds r set stake_count = s.standing, state = case when r.state = 'ROLLED_BACK' then 'OPEN' else r.state end
  from (select provider_code, round_id, account_id,
               count(*) filter (where is_stake and answer->'ok' = 'true') as standing from provider_transactions
         group by provider_code, round_id, account_id
        having bool_or(not is_stake and answer->>'reason' = 'rolled-back')) s
 where (r.provider_code, r.round_id, r.account_id) = (s.provider_code, s.round_id, s.account_id) and r.stake_count <> s.standing;
-- From now on each writer says it.
alter table provider_transactions alter column is_stake drop default;

-- The rules of rounds (design §6). A null verdict: the movement may go; else its answer. `refund` is what a rollback
-- gives back, null when there is nothing to take back. Its callers hold the locks of the player and the house.
create or replace function game_verdict(m ledger_movement, balance bigint, out verdict jsonb, out refund bigint)
language plpgsql as $$
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
        select from users u join game_sessions g on g.user_id = u.id
          left join sessions s on s.id = g.login_session_id
         where u.account_id = m."user" and u.active and g.provider_code = m.provider and g.game_code = m.game
           and g.ended_at is null and g.created_at > opened_after
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
create or replace function game_apply_to_round(m ledger_movement, refund bigint, at timestamptz) returns void
language plpgsql as $$
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
end $$;

-- A provider transaction that was decided for good, with its answer: a repeat gets the same one.
create or replace function keep_provider_transaction(m ledger_movement, contributed bigint, answer jsonb, moment timestamptz)
returns void language sql as $$
  insert into provider_transactions values (m.provider, m.txn, m.round, m."user", m.fingerprint, coalesce(m.bet, 0),
    coalesce(m.win, 0), contributed, answer, moment, is_stake(m))
$$;

revoke execute on function is_stake from public;
