-- The rules that the migration before this one has added without a look at old rows.
ALTER TABLE ledger.accounts VALIDATE CONSTRAINT account_closed;
ALTER TABLE profiles VALIDATE CONSTRAINT profile_status_known;
