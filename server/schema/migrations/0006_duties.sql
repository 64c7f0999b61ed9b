-- The duties of administrators. One constraint ties the duty to the role; the next migration validates both.

ALTER TABLE profiles ADD COLUMN duty text;
-- So far every administrator could do everything.
UPDATE profiles SET duty = 'owner' WHERE role = 'admin';
ALTER TABLE profiles
  ADD CONSTRAINT profile_duty_known CHECK (duty IN ('owner', 'approver', 'support', 'auditor')) NOT VALID,
  ADD CONSTRAINT role_fits_duty CHECK ((role = 'admin') = (duty IS NOT NULL)) NOT VALID;

-- The duty of the administrator who registers with the invitation.
ALTER TABLE invitations ADD COLUMN duty text NOT NULL DEFAULT 'owner'
  CONSTRAINT invitation_duty_known CHECK (duty IN ('owner', 'approver', 'support', 'auditor'));
ALTER TABLE invitations ALTER COLUMN duty DROP DEFAULT;

-- The function has one more parameter now. With both versions, a call without it would be ambiguous.
DROP FUNCTION IF EXISTS ledger.judge_caller(uuid, uuid, text, boolean);
