-- Totals, days and lists of everything. A money call writes none of them. roll_up copies settled commands, and the views
-- and functions named "current" and "fresh" add the few commands since, so every figure is exact at each moment.

-- The lines that are transactions, in the words of the lists.
CREATE OR REPLACE VIEW ledger.typed_lines AS
SELECT user_id, version, id, type, abs(available_delta + locked_delta) AS amount, rate,
       round(abs(available_delta + locked_delta) * rate, 2) AS total_usd_value, available_after + locked_after AS balance_after, created_at
  FROM ledger.lines WHERE type IS NOT NULL;

-- Returns the commands that are not rolled up yet. It is a function because ROWS tells the planner how few they are.
CREATE OR REPLACE FUNCTION ledger.fresh_commands() RETURNS SETOF ledger.commands LANGUAGE plpgsql STABLE ROWS 100 AS $$
DECLARE
  since xid8;
BEGIN
  SELECT r.watermark INTO since FROM ledger.rollup r;
  RETURN QUERY SELECT c.* FROM ledger.commands c WHERE c.xid >= since;
END
$$;

-- Returns the transactions that these commands made and ledger.entries lacks. A member's lines are numbered without gaps and
-- appear in that order, so the missing entries are the lines above the highest copied version.
CREATE OR REPLACE FUNCTION ledger.missing_entries(p_since xid8, p_until xid8 DEFAULT NULL) RETURNS SETOF ledger.entries
LANGUAGE plpgsql STABLE ROWS 100 AS $$
BEGIN
  RETURN QUERY
  WITH moved AS MATERIALIZED (
    SELECT c.subject_id, c.request_id, c.operation FROM ledger.commands c
     WHERE c.xid >= p_since AND (p_until IS NULL OR c.xid < p_until) AND c.operation IN ('approve', 'adjust_in', 'adjust_out', 'reverse', 'owe', 'repay')),
  touched AS MATERIALIZED (
    SELECT m.subject_id AS user_id FROM moved m
    UNION
    SELECT o.id FROM moved m JOIN ledger.movements v ON v.user_id = m.subject_id AND v.request_id = m.request_id
     CROSS JOIN LATERAL (VALUES (v.credit_id), (v.debit_id)) o (id)
     WHERE m.operation IN ('approve', 'reverse') AND o.id <> m.subject_id),
  copied AS MATERIALIZED (
    SELECT t.user_id, coalesce((SELECT max(e.version) FROM ledger.entries e WHERE e.user_id = t.user_id), 0) AS version FROM touched t)
  SELECT l.* FROM copied c JOIN ledger.typed_lines l ON l.user_id = c.user_id AND l.version > c.version;
END
$$;

-- Returns the requests that these commands decided.
CREATE OR REPLACE FUNCTION ledger.decided_between(p_since xid8, p_until xid8 DEFAULT NULL) RETURNS SETOF ledger.decided
LANGUAGE plpgsql STABLE ROWS 100 AS $$
BEGIN
  RETURN QUERY
  WITH done AS MATERIALIZED (
    SELECT c.subject_id, c.request_id FROM ledger.commands c
     WHERE c.xid >= p_since AND (p_until IS NULL OR c.xid < p_until) AND c.operation IN ('approve', 'reject', 'cancel', 'expire'))
  SELECT r.id, r.user_id, r.kind, r.status, r.amount_coins, r.created_at
    FROM done d JOIN ledger.requests r ON r.user_id = d.subject_id AND r.id = d.request_id;
END
$$;

-- These two return the few rows that make ledger.entries and ledger.decided exact at this moment. They read the snapshot of
-- the query that calls them.
CREATE OR REPLACE FUNCTION ledger.fresh_entries() RETURNS SETOF ledger.entries LANGUAGE plpgsql STABLE ROWS 100 AS $$
BEGIN
  RETURN QUERY SELECT e.* FROM ledger.missing_entries((SELECT r.watermark FROM ledger.rollup r)) e;
END
$$;
CREATE OR REPLACE FUNCTION ledger.fresh_decided() RETURNS SETOF ledger.decided LANGUAGE plpgsql STABLE ROWS 100 AS $$
BEGIN
  RETURN QUERY SELECT d.* FROM ledger.decided_between((SELECT r.watermark FROM ledger.rollup r)) d;
