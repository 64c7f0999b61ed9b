-- A walk along the decided requests asks each for its member and day, and finds them in the index.
ALTER TABLE ledger.decided DROP CONSTRAINT decided_pkey;
ALTER TABLE ledger.decided ADD PRIMARY KEY (kind, status, id) INCLUDE (user_id, created_at);
ALTER TABLE ledger.decided SET (autovacuum_vacuum_insert_scale_factor = 0.02);
