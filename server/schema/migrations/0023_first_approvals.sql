-- The pending requests that an administrator has approved and that wait for another one. An index names them, however many
-- requests were approved before.

ALTER TABLE ledger.requests ADD COLUMN IF NOT EXISTS first_approved_at timestamptz;

-- An existing database has a guard that lets a pending request change by its decision only.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.approvals) THEN RETURN; END IF;
  ALTER TABLE ledger.requests DISABLE TRIGGER guard_change;
  UPDATE ledger.requests r SET first_approved_at = a.at
    FROM (SELECT user_id, request_id, min(created_at) AS at FROM ledger.approvals GROUP BY user_id, request_id) a
   WHERE r.user_id = a.user_id AND r.id = a.request_id AND r.status = 'pending';
  ALTER TABLE ledger.requests ENABLE TRIGGER guard_change;
END
$$;

CREATE INDEX IF NOT EXISTS requests_first_approved ON ledger.requests (first_approved_at, id) WHERE status = 'pending' AND first_approved_at IS NOT NULL;
-- The changes that wait, the oldest first.
CREATE INDEX IF NOT EXISTS changes_waiting ON ledger.proposed_changes (id) WHERE status = 'waiting';
