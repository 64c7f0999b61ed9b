-- The two rules of an account, written with a constant of the column's own type: PostgreSQL parses the expression of a CHECK
-- anew in each statement, and worked out what 0 is as a numeric each time.
ALTER TABLE ledger.accounts
  DROP CONSTRAINT insufficient_funds,
  DROP CONSTRAINT locked_not_negative,
  ADD CONSTRAINT insufficient_funds CHECK (available >= '0'::numeric),
  ADD CONSTRAINT locked_not_negative CHECK (locked >= '0'::numeric);
