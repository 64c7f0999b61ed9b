-- The transfers that have no use yet, so that their list never passes over those that have one. server/money/deposits/deposits.sql
-- keeps the table.
CREATE TABLE free_transfers (
  transaction_hash text NOT NULL,
  log_index        integer NOT NULL,
  block_time       timestamptz NOT NULL,
  PRIMARY KEY (transaction_hash, log_index),
  FOREIGN KEY (transaction_hash, log_index) REFERENCES chain_transfers (transaction_hash, log_index)
);
CREATE INDEX free_transfers_by_time ON free_transfers (block_time, transaction_hash, log_index);
-- It orders what the table above orders now.
DROP INDEX chain_transfers_by_time;
