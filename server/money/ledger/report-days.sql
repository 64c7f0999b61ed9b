-- The days of the reports: what the lines add by type and package, and what was paid out.

-- Each line that is a transaction, with what it adds to a report. A part of a package that was paid is no package purchase, so
-- it counts for no package. A bonus or reward has no USD: the USD of its purchase stand on the purchase. A leg of another kind
-- that goes with a purchase has to be named beside these two. A reversal counts for no package and has no USD.
CREATE OR REPLACE VIEW ledger.reported_movements AS
SELECT m.user_id, m.id,
       coalesce(CASE WHEN r.credited_coins IS NULL AND m.leg NOT LIKE 'reverse%' THEN r.package_id END, '00000000-0000-0000-0000-000000000000') AS package_id,
       CASE WHEN m.leg IN ('bonus', 'referral') OR m.leg LIKE 'reverse%' THEN 0 ELSE coalesce(r.credited_usd, r.amount_usd, 0) END AS usd
  FROM ledger.movements m LEFT JOIN ledger.requests r ON r.user_id = m.user_id AND r.id = m.request_id;
CREATE OR REPLACE VIEW ledger.reported_lines AS
SELECT l.user_id, l.version, (l.created_at AT TIME ZONE 'UTC')::date AS day, l.type, m.package_id,
       abs(l.available_delta + l.locked_delta) AS coins, m.usd
  FROM ledger.lines l JOIN ledger.reported_movements m ON m.user_id = l.movement_user_id AND m.id = l.movement_id
 WHERE l.type IS NOT NULL;

-- Returns these lines as the view does. Each step names the members that it reads. ROWS tells the planner how few lines are fresh.
CREATE OR REPLACE FUNCTION ledger.report_lines(p_users uuid[], p_versions bigint[]) RETURNS SETOF ledger.reported_lines
LANGUAGE plpgsql STABLE ROWS 100 AS $$
BEGIN
  RETURN QUERY
  WITH wanted AS MATERIALIZED (
    SELECT l.* FROM unnest(p_users, p_versions) w (user_id, version) JOIN ledger.lines l ON l.user_id = w.user_id AND l.version = w.version
     WHERE l.type IS NOT NULL)
  SELECT l.user_id, l.version, (l.created_at AT TIME ZONE 'UTC')::date, l.type, m.package_id, abs(l.available_delta + l.locked_delta), m.usd
    FROM wanted l JOIN ledger.reported_movements m ON m.user_id = l.movement_user_id AND m.id = l.movement_id;
END
$$;

-- The exact sums of this moment: the rolled-up ones, and the few lines since.
CREATE OR REPLACE VIEW ledger.current_reports AS
SELECT day, type, package_id, sum(count)::bigint AS count, sum(coins) AS coins, sum(usd) AS usd
  FROM (SELECT day, type, package_id, count, coins, usd FROM ledger.daily_reports
        UNION ALL
        SELECT l.day, l.type, l.package_id, 1, l.coins, l.usd
          FROM (SELECT array_agg(e.user_id) AS users, array_agg(e.version) AS versions FROM ledger.fresh_entries() e) f
         CROSS JOIN LATERAL ledger.report_lines(f.users, f.versions) l) d
 GROUP BY day, type, package_id;

-- The days of the payouts, computed from the rows. The verifier compares them with those that are kept.
CREATE OR REPLACE VIEW ledger.computed_payout_days AS
SELECT (s.at AT TIME ZONE 'UTC')::date AS day, count(*) AS payouts, sum(p.usdt_amount) AS usdt
  FROM ledger.payouts p
  JOIN (SELECT user_id, request_id, max(created_at) AS at FROM ledger.payout_events WHERE action = 'sent' GROUP BY 1, 2) s
    ON s.user_id = p.user_id AND s.request_id = p.request_id
 WHERE p.state IN ('sent', 'confirmed') GROUP BY 1;

-- Adds a payout to the day on which it is sent. One that fails leaves the day again. A corrected hash leaves the day as it is.
CREATE OR REPLACE FUNCTION ledger.note_payout_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_sent constant boolean := NEW.state IN ('sent', 'confirmed');
  sign constant int := CASE WHEN is_sent THEN 1 ELSE -1 END;
  -- The event of a payout that is sent now is written after this.
  sent_at timestamptz := CASE WHEN NOT is_sent THEN
    (SELECT max(e.created_at) FROM ledger.payout_events e
      WHERE e.user_id = NEW.user_id AND e.request_id = NEW.request_id AND e.action = 'sent') ELSE now() END;
BEGIN
  INSERT INTO ledger.daily_payouts AS d (day, payouts, usdt)
  VALUES ((sent_at AT TIME ZONE 'UTC')::date, sign, sign * NEW.usdt_amount)
  ON CONFLICT (day) DO UPDATE SET payouts = d.payouts + excluded.payouts, usdt = d.usdt + excluded.usdt;
  RETURN NULL;
END
$$;
-- The name comes after that of note_payout_total, because triggers run in the order of their names, and locks have one order.
CREATE OR REPLACE TRIGGER note_payout_total_of_day AFTER UPDATE OF state ON ledger.payouts FOR EACH ROW
  WHEN ((OLD.state IN ('sent', 'confirmed')) <> (NEW.state IN ('sent', 'confirmed'))) EXECUTE FUNCTION ledger.note_payout_day();

-- For the owner: makes the days of the payouts anew from the rows, after rows were written past the trigger.
CREATE OR REPLACE FUNCTION ledger.rebuild_payout_days() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ledger.daily_payouts;
  INSERT INTO ledger.daily_payouts SELECT * FROM ledger.computed_payout_days;
END
$$;

-- An instance of an earlier version may have recorded payouts after the migration filled the days. The trigger counts from here on.
DO $$
BEGIN
  IF EXISTS (SELECT FROM ledger.daily_payouts d FULL JOIN ledger.computed_payout_days c ON c.day = d.day
              WHERE (coalesce(d.payouts, 0), coalesce(d.usdt, 0)) <> (coalesce(c.payouts, 0), coalesce(c.usdt, 0))) THEN
    PERFORM ledger.rebuild_payout_days();
  END IF;
END
$$;
