-- The calls about requests. Each is one statement, which is one transaction, and returns the request as the lists do.

-- Takes an attempt from a bucket as server/platform/rate-limits/buckets.ts does. Returns the seconds to wait, or NULL for a successful take.
CREATE OR REPLACE FUNCTION ledger.try_attempt(p_bucket bytea, p_at_once integer, p_refill interval) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.rate_limits AS l (key, full_at) VALUES (p_bucket, clock_timestamp() + p_refill)
  ON CONFLICT (key) DO UPDATE SET full_at = greatest(l.full_at, clock_timestamp()) + p_refill
   WHERE l.full_at <= clock_timestamp() + p_refill * (p_at_once - 1);
  IF FOUND THEN RETURN NULL; END IF;
  RETURN (SELECT greatest(1, ceil(extract(epoch FROM l.full_at - clock_timestamp() - p_refill * (p_at_once - 1))))
            FROM public.rate_limits l WHERE l.key = p_bucket);
END
$$;

-- Takes an attempt, or refuses with the seconds to wait.
CREATE OR REPLACE FUNCTION ledger.take_attempt(p_bucket bytea, p_at_once integer, p_refill interval) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  wait constant integer := ledger.try_attempt(p_bucket, p_at_once, p_refill);
BEGIN
  IF wait IS NOT NULL THEN PERFORM ledger.refuse('too_many_requests', wait::text); END IF;
END
$$;

-- Returns the other member for whom the new state of a request changes a balance or a friend's step: the recipient who got coins, or the
-- referrer who got a reward or sees that the friend has bought nothing yet. NULL if there is none.
CREATE OR REPLACE FUNCTION ledger.concerned(p_user uuid, p_request uuid) RETURNS uuid LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT CASE WHEN r.recipient_id IS NOT NULL THEN CASE WHEN r.status = 'approved' THEN r.recipient_id END
                WHEN r.package_id IS NOT NULL AND p.referred_by_id IS NOT NULL
                     AND (NOT p.first_purchase_done
                          OR EXISTS (SELECT FROM ledger.movements m
                                      WHERE m.user_id = r.user_id AND m.request_id = r.id AND m.leg = 'referral')) THEN p.referred_by_id END
      FROM ledger.requests r JOIN public.profiles p ON p.id = r.user_id WHERE r.user_id = p_user AND r.id = p_request);
END
$$;

