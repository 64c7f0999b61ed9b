-- Purchases that the policy approves, where the settings want that: of little worth, without any doubt, and paid to the last digit by
-- one final transfer that no other purchase can claim. Time and evidence decide, so the functions have no caller to judge. Everything
-- that a person would have to look at stays for a person.

-- True if another buy, open or decided, has the file or the transaction hash of this one.
CREATE OR REPLACE FUNCTION ledger.shares_proof(r ledger.requests) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  own public.uploads;
BEGIN
  IF EXISTS (SELECT FROM ledger.earlier_uses(r.user_id, r.id)) THEN RETURN true; END IF;
  IF EXISTS (SELECT FROM ledger.requests q
              WHERE q.transaction_hash IS NOT NULL AND ledger.comparable_hash(q.transaction_hash) = ledger.comparable_hash(r.transaction_hash)
                AND q.id <> r.id) THEN
    RETURN true;
  END IF;
  SELECT * INTO own FROM public.uploads u WHERE u.user_id = r.user_id AND u.id = r.upload_id;
  RETURN EXISTS (SELECT FROM public.uploads u JOIN ledger.requests q ON q.user_id = u.user_id AND q.upload_id = u.id AND q.kind = r.kind
                  WHERE u.sha256 = own.sha256 AND u.id <> own.id)
      OR EXISTS (SELECT FROM public.uploads u JOIN ledger.requests q ON q.user_id = u.user_id AND q.upload_id = u.id AND q.kind = r.kind
                  WHERE u.original_sha256 = own.original_sha256 AND u.id <> own.id)
      OR EXISTS (SELECT FROM public.uploads u JOIN ledger.slip_requests s ON s.user_id = u.user_id AND s.former_upload_id = u.id
                  WHERE u.sha256 = own.sha256)
      OR EXISTS (SELECT FROM public.uploads u JOIN ledger.slip_requests s ON s.user_id = u.user_id AND s.former_upload_id = u.id
                  WHERE u.original_sha256 = own.original_sha256);
END
$$;

-- Returns the name of the one transfer for which the policy may approve this buy, or NULL. The buy needs a tail beside the strength:
-- without one, a payment that a member makes before asking could be for any member who asks first. A second exact transfer, a sender
-- of other members, another claimant and another hash than the named one are for a person.
CREATE OR REPLACE FUNCTION ledger.automatic_transfer(r ledger.requests) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  exact record;
BEGIN
  -- A person has doubted a slip that was asked for again, so a person decides.
  IF r.slip_asked_at IS NOT NULL OR r.slip_revision > 0 OR r.usdt_tail IS NULL OR r.upload_id IS NULL OR r.usdt_rate_is_fallback OR r.first_approved_at IS NOT NULL
     OR r.created_at < now() - make_interval(days => (SELECT s.buy_request_days FROM public.settings s)) THEN
    RETURN NULL;
  END IF;
  SELECT count(*) AS n, min(e.transaction_hash) AS hash, min(e.log_index) AS log_index,
         bool_and(e.strength IN ('A', 'B') AND e.is_right_address AND e.timing = 'in_time' AND e.sender IN ('own', 'unknown')
                  AND e.named_by_others = 0 AND e.same_amount_open = 0 AND (e.is_named OR r.transaction_hash IS NULL)) AS is_clear
    INTO exact FROM ledger.deposit_evidence(r.user_id, r.id) e WHERE e.amount = 'exact' AND e.used IS NULL;
  IF exact.n <> 1 OR exact.is_clear IS NOT TRUE OR NOT EXISTS (
       SELECT FROM public.chain_transfers t JOIN public.settings s ON s.token_contract = t.contract
        WHERE t.transaction_hash = exact.hash AND t.log_index = exact.log_index) THEN
    RETURN NULL;
  END IF;
  IF NOT EXISTS (SELECT FROM public.profiles p WHERE p.id = r.user_id AND p.role = 'user' AND p.status = 'Active')
     OR EXISTS (SELECT FROM public.member_stops m WHERE m.user_id = r.user_id AND m.lifted_at IS NULL)
     OR (ledger.hold_of(r.user_id)).held_until IS NOT NULL OR ledger.shares_proof(r) THEN
    RETURN NULL;
  END IF;
  RETURN exact.hash || ':' || exact.log_index;
END
$$;

-- Returns the worth that the policy has approved in the last 24 hours.
CREATE OR REPLACE FUNCTION ledger.automatic_worth() RETURNS numeric LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(sum(a.worth_usd), 0) FROM ledger.automatic_approvals a WHERE a.created_at > now() - interval '24 hours');
END
$$;

-- True if the policy may decide this worth: within its own limits, and where no rule asks for a second administrator or holds
-- the request. The rules count the policy as an administrator of its own.
CREATE OR REPLACE FUNCTION ledger.is_within_policy(r ledger.requests, p_worth numeric, s public.settings) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
DECLARE
  rules record := ledger.judge_worth(NULL, r.user_id, ledger.policy_subject(r.kind), p_worth);
BEGIN
  RETURN p_worth <= s.automatic_approval_usd AND ledger.automatic_worth() + p_worth <= s.automatic_approval_day_usd
         AND NOT rules.needs_second AND coalesce(r.created_at + make_interval(hours => rules.hold_hours) <= now(), true);
END
$$;

