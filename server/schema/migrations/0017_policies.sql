-- The rules for decisions of great worth, the approvals of a first administrator, and the changes that wait for a second one.

-- One row is one rule: above this worth, a decision of this subject needs a second administrator or is held. A decision
-- that no rule names is allowed. The subject "money" means deposits, withdrawals, transfers and adjustments together.
CREATE TABLE ledger.policies (
  subject    text NOT NULL CONSTRAINT policy_subject_known CHECK (subject IN (
               'money', 'deposit', 'withdrawal', 'transfer', 'adjustment')),
  -- The worth that is compared: of the decision alone, or with everything that this administrator decided alone, or that
  -- was decided for this member or on the whole platform, in the last 24 hours.
  scope      text NOT NULL CONSTRAINT policy_scope_known CHECK (scope IN (
               'single', 'by_administrator_24h', 'by_member_24h', 'by_platform_24h')),
  outcome    text NOT NULL CONSTRAINT policy_outcome_known CHECK (outcome IN ('second', 'hold')),
  over_usd   numeric(20, 2) NOT NULL CONSTRAINT policy_worth_range CHECK (over_usd >= 0),
  -- The hours from the submission of a request until it can be approved.
  hold_hours integer,
  PRIMARY KEY (subject, scope, outcome),
  CONSTRAINT policy_hold_well_formed CHECK (
    CASE outcome WHEN 'hold' THEN hold_hours IS NOT NULL AND hold_hours BETWEEN 1 AND 720 AND subject <> 'adjustment'
                 ELSE hold_hours IS NULL END)
);
INSERT INTO ledger.policies (subject, scope, outcome, over_usd)
VALUES ('money', 'single', 'second', 10000), ('money', 'by_administrator_24h', 'second', 25000);

-- The worth that an administrator decided in an hour: alone, and in all. A sum of 24 hours reads few rows.
CREATE TABLE ledger.decided_worth (
  administrator_id uuid NOT NULL REFERENCES profiles (id),
  hour             timestamptz NOT NULL,
  subject          text NOT NULL,
  alone_usd        numeric(24, 2) NOT NULL,
  all_usd          numeric(24, 2) NOT NULL,
  PRIMARY KEY (administrator_id, hour, subject)
) WITH (fillfactor = 50);

-- The first approval of a request that needs two. The second one is the decision on the request.
CREATE TABLE ledger.approvals (
  user_id          uuid NOT NULL,
  request_id       uuid NOT NULL,
  administrator_id uuid NOT NULL REFERENCES profiles (id),
  notes            text,
  created_at       timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT approval_given_already PRIMARY KEY (user_id, request_id, administrator_id),
  FOREIGN KEY (user_id, request_id) REFERENCES ledger.requests (user_id, id)
);

-- A change that waits for a second administrator, who completes it by the same call.
CREATE TABLE ledger.proposed_changes (
  id          uuid PRIMARY KEY DEFAULT uuidv7(),
  kind        text NOT NULL CONSTRAINT proposal_kind_known CHECK (kind IN ('adjustment')),
  -- The digest of the call. The same call has the same digest.
  fingerprint bytea NOT NULL,
  -- The person whom the change is about.
  subject_id  uuid REFERENCES profiles (id),
  before      jsonb,
  after       jsonb NOT NULL,
  reason      text,
  proposer_id uuid NOT NULL REFERENCES profiles (id),
  created_at  timestamptz NOT NULL DEFAULT now(),
  status      text NOT NULL DEFAULT 'waiting'
              CONSTRAINT proposal_status_known CHECK (status IN ('waiting', 'made', 'declined', 'expired')),
  -- The administrator who completed or declined it. Without another one, the proposer completes it after a delay.
  closed_by   uuid REFERENCES profiles (id),
  closed_at   timestamptz,
  CONSTRAINT proposal_well_formed CHECK ((status = 'waiting') = (closed_at IS NULL) AND (status IN ('made', 'declined')) = (closed_by IS NOT NULL))
);
CREATE UNIQUE INDEX proposed_already ON ledger.proposed_changes (fingerprint) WHERE status = 'waiting';

-- A call that proposes has its idempotency key in the log of commands, too. It moves nothing.
CREATE OR REPLACE FUNCTION ledger.is_known_operation(operation text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN operation IN ('open', 'submit', 'approve', 'reject', 'cancel', 'expire', 'adjust_in', 'adjust_out', 'propose');
END
$$;