END
$$;

CREATE OR REPLACE FUNCTION ledger.is_outgoing(type text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN type IN ('WITHDRAWAL', 'TRANSFER_OUT', 'ADJUSTMENT_OUT', 'REVERSAL_OUT', 'DEBT_OUT');
END
$$;

-- Moves settled commands into the totals, the days and the lists. It is safe to call at any time: one caller works, and the
-- others return at once. A backlog is moved in portions, one for each call.
CREATE OR REPLACE FUNCTION ledger.roll_up() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  -- A portion takes about a fifth of a second. A portion longer than the callers' time limit would never be moved.
  portion constant int := 3000;
  since xid8;
  until xid8;
  last xid8;
BEGIN
  SELECT watermark INTO since FROM rollup FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  -- Every transaction below the oldest running one has ended, so no row below "until" can appear later.
  until := pg_snapshot_xmin(pg_current_snapshot());
  IF until <= since THEN RETURN; END IF;
  SELECT c.xid INTO last FROM commands c WHERE c.xid >= since AND c.xid < until ORDER BY c.xid OFFSET portion LIMIT 1;
  IF FOUND THEN until := (last::text::numeric + 1)::text::xid8; END IF;
  PERFORM roll_up_range(since, until);
END
$$;

-- Moves the commands from the watermark up to p_until, which becomes the watermark.
CREATE OR REPLACE FUNCTION ledger.roll_up_range(p_since xid8, p_until xid8) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger.totals AS t (operation, kind, calls, coins, bonus_coins, reward_coins, usd)
  SELECT c.operation, coalesce(c.kind, ''), count(*), sum(c.coins), sum(c.bonus_coins), sum(c.reward_coins), sum(c.usd)
    FROM ledger.commands c WHERE c.xid >= p_since AND c.xid < p_until GROUP BY 1, 2
  ON CONFLICT (operation, kind) DO UPDATE
     SET calls = t.calls + excluded.calls, coins = t.coins + excluded.coins, bonus_coins = t.bonus_coins + excluded.bonus_coins,
         reward_coins = t.reward_coins + excluded.reward_coins, usd = t.usd + excluded.usd;
  PERFORM ledger.roll_up_lists(p_since, p_until);
  UPDATE ledger.rollup SET watermark = p_until;
END
$$;

-- Fills the lists and the days for roll_up_range. A statement that writes gets rows of members from a function, so that members could
-- be on several servers.
CREATE OR REPLACE FUNCTION ledger.roll_up_lists(p_since xid8, p_until xid8) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  added_users uuid[];
  added_versions bigint[];
BEGIN
  WITH added AS (INSERT INTO ledger.entries SELECT * FROM ledger.missing_entries(p_since, p_until) RETURNING *),
  counted AS (
    INSERT INTO ledger.daily AS d (day, type, count, coins_in, coins_out, value_usd)
    SELECT (a.created_at AT TIME ZONE 'UTC')::date, a.type, count(*),
           coalesce(sum(a.amount) FILTER (WHERE NOT ledger.is_outgoing(a.type)), 0),
           coalesce(sum(a.amount) FILTER (WHERE ledger.is_outgoing(a.type)), 0), sum(a.total_usd_value)
      FROM added a GROUP BY 1, 2
    ON CONFLICT (day, type) DO UPDATE
       SET count = d.count + excluded.count, coins_in = d.coins_in + excluded.coins_in, coins_out = d.coins_out + excluded.coins_out,
           value_usd = d.value_usd + excluded.value_usd)
  SELECT array_agg(a.user_id), array_agg(a.version) INTO added_users, added_versions FROM added a;

  INSERT INTO ledger.daily_reports AS d (day, type, package_id, count, coins, usd)
  SELECT l.day, l.type, l.package_id, count(*), sum(l.coins), sum(l.usd) FROM ledger.report_lines(added_users, added_versions) l GROUP BY 1, 2, 3
  ON CONFLICT (day, type, package_id) DO UPDATE
     SET count = d.count + excluded.count, coins = d.coins + excluded.coins, usd = d.usd + excluded.usd;

  INSERT INTO ledger.daily_members AS d (day, count)
  SELECT (c.created_at AT TIME ZONE 'UTC')::date, count(*) FROM ledger.commands c
   WHERE c.xid >= p_since AND c.xid < p_until AND c.operation = 'open' GROUP BY 1
  ON CONFLICT (day) DO UPDATE SET count = d.count + excluded.count;

  WITH added AS (INSERT INTO ledger.decided SELECT * FROM ledger.decided_between(p_since, p_until) RETURNING *)
  INSERT INTO ledger.daily_decided AS d (day, kind, status, count, coins)
  SELECT (a.created_at AT TIME ZONE 'UTC')::date, a.kind, a.status, count(*), sum(a.amount_coins) FROM added a GROUP BY 1, 2, 3
  ON CONFLICT (day, kind, status) DO UPDATE SET count = d.count + excluded.count, coins = d.coins + excluded.coins;
END
$$;

-- Sums all commands anew after a restore into another server, where the transaction numbers begin anew. Otherwise it does
-- nothing. Every start calls it, as owner.
CREATE OR REPLACE FUNCTION ledger.rebuild_totals() RETURNS void LANGUAGE plpgsql SET search_path = ledger, public, pg_temp AS $$
BEGIN
  -- Instances that start together wait for each other here, and none rolls up meanwhile.
  PERFORM FROM rollup FOR UPDATE;
  -- Each statement compares with its own snapshot: other servers go on, and what they commit meanwhile has higher numbers.
  IF NOT EXISTS (SELECT FROM rollup r WHERE r.watermark > pg_snapshot_xmax(pg_current_snapshot()))
     AND NOT EXISTS (SELECT FROM commands c WHERE c.xid >= pg_snapshot_xmax(pg_current_snapshot())) THEN
    RETURN;
  END IF;
  LOCK TABLE commands IN ACCESS EXCLUSIVE MODE;
  ALTER TABLE commands DISABLE TRIGGER append_only;
  UPDATE commands SET xid = '3' WHERE xid >= pg_snapshot_xmax(pg_current_snapshot());
  ALTER TABLE commands ENABLE TRIGGER append_only;
  DELETE FROM totals;
  -- The entries and their days stay, because they hold their own progress.
  DELETE FROM daily_members;
  DELETE FROM decided;
  DELETE FROM daily_decided;
  -- In one go, because every query adds the commands that are not rolled up yet, and those would be nearly all.
  PERFORM roll_up_range('0', pg_snapshot_xmin(pg_current_snapshot()));
END
$$;

-- The exact totals of this moment: the rolled-up ones and the few commands since.
CREATE OR REPLACE VIEW ledger.current_totals AS
SELECT operation, kind, sum(calls)::bigint AS calls, sum(coins) AS coins, sum(bonus_coins) AS bonus_coins,
       sum(reward_coins) AS reward_coins, sum(usd) AS usd
  FROM (SELECT operation, kind, calls, coins, bonus_coins, reward_coins, usd FROM ledger.totals
        UNION ALL
        SELECT c.operation, coalesce(c.kind, ''), 1, c.coins, c.bonus_coins, c.reward_coins, c.usd
          FROM ledger.commands c WHERE c.xid >= (SELECT watermark FROM ledger.rollup)) t
 GROUP BY operation, kind;

-- The exact days of this moment, in the same way.
CREATE OR REPLACE VIEW ledger.current_days AS
SELECT day, type, sum(count)::bigint AS count, sum(coins_in) AS coins_in, sum(coins_out) AS coins_out, sum(value_usd) AS value_usd
  FROM (SELECT day, type, count, coins_in, coins_out, value_usd FROM ledger.daily
        UNION ALL
        SELECT (created_at AT TIME ZONE 'UTC')::date, type, 1, CASE WHEN ledger.is_outgoing(type) THEN 0 ELSE amount END,
               CASE WHEN ledger.is_outgoing(type) THEN amount ELSE 0 END, total_usd_value FROM ledger.fresh_entries()) d
 GROUP BY day, type;
CREATE OR REPLACE VIEW ledger.current_member_days AS
SELECT day, sum(count)::bigint AS count
  FROM (SELECT day, count FROM ledger.daily_members
        UNION ALL
        SELECT (created_at AT TIME ZONE 'UTC')::date, 1 FROM ledger.fresh_commands() WHERE operation = 'open') d
 GROUP BY day;
