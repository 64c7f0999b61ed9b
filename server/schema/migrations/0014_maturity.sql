-- Bonus and reward coins that can be neither withdrawn nor sent for some days. server/money/ledger/maturity.sql has the rules.

-- The days for which such coins wait. Zero switches the waiting off.
ALTER TABLE settings ADD COLUMN maturity_days numeric(4, 0) NOT NULL DEFAULT 0
  CONSTRAINT settings_maturity_days_range CHECK (maturity_days BETWEEN 0 AND 365);

-- The time at which the last coins of the account mature. NULL if none ever had to wait. A withdrawal or transfer reads it
-- from the row that it changes anyway, so an account without such coins pays nothing more.
ALTER TABLE ledger.accounts ADD COLUMN last_matures_at timestamptz;

-- The credits that mature at a time. The movement of a reward belongs to the friend who bought.
CREATE TABLE ledger.maturing (
  user_id          uuid NOT NULL REFERENCES ledger.accounts (user_id),
  matures_at       timestamptz NOT NULL,
  movement_user_id uuid NOT NULL,
  movement_id      uuid NOT NULL,
  -- The coins of the credit that no adjustment has taken away.
  coins            numeric(20, 4) NOT NULL CONSTRAINT maturing_not_negative CHECK (coins >= '0'::numeric),
  PRIMARY KEY (user_id, matures_at, movement_id)
);
