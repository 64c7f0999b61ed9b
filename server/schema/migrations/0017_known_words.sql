-- The words of the money tables are checked by functions, as their long rules are: PostgreSQL parses the expression of a
-- CHECK anew in each statement, and the three lists of words took a tenth of the time of a submit.

CREATE FUNCTION ledger.is_known_operation(operation text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN operation IN ('open', 'submit', 'approve', 'reject', 'cancel', 'adjust_in', 'adjust_out');
END
$$;

CREATE FUNCTION ledger.is_known_kind(kind text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN kind IN ('buy', 'withdrawal', 'transfer');
END
$$;

CREATE FUNCTION ledger.is_known_status(status text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN status IN ('pending', 'approved', 'rejected', 'cancelled');
END
$$;

ALTER TABLE ledger.commands
  DROP CONSTRAINT command_operation_known,
  ADD CONSTRAINT command_operation_known CHECK (ledger.is_known_operation(operation));
ALTER TABLE ledger.requests
  DROP CONSTRAINT request_kind_known,
  DROP CONSTRAINT request_status_known,
  ADD CONSTRAINT request_kind_known CHECK (ledger.is_known_kind(kind)),
  ADD CONSTRAINT request_status_known CHECK (ledger.is_known_status(status));
