-- A rejection says why: the member reads it. What was rejected without a word before stays as it is.
ALTER TABLE ledger.requests ADD CONSTRAINT reason_required
  CHECK (status <> 'rejected' OR coalesce(admin_notes ~ '\S', false)) NOT VALID;
