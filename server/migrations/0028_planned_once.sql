-- Up Migration

-- Without a session, PostgreSQL planned the question whether an account may be moved anew in every movement, for the little that
-- the constant spares: a fifth of what a movement costs.
alter function ledger_apply_one set plan_cache_mode = force_generic_plan;
