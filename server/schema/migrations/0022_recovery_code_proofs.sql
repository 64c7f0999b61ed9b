-- A proof for new recovery codes. It is an action of its own, because a recovery code must not prove it.
ALTER TABLE step_up_proofs
  DROP CONSTRAINT step_up_action_known,
  ADD CONSTRAINT step_up_action_known CHECK (action IN ('wallet', 'password', 'two_factor', 'recovery_codes', 'decision'));
