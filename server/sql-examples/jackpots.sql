-- Seeds and contributions equal prizes and pots.
select tier, seeds_micros, contributions_micros, prizes_micros, balance_micros from audit_jackpot order by tier;
