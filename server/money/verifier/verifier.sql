-- The verifier reads the books against ledger.violations while people use them. A finding stops the coins of the account, or all
-- approvals, until the books are right again and an owner has released the finding. It locks no row of the books.

-- Refuses to move coins of these accounts while a finding about one of them is open. p_is_creating: the coins are new to the
-- account or leave it, so an open finding about the platform stops them, too.
CREATE OR REPLACE FUNCTION ledger.refuse_reviewed(p_one uuid, p_other uuid DEFAULT NULL, p_is_creating boolean DEFAULT true) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  stop text := (SELECT min(f.stops) FROM ledger.findings f
                 WHERE f.released_at IS NULL
                   AND (f.account_id IN (p_one, p_other) AND f.stops = 'account'
                        OR f.account_id IS NULL AND f.stops = 'platform' AND p_is_creating));
BEGIN
  IF stop IS NOT NULL THEN PERFORM ledger.refuse(CASE stop WHEN 'account' THEN 'account_under_review' ELSE 'platform_under_review' END); END IF;
END
$$;

-- Refuses to move coins of the accounts that a reversal would touch.
CREATE OR REPLACE FUNCTION ledger.refuse_reviewed_reversal(r ledger.requests) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT e.person FROM ledger.reversed_coins(r) e LOOP PERFORM ledger.refuse_reviewed(one.person); END LOOP;
END
$$;

-- Says what a finding stops. Coins that no account explains have come from nowhere, so they stop every approval. If the balance of an
-- account explains them, the stop of that account is enough. Copies, days and the treasury decide nothing and notices are no coins, so
-- these findings only alarm.
CREATE OR REPLACE FUNCTION ledger.finding_stops(p_rule text, p_account uuid, p_is_explained boolean) RETURNS text
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE WHEN p_rule LIKE 'notices %' THEN 'nothing' WHEN p_account IS NOT NULL THEN 'account'
              WHEN p_rule = 'too many findings to list' THEN 'platform'
              WHEN p_rule IN ('coins are not conserved', 'totals differ from the journal') AND NOT p_is_explained THEN 'platform'
              ELSE 'nothing' END;
END
$$;

-- Returns the two figures of a broken rule, where it compares two of them.
CREATE OR REPLACE FUNCTION ledger.finding_figures(p_rule text, p_account uuid, p_row uuid, OUT expected text, OUT actual text)
LANGUAGE plpgsql STABLE AS $$
BEGIN
  CASE p_rule
  WHEN 'balance differs from its lines' THEN
    SELECT trim_scale(coalesce(sum(l.available_delta), 0)) || ' + ' || trim_scale(coalesce(sum(l.locked_delta), 0)) INTO expected
      FROM ledger.lines l WHERE l.user_id = p_account;
    SELECT trim_scale(a.available) || ' + ' || trim_scale(a.locked) INTO actual FROM ledger.accounts a WHERE a.user_id = p_account;
  WHEN 'locked differs from pending requests' THEN
    SELECT trim_scale(coalesce(sum(r.amount_coins), 0))::text INTO expected
      FROM ledger.requests r WHERE r.user_id = p_account AND r.status = 'pending' AND r.kind <> 'buy';
    SELECT trim_scale(a.locked)::text INTO actual FROM ledger.accounts a WHERE a.user_id = p_account;
  WHEN 'lines differ from the movement' THEN
    SELECT trim_scale(greatest(abs(l.available_delta), abs(l.locked_delta))), trim_scale(m.amount) INTO expected, actual
      FROM ledger.lines l LEFT JOIN ledger.movements m ON m.user_id = l.movement_user_id AND m.id = l.movement_id
     WHERE l.user_id = p_account AND l.movement_id = p_row;
  WHEN 'legs differ from the decision' THEN
    SELECT trim_scale(coalesce(r.credited_coins, r.amount_coins)) || ' ' || r.status INTO expected
      FROM ledger.requests r WHERE r.user_id = p_account AND r.id = p_row;
    SELECT string_agg(m.leg || ' ' || trim_scale(m.amount), ', ' ORDER BY m.id) INTO actual
      FROM ledger.movements m WHERE m.user_id = p_account AND m.request_id = p_row;
  ELSE
    RETURN;
  END CASE;
END
$$;

-- Broken rules of the present balances, which cost little for all accounts together: each balance is that of the newest line, and what
-- is locked waits for a decision.
CREATE OR REPLACE VIEW ledger.balance_violations AS
SELECT 'balance differs from its lines' AS rule, a.user_id, NULL::uuid AS id FROM ledger.accounts a
  LEFT JOIN ledger.lines l ON l.user_id = a.user_id AND l.version = a.version
 WHERE (a.available, a.locked) <> (coalesce(l.available_after, 0), coalesce(l.locked_after, 0))
