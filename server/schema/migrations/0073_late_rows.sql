-- additive: columns of the verifier, which an older server does not read.

ALTER TABLE ledger.verifications
  -- The transactions of which the last look for late rows saw the rows, as the text of a pg_snapshot.
  ADD COLUMN looked_at_snapshot text,
  -- The last moment at which late rows made a whole run due.
  ADD COLUMN early_at timestamptz;
