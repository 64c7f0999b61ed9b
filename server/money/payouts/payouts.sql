-- Payouts: the second life of an approved withdrawal, from "to pay" over "sent" to "confirmed". A failed one is to be paid again,
-- and one that is to be paid is cancelled if its withdrawal is reversed.
-- The order of locks is: the hashes in ascending order, the payouts in ascending order, the totals, the members' boxes of
-- notices, the caller's session.

-- Opens the payout of a withdrawal, in the transaction that approves it.
CREATE OR REPLACE FUNCTION ledger.open_payout(r ledger.requests) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- A withdrawal from before amounts in USDT were frozen has none, so its payment cannot be compared with anything.
  INSERT INTO ledger.payouts (user_id, request_id, state, wallet_address, usdt_amount)
  VALUES (r.user_id, r.id, CASE WHEN r.usdt_amount IS NULL THEN 'untracked' ELSE 'to_pay' END, r.wallet_address, r.usdt_amount);
  IF r.usdt_amount IS NULL THEN
    UPDATE ledger.payout_totals t SET payouts = t.payouts + 1 WHERE t.state = 'untracked';
  END IF;
END
$$;

-- Lets a payout change along its states only, and keeps what was frozen.
CREATE OR REPLACE FUNCTION ledger.guard_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.user_id, OLD.request_id, OLD.wallet_address, OLD.usdt_amount)
       IS DISTINCT FROM (NEW.user_id, NEW.request_id, NEW.wallet_address, NEW.usdt_amount)
     OR (OLD.state IN ('untracked', 'confirmed') OR NEW.state = 'untracked') AND (OLD.state, NEW.state) <> ('untracked', 'cancelled')
     OR (OLD.state, NEW.state) IN (('to_pay', 'confirmed'), ('sent', 'cancelled')) OR OLD.state = 'cancelled' AND NEW.state <> 'cancelled'
     OR NEW.failures < OLD.failures THEN
    RAISE EXCEPTION 'a payout changes along its states only' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER guard_change BEFORE UPDATE ON ledger.payouts FOR EACH ROW EXECUTE FUNCTION ledger.guard_payout();

-- Keeps the totals of the states that grow for ever. A person or a final block changes a payout, so the rows are no queue. Those
-- that are to be paid are few, and an approval does not wait for a total.
CREATE OR REPLACE FUNCTION ledger.note_payout_total() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE ledger.payout_totals t
     SET payouts = t.payouts + CASE WHEN t.state = NEW.state THEN 1 ELSE -1 END,
         usdt_amount = t.usdt_amount + CASE WHEN t.state = NEW.state THEN 1 ELSE -1 END * coalesce(NEW.usdt_amount, 0)
   WHERE t.state IN (OLD.state, NEW.state);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER note_payout_total AFTER UPDATE OF state ON ledger.payouts FOR EACH ROW
  WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION ledger.note_payout_total();

-- A judgement rests on a final block, so it stays. A log is given to one request, once.
CREATE OR REPLACE FUNCTION ledger.keep_payout_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'payout_transactions' THEN
    IF OLD.outcome IS NULL THEN RETURN NEW; END IF;
  ELSIF OLD.pays IS NULL AND (OLD.hash, OLD.log_index, OLD.contract, OLD.is_token, OLD.from_address, OLD.to_address, OLD.units)
        = (NEW.hash, NEW.log_index, NEW.contract, NEW.is_token, NEW.from_address, NEW.to_address, NEW.units) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'evidence of a payout stays as it is' USING ERRCODE = '42501';
END
$$;
CREATE OR REPLACE TRIGGER keep_evidence BEFORE UPDATE ON public.payout_transactions FOR EACH ROW EXECUTE FUNCTION ledger.keep_payout_evidence();
CREATE OR REPLACE TRIGGER keep_evidence BEFORE UPDATE ON public.payout_logs FOR EACH ROW EXECUTE FUNCTION ledger.keep_payout_evidence();

CREATE OR REPLACE TRIGGER append_only BEFORE DELETE ON ledger.payouts FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.payouts EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON ledger.payout_events FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON ledger.payout_events EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER append_only BEFORE DELETE ON public.payout_logs FOR EACH ROW EXECUTE FUNCTION ledger.forbid_change();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON public.payout_logs EXECUTE FUNCTION ledger.forbid_change();

