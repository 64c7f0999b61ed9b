-- The rules that the migration before left to be validated without a long lock.
ALTER TABLE ledger.movements VALIDATE CONSTRAINT movement_debt_well_formed;
ALTER TABLE ledger.movements VALIDATE CONSTRAINT movements_debt_fkey;
ALTER TABLE ledger.payouts VALIDATE CONSTRAINT payout_state_known;
ALTER TABLE ledger.payouts VALIDATE CONSTRAINT payout_well_formed;
ALTER TABLE ledger.call_origins VALIDATE CONSTRAINT call_origin_call_known;
ALTER TABLE notices VALIDATE CONSTRAINT notice_kind_known;
