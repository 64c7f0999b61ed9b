-- The time at which another owner last took a duty or the active status from a person who could approve what others ask for.
-- The delay that stands in for a second administrator begins no earlier.
ALTER TABLE profiles ADD COLUMN authority_lost_at timestamptz;

ALTER TABLE ledger.proposed_changes DROP CONSTRAINT proposal_kind_known,
  ADD CONSTRAINT proposal_kind_known CHECK (kind IN ('adjustment', 'settings', 'package', 'duty', 'status', 'invitation'));
