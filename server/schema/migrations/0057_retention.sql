-- The removal of slips that are older than their time. server/money/retention/retention.sql has the rules.

-- When the file was removed. The row stays with its hash, so that the same file cannot prove another payment.
ALTER TABLE uploads ADD COLUMN removed_at timestamptz;
CREATE INDEX uploads_with_file ON uploads (created_at) WHERE removed_at IS NULL;
