-- Buys at a stand-in rate, and buys that wait too long for a decision. Both rules come from the configuration, and the
-- application cannot change them.

ALTER TABLE settings
  -- True if members may buy while no exchange rate is to be had and 1 stands in for it.
  ADD COLUMN buys_on_fallback_rate boolean NOT NULL DEFAULT false,
  -- A buy expires if it waits longer than so many days for a decision.
  ADD COLUMN buy_request_days integer NOT NULL DEFAULT 7
    CONSTRAINT settings_buy_request_days_range CHECK (buy_request_days BETWEEN 1 AND 365);

CREATE OR REPLACE FUNCTION ledger.is_known_operation(operation text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN operation IN ('open', 'submit', 'approve', 'reject', 'cancel', 'expire', 'adjust_in', 'adjust_out');
END
$$;

CREATE OR REPLACE FUNCTION ledger.is_known_status(status text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN status IN ('pending', 'approved', 'rejected', 'cancelled', 'expired');
END
$$;

-- Only a buy expires, as it holds no coins of the member. A rule of its own leaves the long one of all requests as it is.
-- The next migration validates it.
ALTER TABLE ledger.requests ADD CONSTRAINT only_buys_expire CHECK (status <> 'expired' OR kind = 'buy') NOT VALID;