-- Writes the history of a payout, the audit log, and the notice to the member. A finding is for
-- administrators alone.
CREATE OR REPLACE FUNCTION ledger.note_payout(
  p ledger.payouts, p_action text, p_actor uuid, p_hash text, p_detail text, p_from text DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event uuid;
BEGIN
  INSERT INTO ledger.payout_events (user_id, request_id, action, actor_id, hash, detail)
  VALUES (p.user_id, p.request_id, p_action, p_actor, p_hash, p_detail) RETURNING id INTO event;
  INSERT INTO public.audit_events (actor_id, action, subject_id, ip_address, detail)
  VALUES (p_actor, 'payout_' || p_action, p.user_id, p_from,
          jsonb_strip_nulls(jsonb_build_object(
            'requestId', p.request_id, 'usdt', trim_scale(p.usdt_amount)::text, 'address', p.wallet_address, 'hash', p_hash,
            'reason', CASE WHEN p_action = 'failed' THEN p_detail END, 'finding', CASE WHEN p_action = 'flagged' THEN p_detail END,
            'before', CASE WHEN p_action = 'corrected' THEN jsonb_build_object('hash', p_detail) END,
            'after', CASE WHEN p_action = 'corrected' THEN jsonb_build_object('hash', p_hash) END)));
  IF p_action <> 'flagged' THEN PERFORM ledger.notify(p.user_id, 'payout_' || p_action, p.user_id, p.request_id, event); END IF;
END
$$;

-- True for the form of an address of the network. A payment to any other address cannot be looked for there.
CREATE OR REPLACE FUNCTION ledger.is_tron_address(p_address text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN p_address ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$';
END
$$;

-- Finds the log that pays p: the exact base units of the token to its address. The first one that pays no other request.
CREATE OR REPLACE FUNCTION ledger.paying_log(p ledger.payouts, p_hash text) RETURNS public.payout_logs LANGUAGE plpgsql STABLE AS $$
DECLARE
  l public.payout_logs;
BEGIN
  SELECT * INTO l FROM public.payout_logs o
   WHERE o.hash = p_hash AND o.is_token AND o.to_address = p.wallet_address AND o.units = p.usdt_amount * 1000000
     AND o.pays IS NULL ORDER BY o.log_index LIMIT 1;
  RETURN l;
END
$$;

-- Says why a final transaction does not pay p, with the base units of the transfer that comes closest.
CREATE OR REPLACE FUNCTION ledger.payout_fault(p ledger.payouts, t public.payout_transactions, OUT finding text, OUT units numeric)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  wanted numeric := p.usdt_amount * 1000000;
BEGIN
  IF t.outcome = 'failed' THEN
    finding := 'failed_on_chain';
    RETURN;
  END IF;
  SELECT CASE WHEN o.is_token AND o.to_address = p.wallet_address AND o.units = wanted THEN 'log_used'
              WHEN o.is_token AND o.to_address = p.wallet_address THEN CASE WHEN o.units < wanted THEN 'too_little' ELSE 'too_much' END
              WHEN o.to_address = p.wallet_address THEN 'other_token' ELSE 'wrong_address' END, o.units
    INTO finding, units
    FROM public.payout_logs o
   WHERE o.hash = t.hash AND (o.to_address = p.wallet_address OR o.is_token AND o.units = wanted)
   ORDER BY o.is_token AND o.to_address = p.wallet_address AND o.pays IS NULL DESC, o.is_token AND o.to_address = p.wallet_address DESC,
            o.to_address = p.wallet_address DESC, o.log_index LIMIT 1;
  finding := coalesce(finding, 'no_transfer');
END
$$;

-- Compares the payouts of a transaction with its final logs, and returns those that changed. The evidence alone decides, so the
-- function has no caller. A block from an hour before the request cannot pay it; clocks may differ by less.
CREATE OR REPLACE FUNCTION ledger.match_payouts(p_hash text) RETURNS TABLE (user_id uuid, request_id uuid, state text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  t payout_transactions;
  p payouts;
  l payout_logs;
  fault text;
  found numeric;
  made timestamptz;
  moment timestamptz := now();
BEGIN
  SELECT * INTO t FROM payout_transactions q WHERE q.hash = p_hash FOR NO KEY UPDATE;
  IF t.outcome IS NULL THEN RETURN; END IF;
  FOR p IN
    SELECT q.* FROM payouts q
     WHERE q.state IN ('to_pay', 'sent', 'cancelled') AND q.finding IS NULL AND is_tron_address(q.wallet_address)
       AND (q.hash = p_hash OR (q.user_id, q.request_id) IN (SELECT e.user_id, e.request_id FROM payout_events e WHERE e.hash = p_hash))
     ORDER BY q.user_id, q.request_id FOR NO KEY UPDATE
  LOOP
    made := (SELECT r.created_at FROM requests r WHERE r.user_id = p.user_id AND r.id = p.request_id);
    l := CASE WHEN t.block_time >= made - interval '1 hour' THEN paying_log(p, p_hash) END;
    IF p.hash IS DISTINCT FROM p_hash THEN
      -- A transaction that was taken back, or replaced by another one, has paid after all.
      CONTINUE WHEN l.hash IS NULL;
      fault := 'paid_after_all';
      found := l.units;
    ELSIF l.hash IS NOT NULL THEN
      UPDATE payout_logs o SET pays = p.request_id WHERE o.hash = l.hash AND o.log_index = l.log_index;
      UPDATE payouts q SET state = 'confirmed', since = moment WHERE q.user_id = p.user_id AND q.request_id = p.request_id;
      PERFORM note_payout(p, 'confirmed', NULL, p_hash, NULL);
      RETURN QUERY SELECT p.user_id, p.request_id, 'confirmed'::text;
      CONTINUE;
    ELSE
      SELECT f.finding, f.units INTO fault, found FROM payout_fault(p, t) f;
      IF fault = 'log_used' AND t.block_time < made - interval '1 hour' THEN fault := 'before_request'; END IF;
    END IF;
    UPDATE payouts q SET finding = fault, found_units = found WHERE q.user_id = p.user_id AND q.request_id = p.request_id;
    PERFORM note_payout(p, 'flagged', NULL, p_hash, fault);
    RETURN QUERY SELECT p.user_id, p.request_id, p.state;
  END LOOP;
END
$$;

-- Lets the chain be asked for a transaction that was recorded. A new question is due at once. So is one that had no answer for long.
CREATE OR REPLACE FUNCTION ledger.ask_about(p_hash text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.payout_transactions (hash) VALUES (p_hash) ON CONFLICT (hash) DO NOTHING;
  UPDATE public.payout_transactions t SET due_at = least(t.due_at, now()), attempts = 0 WHERE t.hash = p_hash AND t.outcome IS NULL;
END
$$;

-- Notes that a payout was sent by p_hash, or corrects the hash p_replaces. Returns "unchanged" for what is on record already.
-- p_address: the address that the caller has seen; NULL if a list names the request by its number alone.
CREATE OR REPLACE FUNCTION ledger.note_sent(
  p_actor uuid, p_user uuid, p_request uuid, p_address text, p_hash text, p_replaces text DEFAULT NULL, p_from text DEFAULT NULL
) RETURNS text LANGUAGE plpgsql SET search_path = ledger, public, pg_temp AS $$
DECLARE
  v_hash text := comparable_hash(p_hash);
  p payouts;
  moment timestamptz := now();
BEGIN
  IF (v_hash ~ '^[0-9a-f]{64}$') IS NOT TRUE THEN PERFORM refuse('payout_hash_not_valid'); END IF;
  IF p_actor = p_user THEN PERFORM refuse('forbidden'); END IF;
  SELECT * INTO p FROM payouts q WHERE q.user_id = p_user AND q.request_id = p_request FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM refuse('not_found'); END IF;
  IF p_address <> p.wallet_address THEN PERFORM refuse('payout_address_differs'); END IF;
  IF p.state = 'untracked' THEN PERFORM refuse('payout_not_tracked'); END IF;
  IF p.state = 'cancelled' THEN PERFORM refuse('payout_cancelled'); END IF;
  IF p.hash = v_hash THEN RETURN 'unchanged'; END IF;
  IF p.state = 'confirmed' THEN PERFORM refuse('payout_confirmed_already'); END IF;
  IF p.hash IS DISTINCT FROM comparable_hash(p_replaces) THEN PERFORM refuse('payout_changed'); END IF;
  PERFORM ask_about(v_hash);
  UPDATE payouts q SET state = 'sent', since = moment, hash = v_hash, finding = NULL, found_units = NULL
   WHERE q.user_id = p_user AND q.request_id = p_request;
  PERFORM note_payout(p, CASE WHEN p.state = 'sent' THEN 'corrected' ELSE 'sent' END, p_actor, v_hash, p.hash, p_from);
  -- The chain may have shown this transaction, or an earlier one of this payout, before.
  PERFORM match_payouts(h.hash)
     FROM (SELECT DISTINCT e.hash FROM payout_events e WHERE e.user_id = p_user AND e.request_id = p_request ORDER BY 1) h;
  RETURN 'recorded';
END
$$;

-- Notes that a payment did not reach its address. The withdrawal is to be paid again, and its history stays.
CREATE OR REPLACE FUNCTION ledger.note_failed(
  p_actor uuid, p_user uuid, p_request uuid, p_hash text, p_reason text, p_from text DEFAULT NULL
) RETURNS void LANGUAGE plpgsql SET search_path = ledger, public, pg_temp AS $$
DECLARE
  p payouts;
  moment timestamptz := now();
BEGIN
  IF coalesce(trim(p_reason), '') = '' OR length(p_reason) > 500 THEN PERFORM refuse('invalid_request'); END IF;
  IF p_actor = p_user THEN PERFORM refuse('forbidden'); END IF;
  SELECT * INTO p FROM payouts q WHERE q.user_id = p_user AND q.request_id = p_request FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM refuse('not_found'); END IF;
  IF p.state = 'confirmed' THEN PERFORM refuse('payout_confirmed_already'); END IF;
  IF p.state <> 'sent' OR p.hash <> comparable_hash(p_hash) THEN PERFORM refuse('payout_changed'); END IF;
  UPDATE payouts q SET state = 'to_pay', since = moment, hash = NULL, finding = NULL, found_units = NULL, failures = q.failures + 1,
                       failure = p_reason
   WHERE q.user_id = p_user AND q.request_id = p_request;
  PERFORM note_payout(p, 'failed', p_actor, p.hash, p_reason, p_from);
END
$$;

-- Finds the payout that a line of a list names: by the number of the request, or by the address if one payment to it is due.
CREATE OR REPLACE FUNCTION ledger.find_payout(p_number bigint, p_address text, p_hash text, OUT user_id uuid, OUT request_id uuid)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
  IF p_number IS NOT NULL THEN
    SELECT r.user_id, r.id INTO user_id, request_id FROM ledger.requests r WHERE r.number = p_number AND r.kind = 'withdrawal';
    RETURN;
  END IF;
  -- The same list may be pasted again.
  SELECT q.user_id, q.request_id INTO user_id, request_id FROM ledger.payouts q
   WHERE q.wallet_address = p_address AND q.state IN ('to_pay', 'sent') AND q.hash = ledger.comparable_hash(p_hash)
   ORDER BY q.since, q.request_id LIMIT 1;
  IF request_id IS NOT NULL THEN RETURN; END IF;
  SELECT q.user_id, q.request_id INTO user_id, request_id FROM ledger.payouts q
   WHERE q.wallet_address = p_address AND q.state = 'to_pay' LIMIT 1;
  IF (SELECT count(*) FROM (SELECT FROM ledger.payouts q WHERE q.wallet_address = p_address AND q.state = 'to_pay' LIMIT 2) n) > 1 THEN
    PERFORM ledger.refuse('payout_ambiguous');
  END IF;
END
$$;

-- For an owner or approver: records the hashes of a list. Each line is judged alone, and a line that is refused keeps no other one
-- from being recorded. A line has the number of a request or an address, a hash, and the hash that it replaces.
CREATE OR REPLACE FUNCTION ledger.record_payouts(p_token text, p_from text, p_lines jsonb)
RETURNS TABLE (line bigint, outcome text, user_id uuid, request_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  duties constant text[] := '{owner, approver}';
  caller record;
  o record;
BEGIN
  caller := find_session(p_token);
  PERFORM judge_administrator(caller.user_id, duties);
  -- Two lists meet the payouts that both name in the same order. The members' boxes of notices are taken in ascending order.
  FOR o IN
    SELECT e.place, e.entry ->> 'hash' AS hash, e.entry ->> 'address' AS address, (e.entry ->> 'number')::bigint AS number,
           e.entry ->> 'replaces' AS replaces
      FROM jsonb_array_elements(p_lines) WITH ORDINALITY e (entry, place)
     ORDER BY coalesce(
                (SELECT r.user_id FROM requests r WHERE r.number = (e.entry ->> 'number')::bigint),
                (SELECT q.user_id FROM payouts q WHERE q.wallet_address = e.entry ->> 'address' AND q.state IN ('to_pay', 'sent')
                  ORDER BY q.user_id LIMIT 1)), number, address, place
  LOOP
    line := o.place;
    user_id := NULL;
    request_id := NULL;
    BEGIN
      SELECT f.user_id, f.request_id INTO user_id, request_id FROM find_payout(o.number, o.address, o.hash) f;
      IF request_id IS NULL THEN PERFORM refuse('payout_unknown'); END IF;
      outcome := note_sent(caller.user_id, user_id, request_id, o.address, o.hash, o.replaces, p_from);
    EXCEPTION WHEN SQLSTATE 'ET001' THEN
      GET STACKED DIAGNOSTICS outcome = CONSTRAINT_NAME;
    END;
    RETURN NEXT;
  END LOOP;
  PERFORM judge_caller(caller.user_id, caller.session_id, 'admin', p_duties => duties);
END
$$;

-- For an owner or approver: notes that the payment by p_hash failed.
CREATE OR REPLACE FUNCTION ledger.fail_payout(p_token text, p_from text, p_user uuid, p_request uuid, p_hash text, p_reason text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  duties constant text[] := '{owner, approver}';
  caller record;
BEGIN
  caller := find_session(p_token);
  PERFORM judge_administrator(caller.user_id, duties);
  PERFORM note_failed(caller.user_id, p_user, p_request, p_hash, p_reason, p_from);
  PERFORM judge_caller(caller.user_id, caller.session_id, 'admin', p_duties => duties);
END
$$;
