-- Users' balances, pots, houses: what was issued, and where it stands.
select username, balance_micros from audit_balances where balance_micros <> 0 order by balance_micros desc, username;
