-- What else a buy is made on: whether 1 stood in for an exchange rate, and the payment's hash on its network.

ALTER TABLE ledger.requests
  ADD COLUMN usdt_rate_is_fallback boolean NOT NULL DEFAULT false,
  ADD COLUMN transaction_hash text;

-- One rule for the whole row, as before, since each CHECK costs every statement.
CREATE FUNCTION ledger.is_well_formed_request(
  user_id uuid, kind text, status text, amount_coins numeric, usdt_rate numeric, usdt_amount numeric, package_id uuid,
  bonus_coins numeric, wallet_address text, recipient_id uuid, upload_id uuid, decided_by uuid, decided_at timestamptz,
  admin_notes text, usdt_rate_is_fallback boolean, transaction_hash text
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF amount_coins NOT BETWEEN 1000 AND 1000000000000 OR amount_coins % 1000 <> 0 OR length(admin_notes) > 2000
     OR (status = 'pending') <> (decided_at IS NULL) OR (status IN ('approved', 'rejected')) <> (decided_by IS NOT NULL) THEN
    RETURN false;
  END IF;
  IF kind = 'buy' THEN
    RETURN num_nonnulls(usdt_rate, usdt_amount, bonus_coins) = 3 AND usdt_rate > 0 AND usdt_amount > 0 AND bonus_coins >= 0
           AND num_nonnulls(wallet_address, recipient_id) = 0
           AND (transaction_hash IS NULL OR transaction_hash ~ '^[A-Za-z0-9_-]{6,128}$');
  ELSIF num_nonnulls(usdt_rate, usdt_amount, package_id, bonus_coins, transaction_hash) > 0 OR usdt_rate_is_fallback THEN
    RETURN false;
  ELSIF kind = 'withdrawal' THEN
    RETURN wallet_address IS NOT NULL AND recipient_id IS NULL;
  ELSE
    RETURN recipient_id IS NOT NULL AND recipient_id <> user_id AND num_nonnulls(wallet_address, upload_id) = 0;
  END IF;
END
$$;
ALTER TABLE ledger.requests
  DROP CONSTRAINT request_well_formed,
  ADD CONSTRAINT request_well_formed CHECK (ledger.is_well_formed_request(
    user_id, kind, status, amount_coins, usdt_rate, usdt_amount, package_id, bonus_coins, wallet_address, recipient_id, upload_id,
    decided_by, decided_at, admin_notes, usdt_rate_is_fallback, transaction_hash));
DROP FUNCTION ledger.is_well_formed_request(
  uuid, text, text, numeric, numeric, numeric, uuid, numeric, text, uuid, uuid, uuid, timestamptz, text);
