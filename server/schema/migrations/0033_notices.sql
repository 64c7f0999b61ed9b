-- Notices to members: one row for each event, written by the transaction of the event. server/money/notices/notices.sql
-- writes them.

-- The notices of a member, counted, with the last one that was read.
CREATE TABLE notice_boxes (
  user_id     uuid PRIMARY KEY REFERENCES profiles (id),
  -- The number of the newest notice. It is raised under the lock of this row, so a reader never misses a notice.
  last_number bigint NOT NULL,
  read_number bigint NOT NULL DEFAULT 0,
  CONSTRAINT notice_read_range CHECK (read_number BETWEEN 0 AND last_number)
);

-- A notice holds no text. It has no foreign keys, because the same transaction has just written what it names, and the verifier
-- compares. Pages make the sentence, in the language of their reader, from the kind and from what it is about.
CREATE TABLE notices (
  user_id    uuid NOT NULL,
  -- Counts the notices of a member from 1 without gaps.
  number     bigint NOT NULL,
  kind       text NOT NULL CONSTRAINT notice_kind_known CHECK (kind IN (
               'request_approved', 'request_rejected', 'request_expired', 'coins_received', 'reward_received', 'balance_corrected',
               'payout_sent', 'payout_corrected', 'payout_failed', 'payout_confirmed')),
  -- The member with the key of the event: the sender of received coins, the friend of a reward.
  owner_id   uuid NOT NULL,
  -- NULL for a correction, which has no request.
  request_id uuid,
  -- The event: a request, the movement of a correction, or an event of a payout.
  source_id  uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, number),
  CONSTRAINT notice_given_once UNIQUE (user_id, kind, source_id),
  CONSTRAINT notice_well_formed CHECK ((request_id IS NULL) = (kind = 'balance_corrected'))
);

-- The verifier demands the notices of decisions from this moment on. Decisions from before have none, and a server of the
-- earlier version may decide for a while.
CREATE TABLE notice_start (
  is_single boolean PRIMARY KEY DEFAULT true CONSTRAINT notice_start_single CHECK (is_single),
  since     timestamptz NOT NULL
);
INSERT INTO notice_start (since)
SELECT CASE WHEN EXISTS (SELECT FROM ledger.commands) THEN now() + interval '1 hour' ELSE '-infinity' END;