-- Submits a request.
--   p_is_mailed: true to queue a mail about it to the owner of the account. A server writes the mail after the commit.
--   p_bucket, p_at_once, p_refill: the limit of which the call takes an attempt; NULL for a call that is counted elsewhere.
--   p_address, p_network, p_fault: of a withdrawal the address and the network that the server has judged, and the code for which they
--   are refused, or NULL. If either is another one by now, the call fails as after a conflict, and the server judges again. Without a
--   network nothing is compared.
-- With a limit, a refusal undoes all but the attempt. So it is returned in place of the request: the fields of the error that another
-- call gets.
CREATE FUNCTION ledger.make_request(
  p_token text, p_from text, p_agent text, p_key uuid, p_kind text, p_coins numeric, p_package uuid, p_recipient text, p_upload uuid,
  p_usdt_rate numeric, p_usdt_rate_is_fallback boolean, p_transaction_hash text, p_quote text, p_has_fallback_address boolean,
  p_is_mailed boolean DEFAULT false, p_bucket bytea DEFAULT NULL, p_at_once integer DEFAULT NULL, p_refill interval DEFAULT NULL,
  p_address text DEFAULT NULL, p_network text DEFAULT NULL, p_fault text DEFAULT NULL
) RETURNS TABLE (replayed boolean, request ledger.request_details, other uuid, refusal jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  done record;
  owner uuid;
  wallet text;
  state text;
  rule text;
  detail text;
BEGIN
  IF p_bucket IS NOT NULL THEN PERFORM take_attempt(p_bucket, p_at_once, p_refill); END IF;
  BEGIN
    done := submit_request(p_token, p_from, p_agent, p_key, p_kind, p_coins, p_package, p_recipient, p_upload, p_usdt_rate,
                           p_usdt_rate_is_fallback, p_transaction_hash, p_quote, p_has_fallback_address);
    owner := done.caller_id;
    IF NOT done.replayed THEN
      IF p_network IS NOT NULL THEN
        wallet := (SELECT r.wallet_address FROM requests r WHERE r.user_id = owner AND r.id = done.request_id);
      END IF;
      IF wallet IS NOT NULL THEN
        IF (wallet, (SELECT s.deposit_network FROM settings s)) IS DISTINCT FROM (p_address, p_network) THEN
          RAISE EXCEPTION 'the address or its network has changed since it was judged' USING ERRCODE = 'serialization_failure';
        END IF;
        IF p_fault IS NOT NULL THEN PERFORM refuse(p_fault, p_network); END IF;
      END IF;
      IF p_is_mailed THEN
        -- A change of the email waits for this lock, and then finds the mail; or it is over, and this call came after it.
        PERFORM FROM profiles p WHERE p.id = owner FOR KEY SHARE;
        INSERT INTO mail_outbox (owner_id, request_id) VALUES (owner, done.request_id);
      END IF;
    END IF;
  EXCEPTION WHEN SQLSTATE 'ET001' OR integrity_constraint_violation OR numeric_value_out_of_range THEN
    IF p_bucket IS NULL THEN RAISE; END IF;
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, rule = CONSTRAINT_NAME, detail = PG_EXCEPTION_DETAIL;
    RETURN QUERY SELECT NULL::boolean, NULL::request_details, NULL::uuid,
                        jsonb_build_object('code', state, 'constraint', rule, 'detail', detail);
    RETURN;
  END;
  RETURN QUERY
  SELECT done.replayed, d, concerned(owner, done.request_id), NULL::jsonb FROM request_details d WHERE d.user_id = owner AND d.id = done.request_id;
END
$$;

-- Takes a member's own pending request back. p_bucket, p_at_once and p_refill are those of make_request, and so is the refusal.
CREATE FUNCTION ledger.take_back(
  p_token text, p_from text, p_agent text, p_key uuid, p_request uuid, p_bucket bytea, p_at_once integer, p_refill interval
) RETURNS TABLE (replayed boolean, request ledger.request_details, other uuid, refusal jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  owner uuid;
  is_replayed boolean;
  state text;
  rule text;
  detail text;
BEGIN
  IF p_bucket IS NOT NULL THEN PERFORM take_attempt(p_bucket, p_at_once, p_refill); END IF;
  BEGIN
    owner := (SELECT f.user_id FROM find_session(p_token) f);
    is_replayed := cancel_request(p_token, p_from, p_agent, p_key, p_request);
  EXCEPTION WHEN SQLSTATE 'ET001' OR integrity_constraint_violation THEN
    IF p_bucket IS NULL THEN RAISE; END IF;
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, rule = CONSTRAINT_NAME, detail = PG_EXCEPTION_DETAIL;
    RETURN QUERY SELECT NULL::boolean, NULL::request_details, NULL::uuid,
                        jsonb_build_object('code', state, 'constraint', rule, 'detail', detail);
    RETURN;
  END;
  RETURN QUERY SELECT is_replayed, d, concerned(owner, p_request), NULL::jsonb FROM request_details d WHERE d.user_id = owner AND d.id = p_request;
END
$$;

-- True if a decision about a pending request needs a proof that the administrator is the caller: above the amount of the settings, alone or
-- with all that the administrator decided alone in 24 hours, and for an approval that another administrator begins or completes. The
-- worth is what is paid or what all its coins are worth, whichever is more.
CREATE OR REPLACE FUNCTION ledger.needs_proof(p_actor uuid, p_user uuid, p_request uuid, p_is_approval boolean) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM ledger.requests r CROSS JOIN public.settings s
     WHERE r.user_id = p_user AND r.id = p_request AND r.status = 'pending'
       AND (ledger.worth_of(r) > s.step_up_usd
            OR p_is_approval AND (ledger.worth_of(r) + ledger.recent_worth('by_administrator_24h', 'money', p_actor, NULL) > s.step_up_usd
                                  OR (ledger.approval_outlook(p_actor, r)).need IN ('second', 'delay', 'completes'))));
END
$$;

-- Refuses an approval that leaves a warning unread, and names all warnings.
CREATE OR REPLACE FUNCTION ledger.refuse_unread(p_warnings text[], p_acknowledged text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT p_warnings <@ p_acknowledged THEN PERFORM ledger.refuse('warning_unread', array_to_string(p_warnings, ' ')); END IF;
END
$$;

-- Refuses what the administrator can mend before all other reasons: a payment that was used before without a reason, and a missing proof.
CREATE OR REPLACE FUNCTION ledger.refuse_unready(
  p_actor uuid, p_user uuid, p_request uuid, p_is_approval boolean, p_reuse_reason text, p_is_proven boolean
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_is_approval AND p_reuse_reason IS NULL AND EXISTS (SELECT FROM ledger.earlier_uses(p_user, p_request)) THEN
    PERFORM ledger.refuse('payment_used_before');
  END IF;
  IF NOT p_is_proven AND ledger.needs_proof(p_actor, p_user, p_request, p_is_approval) THEN PERFORM ledger.refuse('step_up_required'); END IF;
END
$$;

-- Refuses a decision that was made without a proof and needed one after all, because another call was faster, or because it is a
-- rejection after many others, which the bucket counts. The decision holds the lock of the administrator's sum.
CREATE OR REPLACE FUNCTION ledger.refuse_unproven(
  p_actor uuid, p_user uuid, p_request uuid, p_is_approval boolean, p_bucket bytea, p_at_once integer, p_refill interval
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_is_approval THEN
    IF ledger.recent_worth('by_administrator_24h', 'money', p_actor, NULL) > (SELECT s.step_up_usd FROM public.settings s)
       OR EXISTS (SELECT FROM ledger.approvals a WHERE a.user_id = p_user AND a.request_id = p_request) THEN
      PERFORM ledger.refuse('step_up_required');
    END IF;
  ELSIF p_bucket IS NOT NULL AND ledger.try_attempt(p_bucket, p_at_once, p_refill) IS NOT NULL THEN
    PERFORM ledger.refuse('step_up_required');
  END IF;
END
$$;

-- Puts on record which warnings an administrator read before an approval.
CREATE OR REPLACE FUNCTION ledger.record_acknowledgement(p_actor uuid, p_user uuid, p_request uuid, p_from text, p_warnings text[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.audit_events (actor_id, action, subject_id, ip_address, detail)
  SELECT p_actor, w.action, p_user, p_from, jsonb_build_object('requestId', p_request, 'warnings', jsonb_agg(w.name ORDER BY w.place))
    FROM (SELECT u.name, u.place, CASE WHEN u.name LIKE 'wallet%' THEN 'wallet_warnings_acknowledged' ELSE 'warnings_acknowledged' END AS action
            FROM unnest(p_warnings) WITH ORDINALITY u (name, place)) w
   GROUP BY w.action ORDER BY min(w.place);
END
$$;

-- Approves or rejects a request for an administrator, as decide_request does, with all that goes with it: the warnings are those at the
-- moment when the approval takes effect, and a decision that needs a proof has one.
--   p_acknowledged: the warnings that the administrator has read. Others refuse the approval, and all are named then.
--   p_is_proven: true if the administrator has proven to be the caller. p_bucket, p_at_once, p_refill: the limit of rejections without it.
--   p_must_enrol: true if each administrator needs a second factor.
--   p_may_wait: true if the caller sends the mails about an approval that waits for a second administrator. Otherwise such an approval
--   fails with approval_waits, and nothing has changed.
--   p_address, p_is_mistyped: of a withdrawal the address that the server has judged, and true if its check sum is wrong. The approval of
--   another one fails with address_not_judged, which names it. The address of a request never changes.
CREATE FUNCTION ledger.make_decision(
  p_token text, p_from text, p_agent text, p_key uuid, p_user uuid, p_request uuid, p_decision text, p_notes text, p_transfers text[],
  p_is_part boolean, p_reuse_reason text, p_slip integer, p_acknowledged text[], p_is_proven boolean, p_bucket bytea, p_at_once integer,
  p_refill interval, p_must_enrol boolean, p_may_wait boolean, p_address text, p_is_mistyped boolean
) RETURNS TABLE (replayed boolean, request ledger.request_details, other uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  is_approval constant boolean := p_decision = 'approved';
  caller record;
  is_replayed boolean;
  r requests;
  warnings text[] := '{}';
BEGIN
  caller := find_session(p_token);
  SELECT * INTO r FROM requests q WHERE q.user_id = p_user AND q.id = p_request;
  IF r.status = 'pending' THEN
    IF is_approval AND r.wallet_address IS DISTINCT FROM p_address THEN
      RAISE EXCEPTION 'the server has not judged the address' USING ERRCODE = 'ET001', CONSTRAINT = 'address_not_judged', DETAIL = r.wallet_address;
    END IF;
    IF is_approval THEN PERFORM refuse_unread(approval_warnings(p_user, p_request, p_is_mistyped, p_transfers), p_acknowledged); END IF;
    PERFORM refuse_unready(caller.user_id, p_user, p_request, is_approval, p_reuse_reason, p_is_proven);
  END IF;
  is_replayed := decide_request(p_token, p_from, p_agent, p_key, p_user, p_request, p_decision, p_notes, p_transfers, p_is_part,
                                p_reuse_reason, p_slip);
  IF NOT is_replayed THEN
    -- A call that was faster, or a change of the account, may have made a warning or the need of a proof.
    IF is_approval THEN
      warnings := approval_warnings(p_user, p_request, p_is_mistyped, p_transfers);
      PERFORM refuse_unread(warnings, p_acknowledged);
    END IF;
    IF NOT p_is_proven THEN
      PERFORM refuse_unproven(caller.user_id, p_user, p_request, is_approval, p_bucket, p_at_once, p_refill);
    END IF;
    IF is_approval AND NOT p_may_wait AND EXISTS (SELECT FROM requests q WHERE q.user_id = p_user AND q.id = p_request AND q.status = 'pending') THEN
      RAISE EXCEPTION 'the approval waits for a second one' USING ERRCODE = 'ET001', CONSTRAINT = 'approval_waits';
    END IF;
    PERFORM record_acknowledgement(caller.user_id, p_user, p_request, p_from, warnings);
  END IF;
  -- The decision has judged the duty, and holds the session since.
  PERFORM judge_caller(caller.user_id, caller.session_id, 'admin', p_must_enrol);
  RETURN QUERY SELECT is_replayed, d, concerned(p_user, p_request) FROM request_details d WHERE d.user_id = p_user AND d.id = p_request;
END
$$;
