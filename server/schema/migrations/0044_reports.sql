-- The days of the reports. server/money/ledger/report-days.sql has their rules.

-- An instance of the earlier version would copy transactions without their part of a report. So nothing is rolled up from here
-- until roll-ups.sql brings the function back, and a roll-up that runs ends first.
CREATE OR REPLACE FUNCTION ledger.roll_up() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$ BEGIN END $$;
DO $$ BEGIN PERFORM FROM ledger.rollup FOR UPDATE; END $$;

-- The sums of a UTC day, for each type of transaction and each package. A type moves coins in one direction only.
CREATE TABLE ledger.daily_reports (
  day        date NOT NULL,
  type       text NOT NULL,
  -- The zero id stands for lines of no package.
  package_id uuid NOT NULL,
  count      bigint NOT NULL,
  coins      numeric(30, 4) NOT NULL,
  -- The USD that the requests have frozen.
  usd        numeric(30, 2) NOT NULL,
  PRIMARY KEY (day, type, package_id)
);
INSERT INTO ledger.daily_reports
SELECT (e.created_at AT TIME ZONE 'UTC')::date, e.type,
       coalesce(CASE WHEN r.credited_coins IS NULL AND m.leg NOT LIKE 'reverse%' THEN r.package_id END, '00000000-0000-0000-0000-000000000000'), count(*), sum(e.amount),
       sum(CASE WHEN m.leg IN ('bonus', 'referral') OR m.leg LIKE 'reverse%' THEN 0 ELSE coalesce(r.credited_usd, r.amount_usd, 0) END)
  FROM ledger.entries e
  JOIN ledger.lines l ON l.user_id = e.user_id AND l.version = e.version
  JOIN ledger.movements m ON m.user_id = l.movement_user_id AND m.id = l.movement_id
  LEFT JOIN ledger.requests r ON r.user_id = m.user_id AND r.id = m.request_id
 GROUP BY 1, 2, 3;

-- The payouts that are sent or confirmed, by the UTC day on which they were sent. A trigger keeps it.
CREATE TABLE ledger.daily_payouts (
  day     date PRIMARY KEY,
  payouts bigint NOT NULL,
  usdt    numeric(28, 4) NOT NULL
);
INSERT INTO ledger.daily_payouts
SELECT (s.at AT TIME ZONE 'UTC')::date, count(*), sum(p.usdt_amount)
  FROM ledger.payouts p
  JOIN (SELECT user_id, request_id, max(created_at) AS at FROM ledger.payout_events WHERE action = 'sent' GROUP BY 1, 2) s
    ON s.user_id = p.user_id AND s.request_id = p.request_id
 WHERE p.state IN ('sent', 'confirmed') GROUP BY 1;

-- Finds the coins of all members that still wait.
CREATE INDEX maturing_by_time ON ledger.maturing (matures_at) INCLUDE (coins);
