-- What the administrators' lists read: copies of settled history with an index for each order, and sums by day. The money
-- path writes none of it; ledger.roll_up fills it in afterwards, and what it has not reached yet is added when it is read.
-- docs/decisions/0018-lists-of-everything.md says why.

-- Every line that has a type, as the view "transactions" spells it.
CREATE TABLE ledger.entries (
  user_id         uuid NOT NULL,
  version         bigint NOT NULL,
  id              uuid NOT NULL,
  type            text NOT NULL,
  amount          numeric NOT NULL,
  rate            numeric(18, 8) NOT NULL,
  total_usd_value numeric NOT NULL,
  balance_after   numeric NOT NULL,
  created_at      timestamptz NOT NULL
);

-- Every request that is decided or taken back, which never changes again.
CREATE TABLE ledger.decided (
  id           uuid NOT NULL,
  user_id      uuid NOT NULL,
  kind         text NOT NULL,
  status       text NOT NULL,
  amount_coins numeric(20, 4) NOT NULL,
  created_at   timestamptz NOT NULL
);

-- Days are of UTC. A type moves coins one way only.
CREATE TABLE ledger.daily (
  day       date NOT NULL,
  type      text NOT NULL,
  count     bigint NOT NULL,
  coins_in  numeric(30, 4) NOT NULL,
  coins_out numeric(30, 4) NOT NULL,
  value_usd numeric(30, 2) NOT NULL,
  PRIMARY KEY (day, type)
);
-- New accounts of members.
CREATE TABLE ledger.daily_members (
  day   date PRIMARY KEY,
  count bigint NOT NULL
);
-- Decided requests, by the day on which they were made.
CREATE TABLE ledger.daily_decided (
  day    date NOT NULL,
  kind   text NOT NULL,
  status text NOT NULL,
  count  bigint NOT NULL,
  coins  numeric(30, 4) NOT NULL,
  PRIMARY KEY (day, kind, status)
);

INSERT INTO ledger.entries
SELECT user_id, version, id, type, abs(available_delta + locked_delta), rate, round(abs(available_delta + locked_delta) * rate, 2),
       available_after + locked_after, created_at
  FROM ledger.lines WHERE type IS NOT NULL;

INSERT INTO ledger.decided
SELECT id, user_id, kind, status, amount_coins, created_at FROM ledger.requests r
 WHERE status <> 'pending'
   AND NOT EXISTS (SELECT FROM ledger.commands c
                    WHERE c.xid >= (SELECT watermark FROM ledger.rollup) AND c.operation IN ('approve', 'reject', 'cancel')
                      AND c.subject_id = r.user_id AND c.request_id = r.id);

INSERT INTO ledger.daily
SELECT (created_at AT TIME ZONE 'UTC')::date, type, count(*),
       coalesce(sum(amount) FILTER (WHERE type NOT IN ('WITHDRAWAL', 'TRANSFER_OUT', 'ADJUSTMENT_OUT')), 0),
       coalesce(sum(amount) FILTER (WHERE type IN ('WITHDRAWAL', 'TRANSFER_OUT', 'ADJUSTMENT_OUT')), 0), sum(total_usd_value)
  FROM ledger.entries GROUP BY 1, 2;

INSERT INTO ledger.daily_members
SELECT (created_at AT TIME ZONE 'UTC')::date, count(*) FROM ledger.commands
 WHERE operation = 'open' AND xid < (SELECT watermark FROM ledger.rollup) GROUP BY 1;

INSERT INTO ledger.daily_decided
SELECT (created_at AT TIME ZONE 'UTC')::date, kind, status, count(*), sum(amount_coins) FROM ledger.decided GROUP BY 1, 2, 3;

-- How far each member's lines are copied is the highest number among them. Each other index begins with the type: a list of
-- one type is one scan, a list of all is one scan for each, merged.
ALTER TABLE ledger.entries ADD PRIMARY KEY (user_id, version);
CREATE INDEX entries_by_date ON ledger.entries (type, created_at, id);
CREATE INDEX entries_by_coins ON ledger.entries (type, amount, id);
CREATE INDEX entries_by_rate ON ledger.entries (type, rate, id);
CREATE INDEX entries_by_value ON ledger.entries (type, total_usd_value, id);
CREATE INDEX entries_by_balance ON ledger.entries (type, balance_after, id);
ALTER TABLE ledger.decided ADD PRIMARY KEY (kind, status, id);