UNION ALL
SELECT 'locked differs from pending requests', a.user_id, NULL FROM ledger.accounts a
  LEFT JOIN (SELECT user_id, sum(amount_coins) AS coins FROM ledger.requests WHERE status = 'pending' AND kind <> 'buy' GROUP BY 1) r
    ON r.user_id = a.user_id
 WHERE a.locked <> coalesce(r.coins, 0);

-- True if all coins of members are those that the totals know.
CREATE OR REPLACE FUNCTION ledger.balances_agree_with_totals() RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(sum(a.available + a.locked), 0) FROM ledger.accounts a) = (SELECT t.coins FROM ledger.issued_by_totals t);
END
$$;

-- Puts an act about a finding on record. A planted row may name an account of no person, and the record must not fail on it: then the
-- account stands in the detail alone.
CREATE OR REPLACE FUNCTION ledger.record_finding(p_actor uuid, p_action text, p_account uuid, p_address text, p_detail jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  subject constant uuid := (SELECT p.id FROM public.profiles p WHERE p.id = p_account);
BEGIN
  INSERT INTO public.audit_events (actor_id, action, subject_id, ip_address, detail)
  VALUES (p_actor, p_action, subject, p_address,
          jsonb_strip_nulls(p_detail || jsonb_build_object('account_id', CASE WHEN subject IS NULL THEN p_account END)));
END
$$;

-- Notes broken rules, one open row for each rule and account, and puts each new one on record. A stop that is open stays until an owner
-- releases the finding.
CREATE OR REPLACE FUNCTION ledger.note_findings(p_moment timestamptz, p_rules text[], p_accounts uuid[], p_rows uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  -- The balances of accounts, which stop by themselves, explain the difference. Coins that the totals do not know are explained by none.
  is_explained constant boolean := coalesce('balance differs from its postings' = ANY (p_rules), false)
    AND (NOT coalesce('totals differ from the journal' = ANY (p_rules), false) OR ledger.balances_agree_with_totals());
  one record;
  figures record;
  stop text;
BEGIN
  FOR one IN SELECT * FROM unnest(p_rules, p_accounts, p_rows) AS b (rule, account_id, row_id) LOOP
    stop := ledger.finding_stops(one.rule, one.account_id, is_explained);
    UPDATE ledger.findings f SET last_seen_at = p_moment, settled_at = NULL,
           stops = CASE WHEN 'platform' IN (f.stops, stop) THEN 'platform' WHEN 'account' IN (f.stops, stop) THEN 'account' ELSE 'nothing' END
     WHERE f.released_at IS NULL AND f.rule = one.rule AND f.account_id IS NOT DISTINCT FROM one.account_id;
    CONTINUE WHEN FOUND;
    figures := ledger.finding_figures(one.rule, one.account_id, one.row_id);
    INSERT INTO ledger.findings (rule, account_id, row_id, stops, expected, actual, first_seen_at, last_seen_at)
    VALUES (one.rule, one.account_id, one.row_id, stop, figures.expected, figures.actual, p_moment, p_moment);
    PERFORM ledger.record_finding(NULL, 'finding_made', one.account_id, NULL,
                                  jsonb_build_object('rule', one.rule, 'expected', figures.expected, 'actual', figures.actual));
  END LOOP;
END
$$;

-- Reads the whole books at one moment, and notes what is broken. A finding that it does not see again is settled. It has no number
-- of a transaction until it writes at the end, so the roll-up goes on meanwhile.
CREATE OR REPLACE FUNCTION ledger.verify_whole() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- More broken accounts than these are not listed one by one. Then every approval stops.
  findings_max constant int := 1000;
  begun constant timestamptz := clock_timestamp();
  rules text[];
  broken_accounts uuid[];
  broken_rows uuid[];
  ended timestamptz;
  account_count bigint := (SELECT count(*) FROM ledger.accounts);
  movement_count bigint := (SELECT count(*) FROM ledger.movements);
BEGIN
  SELECT array_agg(b.rule), array_agg(b.user_id), array_agg(b.id) INTO rules, broken_accounts, broken_rows
    FROM (SELECT v.rule, v.user_id, min(v.id::text)::uuid AS id FROM ledger.find_violations() v GROUP BY 1, 2 ORDER BY 1, 2 LIMIT findings_max) b;
  IF cardinality(rules) = findings_max THEN
    rules := rules || 'too many findings to list'::text;
    broken_accounts := broken_accounts || NULL::uuid;
    broken_rows := broken_rows || NULL::uuid;
  END IF;
  PERFORM ledger.note_findings(begun, rules, broken_accounts, broken_rows);
  IF coalesce(cardinality(rules), 0) < findings_max THEN
    UPDATE ledger.findings f SET settled_at = begun WHERE f.released_at IS NULL AND f.settled_at IS NULL AND f.last_seen_at < begun;
  END IF;
  ended := clock_timestamp();
  UPDATE ledger.verifications v SET previous_started_at = v.started_at, started_at = begun, finished_at = ended, accounts = account_count,
         movements = movement_count, findings = coalesce(cardinality(rules), 0) WHERE v.kind = 'whole';
END
$$;

-- True if a transaction since p_last has written a row of before p_moment: a line, a movement, an accepted call or a decided
-- request. These are written once and never again, so an old row was changed, or one was added with an old time. xmin is the transaction
-- that wrote a row. To read it costs little, as nothing is joined. Transactions that were under way at p_last count, with all that began
-- after the oldest of them. A row that was removed leaves no trace here.
CREATE OR REPLACE FUNCTION ledger.has_late_rows(p_last pg_snapshot, p_moment timestamptz) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  span constant integer := age(pg_snapshot_xmin(p_last)::xid);
BEGIN
  -- The numbers of transactions have gone back: the rows were copied into another cluster, where nothing was seen yet.
  IF pg_snapshot_xmax(p_last) > pg_snapshot_xmax(pg_current_snapshot()) THEN RETURN true; END IF;
  RETURN EXISTS (SELECT FROM ledger.lines l WHERE age(l.xmin) BETWEEN 0 AND span AND l.created_at < p_moment)
      OR EXISTS (SELECT FROM ledger.movements m WHERE age(m.xmin) BETWEEN 0 AND span AND m.created_at < p_moment)
      OR EXISTS (SELECT FROM ledger.commands c WHERE age(c.xmin) BETWEEN 0 AND span AND c.created_at < p_moment)
      OR EXISTS (SELECT FROM ledger.requests r WHERE age(r.xmin) BETWEEN 0 AND span AND r.decided_at < p_moment);
END
$$;

-- Looks for late rows since the last look. If there are any, a whole run is due at once, and finds what they break. Another run comes in
-- its usual time before the next early one, so at most half of one processor is busy.
CREATE OR REPLACE FUNCTION ledger.look_for_late_rows() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  seen constant pg_snapshot := pg_current_snapshot();
  moment constant timestamptz := clock_timestamp();
  last record;
BEGIN
  SELECT v.looked_at_snapshot::pg_snapshot AS snapshot, v.started_at INTO last FROM ledger.verifications v WHERE v.kind = 'balances';
  -- A call takes its time before it commits, and none takes a minute.
  IF ledger.has_late_rows(last.snapshot, last.started_at - interval '1 minute') THEN
    UPDATE ledger.verifications v SET begun_at = NULL, early_at = moment
     WHERE v.kind = 'whole' AND (v.early_at IS NULL OR v.early_at <= v.previous_started_at OR v.early_at > moment + interval '1 minute');
  END IF;
  UPDATE ledger.verifications v SET looked_at_snapshot = seen::text WHERE v.kind = 'balances';
END
$$;

-- Checks all balances at one moment. Only a whole run settles a finding, as only it reads every rule.
CREATE OR REPLACE FUNCTION ledger.verify_balances() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  findings_max constant int := 1000;
  begun constant timestamptz := clock_timestamp();
  rules text[];
  broken_accounts uuid[];
  account_count bigint := (SELECT count(*) FROM ledger.accounts);
  ended timestamptz;
BEGIN
  SELECT array_agg(b.rule), array_agg(b.user_id) INTO rules, broken_accounts
    FROM (SELECT v.rule, v.user_id FROM ledger.balance_violations v ORDER BY 1, 2 LIMIT findings_max) b;
  PERFORM ledger.look_for_late_rows();
  PERFORM ledger.note_findings(begun, rules, broken_accounts, NULL);
  ended := clock_timestamp();
  UPDATE ledger.verifications v SET previous_started_at = v.started_at, started_at = begun, finished_at = ended, accounts = account_count,
         findings = coalesce(cardinality(rules), 0) WHERE v.kind = 'balances';
END
$$;

-- Returns the time from the beginning of a whole run to that of the next one. Runs of up to eleven seconds begin so that an edit is found
-- within a minute, and keep a sixth of one processor busy while they take up to 6.4 seconds. Longer runs never take more than a third of
-- one processor. An edit right after the beginning of a run is found at the end of the next one.
CREATE OR REPLACE FUNCTION ledger.whole_run_rhythm(p_took interval) RETURNS interval LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN greatest(interval '25 seconds', least(6 * p_took, interval '45 seconds' - p_took), 3 * p_took);
END
$$;

-- Returns the kind of the run that is due, and notes that it begins. NULL if none is. Between two whole runs the balances are checked. A
-- run that was broken off is due again as if it had come to its end, but the balances come first: if each whole run breaks off, they are
-- still checked. A run of the future began while the clock was wrong, so another one is due.
CREATE OR REPLACE FUNCTION ledger.begin_verification() RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  rest constant interval := interval '25 seconds';
  -- For a whole run that has never come to its end.
  first_rest constant interval := interval '1 hour';
  moment constant timestamptz := clock_timestamp();
  is_broken_off boolean;
  due text;
BEGIN
  SELECT coalesce(v.begun_at > coalesce(v.finished_at, '-infinity'), false) INTO is_broken_off
    FROM verifications v WHERE v.kind = 'whole' FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN NULL; END IF;
  due := (SELECT v.kind FROM verifications v
           WHERE v.begun_at IS NULL OR v.begun_at > moment + interval '1 minute'
              OR v.begun_at + CASE WHEN v.kind = 'balances' THEN greatest(rest, 3 * (v.finished_at - v.started_at)) WHEN v.finished_at IS NULL THEN first_rest
                                   ELSE ledger.whole_run_rhythm(v.finished_at - v.started_at) END <= moment
           ORDER BY (v.kind = 'balances') <> is_broken_off LIMIT 1);
  UPDATE verifications v SET begun_at = moment WHERE v.kind = due OR due = 'whole';
  RETURN due;
END
$$;

-- Runs one verification. One server does so at a time; another one returns at once. A run that breaks off has noted nothing, and the
-- next one begins anew.
CREATE OR REPLACE FUNCTION ledger.verify(p_kind text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('ledger.verify')) THEN RETURN; END IF;
  IF p_kind = 'whole' THEN PERFORM verify_whole(); ELSE PERFORM verify_balances(); END IF;
END
$$;

-- Returns the findings of which no mail has told the owners yet, and notes that this transaction does.
CREATE OR REPLACE FUNCTION ledger.take_unmailed_findings() RETURNS TABLE (rule text, stops text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
BEGIN
  RETURN QUERY
  UPDATE findings f SET mailed_at = now()
   WHERE f.id IN (SELECT q.id FROM findings q WHERE q.mailed_at IS NULL AND q.released_at IS NULL ORDER BY q.id FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING f.rule, f.stops;
END
$$;

-- Releases a finding for an owner, with a reason, once the books are right. p_token is the token of the caller's session.
CREATE OR REPLACE FUNCTION ledger.release_finding(p_token text, p_finding uuid, p_reason text, p_address text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  duties constant text[] := '{owner}';
  caller record;
  f findings;
BEGIN
  IF (length(trim(p_reason)) >= 10) IS NOT TRUE OR length(p_reason) > 500 THEN PERFORM refuse('invalid_request'); END IF;
  caller := find_session(p_token);
  PERFORM judge_administrator(caller.user_id, duties);
  SELECT * INTO f FROM findings q WHERE q.id = p_finding FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM refuse('not_found'); END IF;
  IF f.released_at IS NOT NULL THEN PERFORM refuse('finding_released_already'); END IF;
  -- An owner who was a member once does not release their own account.
  IF f.account_id = caller.user_id THEN PERFORM refuse('forbidden'); END IF;
  -- A whole check has found the rule kept. The balance is looked at again, as that is quick.
  IF f.settled_at IS NULL OR EXISTS (SELECT FROM balance_violations v WHERE v.user_id = f.account_id) THEN
    PERFORM refuse('finding_persists');
  END IF;
  UPDATE findings q SET released_at = now(), released_by = caller.user_id, reason = p_reason WHERE q.id = p_finding;
  PERFORM record_finding(caller.user_id, 'finding_released', f.account_id, p_address, jsonb_build_object('rule', f.rule, 'reason', p_reason));
  PERFORM judge_caller(caller.user_id, caller.session_id, 'admin', p_duties => duties);
END
$$;

-- Lets a finding be seen again, settled, mailed and released, and nothing else.
CREATE OR REPLACE FUNCTION ledger.guard_finding() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  frozen ledger.findings := NEW;
BEGIN
  frozen.stops := OLD.stops;
  frozen.last_seen_at := OLD.last_seen_at;
  frozen.settled_at := OLD.settled_at;
  frozen.mailed_at := OLD.mailed_at;
  frozen.released_at := OLD.released_at;
  frozen.released_by := OLD.released_by;
  frozen.reason := OLD.reason;
  IF OLD.released_at IS NOT NULL OR frozen IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'a finding changes by its release only' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER guard_change BEFORE UPDATE ON ledger.findings FOR EACH ROW EXECUTE FUNCTION ledger.guard_finding();
CREATE OR REPLACE TRIGGER append_only BEFORE DELETE ON ledger.findings FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.findings EXECUTE FUNCTION ledger.forbid_change();
