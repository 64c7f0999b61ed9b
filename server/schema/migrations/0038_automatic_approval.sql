-- Purchases that a policy approves. server/money/ledger/automatic-approval.sql has the rules.

ALTER TABLE settings
  ADD COLUMN automatic_approval text NOT NULL DEFAULT 'off'
    CONSTRAINT settings_automatic_approval_known CHECK (automatic_approval IN ('off', 'on')),
  -- The most worth of one purchase, and of all in 24 hours, that the policy approves.
  ADD COLUMN automatic_approval_usd numeric(20, 2) NOT NULL DEFAULT 100
    CONSTRAINT settings_automatic_approval_usd_range CHECK (automatic_approval_usd BETWEEN 0 AND 1000000000000),
  ADD COLUMN automatic_approval_day_usd numeric(20, 2) NOT NULL DEFAULT 1000
    CONSTRAINT settings_automatic_approval_day_usd_range CHECK (automatic_approval_day_usd BETWEEN 0 AND 1000000000000);

-- The approvals of the policy, with their worth and the limits of that moment.
CREATE TABLE ledger.automatic_approvals (
  user_id       uuid NOT NULL,
  request_id    uuid NOT NULL,
  worth_usd     numeric(20, 2) NOT NULL,
  limit_usd     numeric(20, 2) NOT NULL,
  day_limit_usd numeric(20, 2) NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, request_id),
  FOREIGN KEY (user_id, request_id) REFERENCES ledger.requests (user_id, id)
);
-- Sums the last 24 hours.
CREATE INDEX automatic_approvals_recent ON ledger.automatic_approvals (created_at);

-- A buy may be approved without a person. The verifier compares such buys with the table above.
CREATE OR REPLACE FUNCTION ledger.is_well_formed_request(
  user_id uuid, kind text, status text, amount_coins numeric, usdt_rate numeric, usdt_amount numeric, package_id uuid,
  bonus_coins numeric, wallet_address text, recipient_id uuid, upload_id uuid, decided_by uuid, decided_at timestamptz,
  admin_notes text, usdt_rate_is_fallback boolean, transaction_hash text
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF amount_coins NOT BETWEEN 1000 AND 1000000000000 OR amount_coins % 1000 <> 0 OR length(admin_notes) > 2000
     OR (status = 'pending') <> (decided_at IS NULL)
     OR (status IN ('approved', 'rejected')) <> (decided_by IS NOT NULL) AND NOT (kind = 'buy' AND status = 'approved') THEN
    RETURN false;
  END IF;
  IF kind = 'buy' THEN
    RETURN num_nonnulls(usdt_rate, usdt_amount, bonus_coins) = 3 AND usdt_rate > 0 AND usdt_amount > 0 AND bonus_coins >= 0
           AND num_nonnulls(wallet_address, recipient_id) = 0
           AND (transaction_hash IS NULL OR transaction_hash ~ '^[A-Za-z0-9_-]{6,128}$');
  ELSIF num_nonnulls(package_id, bonus_coins, transaction_hash) > 0 THEN
    RETURN false;
  ELSIF kind = 'withdrawal' THEN
    RETURN wallet_address IS NOT NULL AND recipient_id IS NULL
           AND CASE WHEN num_nonnulls(usdt_rate, usdt_amount) = 0 THEN NOT usdt_rate_is_fallback
                    ELSE num_nonnulls(usdt_rate, usdt_amount) = 2 AND usdt_rate > 0 AND usdt_amount > 0 END;
  ELSIF kind = 'transfer' THEN
    RETURN recipient_id IS NOT NULL AND recipient_id <> user_id
           AND num_nonnulls(wallet_address, upload_id, usdt_rate, usdt_amount) = 0 AND NOT usdt_rate_is_fallback;
  ELSE
    RETURN false;
  END IF;
END
$$;
