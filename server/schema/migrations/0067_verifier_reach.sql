-- additive: a column of the verifier, and its rules read each table fewer times.

-- The beginning of the run before the last one. An edit right after it is found at the end of the last run.
ALTER TABLE ledger.verifications ADD COLUMN previous_started_at timestamptz;
