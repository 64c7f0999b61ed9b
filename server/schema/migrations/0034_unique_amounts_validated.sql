-- Reads the requests once, without keeping others from writing them.

ALTER TABLE ledger.requests VALIDATE CONSTRAINT request_tail_well_formed;
