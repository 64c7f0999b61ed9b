-- The treasury: sums of what the chain shows and of what the requests say, so that comparing them costs the same in every year, and
-- the balances of the deposit addresses. server/money/treasury/treasury.sql keeps the sums, and fills them at first.

-- The final transfers to each deposit address, and of these the base units that came from another deposit address.
CREATE TABLE chain_totals (
  address     text PRIMARY KEY,
  transfers   bigint NOT NULL,
  units       numeric(78, 0) NOT NULL,
  moved_units numeric(78, 0) NOT NULL
);

-- The approved requests and the refunds. A row belongs to one administrator. Decisions of one administrator wait for each other
-- anyway, so no decision waits for another one here. A decision without a person has the zero id.
CREATE TABLE ledger.treasury_totals (
  administrator_id uuid NOT NULL,
  kind        text NOT NULL CONSTRAINT treasury_kind_known CHECK (kind IN ('buy', 'withdrawal', 'refund')),
  count       bigint NOT NULL,
  -- The base units that were asked for; of a refund, those that were sent back.
  asked_units numeric(78, 0) NOT NULL,
  -- Of buys: those without a transfer, what transfers brought, and by how much that was more or less than was asked for.
  unpaid_count   bigint NOT NULL,
  unpaid_units   numeric(78, 0) NOT NULL,
  received_units numeric(78, 0) NOT NULL,
  over_units     numeric(78, 0) NOT NULL,
  under_units    numeric(78, 0) NOT NULL,
  PRIMARY KEY (administrator_id, kind)
);

-- The confirmed payouts: those that a deposit address has sent, and all others.
CREATE TABLE ledger.payout_sources (
  is_own  boolean PRIMARY KEY,
  payouts bigint NOT NULL,
  units   numeric(78, 0) NOT NULL
);
INSERT INTO ledger.payout_sources VALUES (true, 0, 0), (false, 0, 0);

-- The balance of a deposit address, with a final block that is no later, and why the newest question had no answer.
CREATE TABLE treasury_balances (
  address      text PRIMARY KEY,
  units        numeric(78, 0) CONSTRAINT treasury_balance_range CHECK (units >= 0),
  block_number bigint,
  block_time   timestamptz,
  checked_at   timestamptz,
  problem      text,
  problem_at   timestamptz,
  CONSTRAINT treasury_balance_whole CHECK (num_nonnulls(units, block_number, block_time, checked_at) IN (0, 4)),
  CONSTRAINT treasury_problem_whole CHECK (num_nonnulls(problem, problem_at) IN (0, 2))
);

-- The time of the newest check of the balances. One server at a time begins one.
CREATE TABLE treasury_checks (
  id       boolean PRIMARY KEY DEFAULT true CONSTRAINT treasury_checks_single_row CHECK (id),
  begun_at timestamptz NOT NULL
);
INSERT INTO treasury_checks (begun_at) VALUES ('epoch');
