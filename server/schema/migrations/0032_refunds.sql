-- Transfers that were sent back, and the orders of the administrators' lists of transfers. server/money/deposits/refunds.sql has the rules.

-- A transaction sends back one transfer.
ALTER TABLE ledger.allocations ADD CONSTRAINT refund_hash_used UNIQUE (refund_hash);
CREATE INDEX allocations_by_time ON ledger.allocations (created_at, transaction_hash, log_index) WHERE request_id IS NOT NULL;
CREATE INDEX refunds_by_time ON ledger.allocations (created_at, transaction_hash, log_index) WHERE refund_hash IS NOT NULL;
