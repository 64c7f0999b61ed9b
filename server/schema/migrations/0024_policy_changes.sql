-- Owners change the rules for great worth, and the status of each other, with a second administrator.

ALTER TABLE ledger.proposed_changes DROP CONSTRAINT proposal_kind_known,
  ADD CONSTRAINT proposal_kind_known CHECK (kind IN ('adjustment', 'settings', 'policy', 'package', 'duty', 'status', 'invitation'));
