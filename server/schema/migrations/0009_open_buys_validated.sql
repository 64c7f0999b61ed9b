-- Reads the requests once, without keeping others from writing them.

ALTER TABLE ledger.requests VALIDATE CONSTRAINT only_buys_expire;
