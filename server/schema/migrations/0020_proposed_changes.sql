-- Changes of settings, packages and administrators that need a second administrator.

ALTER TABLE ledger.policies DROP CONSTRAINT policy_subject_known,
  ADD CONSTRAINT policy_subject_known CHECK (subject IN (
    'money', 'deposit', 'withdrawal', 'transfer', 'adjustment', 'settings', 'deposit_address', 'package', 'administrator')),
  -- A change of these subjects has no worth that could be compared or summed: a rule is there or not.
  ADD CONSTRAINT policy_change_well_formed CHECK (
    subject NOT IN ('settings', 'deposit_address', 'package', 'administrator')
    OR scope = 'single' AND outcome = 'second' AND over_usd = '0'::numeric);
INSERT INTO ledger.policies (subject, scope, outcome, over_usd)
SELECT s, 'single', 'second', 0 FROM unnest(ARRAY['settings', 'deposit_address', 'package', 'administrator']) s;

ALTER TABLE ledger.proposed_changes DROP CONSTRAINT proposal_kind_known,
  ADD CONSTRAINT proposal_kind_known CHECK (kind IN ('adjustment', 'settings', 'package', 'duty', 'invitation'));

-- A package needs a second administrator if it gives more than so many times what it costs.
ALTER TABLE settings ADD COLUMN package_gain_max numeric(6, 2) NOT NULL DEFAULT 1.5
  CONSTRAINT settings_package_gain_range CHECK (package_gain_max >= '1'::numeric);

-- False while an invitation waits for a second administrator. No person can register with it until then.
ALTER TABLE invitations ADD COLUMN confirmed boolean NOT NULL DEFAULT true;
