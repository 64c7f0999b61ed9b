-- PostgreSQL 15 and 16 cannot change the expression of a column, so the two columns are made again.
ALTER TABLE packages
  DROP COLUMN bonus_coins,
  DROP COLUMN total_coins;
ALTER TABLE packages
  ADD COLUMN bonus_coins numeric(20, 4) NOT NULL
    GENERATED ALWAYS AS (trunc(min_coin_purchase * bonus_percentage * 0.01, 4)) STORED,
  ADD COLUMN total_coins numeric(20, 4) NOT NULL
    GENERATED ALWAYS AS (min_coin_purchase + trunc(min_coin_purchase * bonus_percentage * 0.01, 4)) STORED;
