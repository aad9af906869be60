-- Starts the first draw of each pot without a draw and gives the pot its seed from the issue account. The
-- seed is dated 60 days back, because the ledger takes no date before the last movement of an account and the
-- demo's history begins with an issue a month ago.
do $$
declare
  missing jackpot_pots[] := array(select p from jackpot_pots p
                                   where not exists (select from jackpot_secrets s where s.tier = p.tier)
                                   order by tier);
begin
  if cardinality(missing) > 0 then
    perform start_jackpot_draw(tier, now()) from unnest(missing);
    perform post_as_owner(jsonb_agg(jsonb_build_object('kind', 'ISSUE',
        'debit_account_id', (select id from accounts where code = 'issue'),
        'credit_account_id', account_id, 'amount', seed_micros) order by tier), now() - interval '60 days')
      from unnest(missing);
  end if;
end $$;
