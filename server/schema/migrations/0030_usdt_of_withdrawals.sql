-- What the operator pays for a withdrawal is frozen on it, as what a member pays is on a buy. Withdrawals that were made before
-- have none: nobody knows the exchange rate of their moment.
CREATE OR REPLACE FUNCTION ledger.is_well_formed_request(
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
  ELSIF num_nonnulls(package_id, bonus_coins, transaction_hash) > 0 THEN
    RETURN false;
  ELSIF kind = 'withdrawal' THEN
    RETURN wallet_address IS NOT NULL AND recipient_id IS NULL
           AND CASE WHEN num_nonnulls(usdt_rate, usdt_amount) = 0 THEN NOT usdt_rate_is_fallback
                    ELSE num_nonnulls(usdt_rate, usdt_amount) = 2 AND usdt_rate > 0 AND usdt_amount > 0 END;
  ELSE
    RETURN recipient_id IS NOT NULL AND recipient_id <> user_id
           AND num_nonnulls(wallet_address, upload_id, usdt_rate, usdt_amount) = 0 AND NOT usdt_rate_is_fallback;
  END IF;
END
$$;

-- The most USD that one request may be worth.
ALTER TABLE settings ADD COLUMN request_limit_usd numeric(20, 2) NOT NULL DEFAULT 1000000
  CONSTRAINT settings_request_limit_range CHECK (request_limit_usd > 0);
