-- Multiplies by 0.01 instead of dividing by 100. PostgreSQL rounds a quotient, so a bonus just below the next smallest unit
-- could be rounded up to it before it was cut off.
ALTER TABLE packages
  ALTER COLUMN bonus_coins SET EXPRESSION AS (trunc(min_coin_purchase * bonus_percentage * 0.01, 4)),
  ALTER COLUMN total_coins SET EXPRESSION AS (min_coin_purchase + trunc(min_coin_purchase * bonus_percentage * 0.01, 4));
