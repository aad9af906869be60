-- Up Migration

-- For GET /jackpot/draws, which anyone may ask for: the draws that run, then those that ended last.
create index jackpot_draws_shown on jackpot_draws (ended_at desc nulls first, id desc);
