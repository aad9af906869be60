-- Up Migration

-- Each process asks twice a second which sessions have just ended and which wins are new (sockets/watch-database).
create index sessions_revoked on sessions (revoked_at) where revoked_at is not null;
create index jackpot_wins_new on jackpot_wins (created_at) where delivered_at is null;
