-- The notice that an account stays, because something was in the way when it was to be closed, and the count of closed accounts.

-- The next migration after a release validates these rules of a long table. Each of them only allows more than the one before.
ALTER TABLE notices DROP CONSTRAINT notice_kind_known,
  ADD CONSTRAINT notice_kind_known CHECK (kind IN (
    'request_approved', 'request_rejected', 'request_expired', 'coins_received', 'reward_received', 'balance_corrected',
    'payout_sent', 'payout_corrected', 'payout_failed', 'payout_confirmed', 'request_reversed', 'transfer_reversed', 'reward_reversed',
    'debt_repaid', 'slip_asked', 'closure_withdrawn')) NOT VALID;
-- A correction and an account have no request.
ALTER TABLE notices DROP CONSTRAINT notice_well_formed,
  ADD CONSTRAINT notice_well_formed CHECK ((request_id IS NULL) = (kind IN ('balance_corrected', 'closure_withdrawn'))) NOT VALID;

-- The closed accounts are counted, and by the day of their end.
CREATE INDEX account_closures_done ON account_closures (ended_at) WHERE outcome = 'closed';
