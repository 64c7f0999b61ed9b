-- Reads the profiles once, without keeping others from writing them.

ALTER TABLE profiles VALIDATE CONSTRAINT profile_duty_known;
ALTER TABLE profiles VALIDATE CONSTRAINT role_fits_duty;
