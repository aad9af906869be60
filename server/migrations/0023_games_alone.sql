-- Up Migration

-- The application issues no money, whatever name it gives a movement. Agents' movements have their own function (0013), so
-- this one is left to games: until now it also took a DEPOSIT from the issue account, a JACKPOT_WIN without a stake, and a
-- game against any account in the house's place.
create or replace function ledger_apply(batch jsonb) returns jsonb language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  if exists (
    select from jsonb_to_recordset(batch) as m (kind text, provider text, house int)
     where coalesce(m.kind not in ('GAME', 'ROLLBACK'), true)
        or (select code from accounts where id = m.house) is distinct from 'house:' || m.provider) then
    raise exception 'the application moves money of games alone, against the house of their provider' using errcode = '42501';
  end if;
  return ledger_apply_at(batch, null);
end $$;
