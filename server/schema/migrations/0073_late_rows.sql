-- additive: a column of the verifier, which an older server does not read.

-- The transactions of which the last look for late rows saw the rows, as the text of a pg_snapshot.
ALTER TABLE ledger.verifications ADD COLUMN looked_at_snapshot text;
