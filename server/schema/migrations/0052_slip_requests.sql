-- Another slip for a buy. An administrator asks, the member sends it, and the request stays pending meanwhile.
-- server/money/ledger/slip-requests.sql has the rules.

LOCK TABLE ledger.requests, notices IN ACCESS EXCLUSIVE MODE;

-- slip_asked_at: the time since which the member owes another slip; a decision leaves it as it is.
-- slip_revision: the number of times that the slip or the hash was replaced.
-- clock_from: the moment of submission, moved by the time in which members were waited for; NULL if that never happened.
ALTER TABLE ledger.requests
  ADD COLUMN slip_asked_at timestamptz,
  ADD COLUMN slip_revision integer NOT NULL DEFAULT 0,
  ADD COLUMN clock_from timestamptz;

-- Each time that a member was asked. The answer is noted once, with the slip that it replaced.
CREATE TABLE ledger.slip_requests (
  user_id          uuid NOT NULL,
  id               uuid NOT NULL DEFAULT uuidv7(),
  request_id       uuid NOT NULL,
  -- Counts the questions about a request from 1.
  number           integer NOT NULL,
  administrator_id uuid NOT NULL REFERENCES profiles (id),
  -- The member reads it.
  reason           text NOT NULL CONSTRAINT slip_reason_length CHECK (reason ~ '\S' AND length(reason) <= 500),
  asked_at         timestamptz NOT NULL DEFAULT now(),
  -- NULL while the member is waited for, and for ever if the request was decided before.
  answered_at      timestamptz,
  -- The file that was replaced; NULL if the hash alone was corrected. The hash that was named before the answer.
  former_upload_id uuid,
  former_hash      text,
  PRIMARY KEY (user_id, id),
  CONSTRAINT slip_request_number UNIQUE (user_id, request_id, number),
  CONSTRAINT slip_asks_full CHECK (number BETWEEN 1 AND 5),
  FOREIGN KEY (user_id, request_id) REFERENCES ledger.requests (user_id, id),
  FOREIGN KEY (user_id, former_upload_id) REFERENCES uploads (user_id, id)
);
CREATE UNIQUE INDEX slip_asked_already ON ledger.slip_requests (user_id, request_id) WHERE answered_at IS NULL;
CREATE UNIQUE INDEX former_slip_once ON ledger.slip_requests (user_id, former_upload_id) WHERE former_upload_id IS NOT NULL;
CREATE INDEX slip_requests_by_administrator ON ledger.slip_requests (administrator_id);

ALTER TABLE notices DROP CONSTRAINT notice_kind_known,
  ADD CONSTRAINT notice_kind_known CHECK (kind IN (
    'request_approved', 'request_rejected', 'request_expired', 'coins_received', 'reward_received', 'balance_corrected',
    'payout_sent', 'payout_corrected', 'payout_failed', 'payout_confirmed', 'request_reversed', 'transfer_reversed', 'reward_reversed',
    'debt_repaid', 'slip_asked')) NOT VALID;
