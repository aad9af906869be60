-- Up Migration

-- A round whose stakes were all taken back may be staked again. It kept the date of the one before: after a day it counted as
-- forgotten at once, and its new stake was given back; and an id of ours that has closed the one before closed nothing here.
create or replace function game_write(opened ledger_movement[], kept provider_transactions[], moment timestamptz) returns void
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
