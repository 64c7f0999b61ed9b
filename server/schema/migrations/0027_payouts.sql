-- Payouts: the second life of an approved withdrawal. server/money/payouts/payouts.sql has their rules, docs/ledger.md explains them.

CREATE TABLE ledger.payouts (
  user_id        uuid NOT NULL,
  request_id     uuid NOT NULL,
  -- untracked: approved before payouts were recorded, so nothing is known of the payment.
  state          text NOT NULL CONSTRAINT payout_state_known CHECK (state IN ('untracked', 'to_pay', 'sent', 'confirmed')),
  -- Copies of what the request has frozen, so that the desk and its sums read one table. An old withdrawal has no amount.
  wallet_address text NOT NULL,
  usdt_amount    numeric(20, 4),
  -- The time at which this state began.
  since          timestamptz NOT NULL DEFAULT now(),
  -- The transaction that was recorded last, and did not fail.
  hash           text CONSTRAINT payout_hash_form CHECK (hash ~ '^[0-9a-f]{64}$'),
  -- The reason why final blocks do not confirm it, and the base units that were found instead.
  finding        text CONSTRAINT payout_finding_known CHECK (finding IN (
    'failed_on_chain', 'wrong_address', 'too_little', 'too_much', 'other_token', 'log_used', 'before_request', 'no_transfer',
    'paid_after_all')),
  found_units    numeric(78, 0),
  failures       integer NOT NULL DEFAULT 0,
  -- The reason of the last failure.
  failure        text,
  PRIMARY KEY (user_id, request_id),
  FOREIGN KEY (user_id, request_id) REFERENCES ledger.requests (user_id, id),
  CONSTRAINT payout_well_formed CHECK (
    (state IN ('sent', 'confirmed')) = (hash IS NOT NULL) AND (failures > 0) = (failure IS NOT NULL)
    AND (state = 'untracked' OR usdt_amount IS NOT NULL)
    AND CASE WHEN finding = 'paid_after_all' THEN state IN ('to_pay', 'sent') WHEN finding IS NOT NULL THEN state = 'sent' ELSE true END)
);
CREATE INDEX payouts_by_state ON ledger.payouts (state, since, request_id);
CREATE INDEX payouts_flagged ON ledger.payouts (since, request_id) WHERE finding IS NOT NULL;
CREATE INDEX payouts_by_hash ON ledger.payouts (hash) WHERE hash IS NOT NULL;
CREATE INDEX payouts_to_address ON ledger.payouts (wallet_address) WHERE state IN ('to_pay', 'sent');
-- The sums of the two states that keep few rows.
CREATE INDEX payouts_to_pay ON ledger.payouts (usdt_amount) WHERE state = 'to_pay';

-- The history of each payout. No row is changed or removed.
CREATE TABLE ledger.payout_events (
  user_id    uuid NOT NULL,
  request_id uuid NOT NULL,
  id         uuid NOT NULL DEFAULT uuidv7(),
  action     text NOT NULL CONSTRAINT payout_action_known CHECK (action IN ('sent', 'corrected', 'failed', 'confirmed', 'flagged')),
  -- NULL for what the chain has shown.
  actor_id   uuid REFERENCES profiles (id),
  hash       text NOT NULL,
  -- Of a corrected hash, the one before; of a failure, its reason; of a flag, the finding.
  detail     text CONSTRAINT payout_detail_length CHECK (length(detail) <= 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, request_id, id),
  FOREIGN KEY (user_id, request_id) REFERENCES ledger.payouts (user_id, request_id)
);
CREATE INDEX payout_events_by_hash ON ledger.payout_events (hash);
CREATE INDEX payout_events_by_actor ON ledger.payout_events (actor_id) WHERE actor_id IS NOT NULL;

-- The payouts and the USDT of the states that grow for ever. A trigger keeps them.
CREATE TABLE ledger.payout_totals (
  state       text PRIMARY KEY CONSTRAINT payout_total_known CHECK (state IN ('sent', 'confirmed', 'untracked')),
  payouts     bigint NOT NULL,
  usdt_amount numeric(28, 4) NOT NULL
);

-- The recorded transactions, as questions to the chain. A row without an outcome is a question, and no evidence.
CREATE TABLE public.payout_transactions (
  hash         text PRIMARY KEY CONSTRAINT payout_transaction_form CHECK (hash ~ '^[0-9a-f]{64}$'),
  first_seen   timestamptz NOT NULL DEFAULT now(),
  -- The questions so far that had no final answer, the time of the last one and of the next one.
  attempts     integer NOT NULL DEFAULT 0,
  asked_at     timestamptz,
  due_at       timestamptz NOT NULL DEFAULT now(),
  -- The reason why the last question had no final answer: unknown to final blocks, or why it could not be asked.
  problem      text,
  -- Set once, by a final block.
  outcome      text CONSTRAINT payout_outcome_known CHECK (outcome IN ('succeeded', 'failed')),
  block_number bigint,
  block_time   timestamptz,
  judged_at    timestamptz,
  CONSTRAINT payout_judgement_whole CHECK (
    num_nonnulls(outcome, block_number, block_time, judged_at) IN (0, 4))
);
CREATE INDEX payout_questions ON public.payout_transactions (due_at) WHERE outcome IS NULL;

-- Each final transfer of a recorded transaction, of any token. A log pays one request at most.
CREATE TABLE public.payout_logs (
  hash         text NOT NULL REFERENCES public.payout_transactions (hash),
  log_index    integer NOT NULL CONSTRAINT payout_log_range CHECK (log_index >= 0),
  contract     text NOT NULL,
  -- True for the token of the configuration.
  is_token     boolean NOT NULL,
  from_address text NOT NULL,
  to_address   text NOT NULL,
  units        numeric(78, 0) NOT NULL CONSTRAINT payout_units_range CHECK (units >= 0),
  -- The withdrawal that it pays.
  pays         uuid CONSTRAINT payout_paid_once UNIQUE,
  CONSTRAINT payout_log_known PRIMARY KEY (hash, log_index)
);

INSERT INTO ledger.payouts (user_id, request_id, state, wallet_address, usdt_amount, since)
SELECT user_id, id, 'untracked', wallet_address, usdt_amount, decided_at FROM ledger.requests WHERE kind = 'withdrawal' AND status = 'approved';
INSERT INTO ledger.payout_totals
SELECT s.state, count(p.user_id), coalesce(sum(p.usdt_amount), 0)
  FROM (VALUES ('sent'), ('confirmed'), ('untracked')) s (state) LEFT JOIN ledger.payouts p ON p.state = s.state GROUP BY 1;
