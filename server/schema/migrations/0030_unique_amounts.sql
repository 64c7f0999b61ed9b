-- Payments that can be told apart by their last digits. server/money/ledger/amounts.sql has the rules.

-- While it is on, each new buy costs a tail of at most 0.0099 USDT more.
ALTER TABLE settings ADD COLUMN unique_amounts text NOT NULL DEFAULT 'off'
  CONSTRAINT settings_unique_amounts_known CHECK (unique_amounts IN ('off', 'on'));

ALTER TABLE ledger.requests
  -- The tail of a buy, which its USDT contain. NULL for one without.
  ADD COLUMN usdt_tail numeric(20, 4),
  -- Since then this amount has been this member's alone.
  ADD COLUMN amount_since timestamptz,
  -- A null passes at once, so other requests pay nothing for this rule. The next migration validates it.
  ADD CONSTRAINT request_tail_well_formed CHECK (
    usdt_tail IS NULL AND amount_since IS NULL
    OR kind = 'buy' AND usdt_tail BETWEEN '0.0001'::numeric AND '0.0099'::numeric AND amount_since IS NOT NULL) NOT VALID;
-- No two open buys with a tail cost the same. Buys without one are not in the index and do not pay for it.
CREATE UNIQUE INDEX open_amount_taken ON ledger.requests (usdt_amount) WHERE status = 'pending' AND usdt_tail IS NOT NULL;

-- The amount that a member was quoted last. It stays the member's for a while, because a member pays before the request is made.
CREATE TABLE ledger.reserved_amounts (
  user_id        uuid PRIMARY KEY REFERENCES ledger.accounts (user_id),
  usdt_amount    numeric(20, 4) NOT NULL CONSTRAINT amount_reserved_already UNIQUE,
  usdt_tail      numeric(20, 4) NOT NULL CONSTRAINT reserved_tail_range CHECK (usdt_tail BETWEEN '0.0001'::numeric AND '0.0099'::numeric),
  reserved_at    timestamptz NOT NULL,
  reserved_until timestamptz NOT NULL
);