-- Approves one buy for the policy, and returns it. Returns NULLs if there is none. The share of the settings' row lets a stop
-- wait for an approval under way, and none follows a stop. A buy that a decision has locked is left to the decision.
-- p_after: the id of a buy that the caller passes over, with all before it. NULL for none.
CREATE OR REPLACE FUNCTION ledger.approve_by_policy(p_after uuid DEFAULT NULL, OUT user_id uuid, OUT request_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  limits settings;
  candidate record;
  r requests;
  transfer text;
  worth numeric;
BEGIN
  IF NOT EXISTS (SELECT FROM settings s WHERE s.automatic_approval = 'on') THEN RETURN; END IF;
  FOR candidate IN
    SELECT q.user_id, q.id FROM requests q
     WHERE q.status = 'pending' AND q.usdt_tail IS NOT NULL AND q.id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
       AND EXISTS (SELECT FROM chain_transfers t WHERE t.units = q.usdt_amount * 1000000)
     ORDER BY q.id
  LOOP
    SELECT * INTO r FROM requests q WHERE q.user_id = candidate.user_id AND q.id = candidate.id AND q.status = 'pending'
       FOR NO KEY UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    transfer := automatic_transfer(r);
    CONTINUE WHEN transfer IS NULL;
    worth := worth_of(r);
    SELECT * INTO limits FROM settings s;
    CONTINUE WHEN NOT is_within_policy(r, worth, limits);
    PERFORM lock_sums(NULL, r.user_id, policy_subject(r.kind));
    SELECT * INTO limits FROM settings s FOR SHARE;
    IF limits.automatic_approval <> 'on' THEN RETURN; END IF;
    worth := worth_of(r);
    CONTINUE WHEN NOT is_within_policy(r, worth, limits);
    BEGIN
      PERFORM settle_by_policy(r, transfer, worth, limits);
    EXCEPTION WHEN SQLSTATE 'ET001' OR unique_violation THEN
      -- Another decision was faster and has used the transfer, the file or the hash.
      CONTINUE;
    END;
    user_id := r.user_id;
    request_id := r.id;
    RETURN;
  END LOOP;
END
$$;

-- Approves a buy that was judged, with everything that an approval by a person does.
CREATE OR REPLACE FUNCTION ledger.settle_by_policy(r ledger.requests, p_transfer text, p_worth numeric, p_limits public.settings) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  payment record := ledger.judge_payment(r.user_id, r.id, ARRAY[p_transfer], false);
  earlier_package constant uuid := (SELECT p.package_id FROM public.profiles p WHERE p.id = r.user_id);
  reward numeric;
BEGIN
  UPDATE ledger.requests q
     SET status = 'approved', decided_at = now(), updated_at = now(), received_units = payment.received_units,
         earlier_package_id = CASE WHEN q.package_id IS NOT NULL THEN earlier_package END
   WHERE q.user_id = r.user_id AND q.id = r.id AND q.status = 'pending'
  RETURNING q.* INTO STRICT r;
  PERFORM ledger.claim_proofs(NULL, r, NULL, NULL);
  PERFORM ledger.allocate(r.user_id, r.id, ARRAY[p_transfer]);
  reward := ledger.credit_buy(r);
  INSERT INTO ledger.automatic_approvals (user_id, request_id, worth_usd, limit_usd, day_limit_usd)
  VALUES (r.user_id, r.id, p_worth, p_limits.automatic_approval_usd, p_limits.automatic_approval_day_usd);
  -- A new key, so that no call of the member can have used it before.
  INSERT INTO ledger.commands (user_id, key, fingerprint, operation, kind, subject_id, request_id, coins, bonus_coins, reward_coins, usd)
  VALUES (r.user_id, uuidv7(), '\x', 'approve', r.kind, r.user_id, r.id, r.amount_coins, r.bonus_coins, reward, r.amount_usd);
  INSERT INTO public.audit_events (action, subject_id, detail)
  VALUES ('request_approved_by_policy', r.user_id, jsonb_build_object(
            'kind', r.kind, 'coins', trim_scale(r.amount_coins)::text, 'before', jsonb_build_object('status', 'pending'),
            'after', jsonb_build_object('status', 'approved'), 'requestId', r.id, 'transfers', jsonb_build_array(p_transfer),
            'receivedUsdt', trim_scale(r.received_units * 0.000001)::text, 'worthUsd', trim_scale(p_worth)::text));
  PERFORM ledger.notify_decided(r, reward);
END
$$;

-- Stops the policy at once, for an owner or approver alone. Starting it again is a change of the settings.
CREATE OR REPLACE FUNCTION ledger.stop_automatic_approval(p_token text, p_address text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  duties constant text[] := '{owner, approver}';
  caller record;
  stopped boolean;
BEGIN
  caller := find_session(p_token);
  PERFORM judge_administrator(caller.user_id, duties);
  PERFORM lock_changes();
  UPDATE settings s SET automatic_approval = 'off', revision = s.revision + 1, updated_at = now() WHERE s.automatic_approval = 'on';
  stopped := FOUND;
  IF stopped THEN
    -- A change that waits was proposed before the stop, so it starts nothing after it.
    WITH declined AS (
      UPDATE proposed_changes c SET status = 'declined', closed_by = caller.user_id, closed_at = now()
       WHERE c.status = 'waiting' AND c.kind = 'settings' AND c.after ? 'automatic_approval' RETURNING c.*)
    INSERT INTO audit_events (actor_id, action, ip_address, detail)
    SELECT caller.user_id, 'change_declined', p_address, jsonb_build_object('kind', d.kind, 'before', d.before, 'after', d.after) FROM declined d;
    INSERT INTO audit_events (actor_id, action, ip_address, detail)
    VALUES (caller.user_id, 'automatic_approval_stopped', p_address,
            '{"before": {"automatic_approval": "on"}, "after": {"automatic_approval": "off"}}');
  END IF;
  PERFORM judge_caller(caller.user_id, caller.session_id, 'admin', p_duties => duties);
  RETURN stopped;
END
$$;
