-- Reads the recovery codes once, without keeping others from writing them.

ALTER TABLE recovery_codes VALIDATE CONSTRAINT recovery_codes_user_id_fkey;
