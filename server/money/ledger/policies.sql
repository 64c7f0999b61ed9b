-- The rules for decisions of great worth: when an approval or a correction needs a second administrator, or is held.
-- ledger.decide and ledger.adjust ask the functions that end in "_waits" once each; the others only compute.

CREATE OR REPLACE FUNCTION ledger.policy_subject(p_kind text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE p_kind WHEN 'buy' THEN 'deposit' ELSE p_kind END;
END
$$;

-- Takes the locks of the sums, so that parallel decisions count each other. They come after the claim and before the
-- accounts, always in this order. The locks of a member and of the platform are only taken where a rule sums them.
-- p_actor, here and below: NULL for the policy that approves by itself.
CREATE OR REPLACE FUNCTION ledger.lock_sums(p_actor uuid, p_member uuid, p_subject text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('worth by administrator'), hashtext(coalesce(p_actor::text, 'the policy')));
  IF EXISTS (SELECT FROM ledger.policies p WHERE p.scope = 'by_member_24h' AND p.subject IN (p_subject, 'money')) THEN
    PERFORM pg_advisory_xact_lock(hashtext('worth by member'), hashtext(p_member::text));
  END IF;
  IF EXISTS (SELECT FROM ledger.policies p WHERE p.scope = 'by_platform_24h' AND p.subject IN (p_subject, 'money')) THEN
    PERFORM pg_advisory_xact_lock(hashtext('worth by platform'), 0);
  END IF;
END
$$;

-- Adds a decision to the sums. p_is_alone: no second administrator was needed.
CREATE OR REPLACE FUNCTION ledger.note_worth(p_actor uuid, p_subject text, p_worth numeric, p_is_alone boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger.decided_worth AS d (administrator_id, hour, subject, alone_usd, all_usd)
  -- Not the time at which the transaction began: it may have waited for the locks of the sums until a later hour.
  VALUES (p_actor, date_trunc('hour', clock_timestamp()), p_subject, CASE WHEN p_is_alone THEN p_worth ELSE 0 END, p_worth)
  ON CONFLICT (administrator_id, hour, subject) DO UPDATE
     SET alone_usd = d.alone_usd + excluded.alone_usd, all_usd = d.all_usd + excluded.all_usd;
END
$$;

-- Returns the worth that was decided in the last 24 hours, as a rule sums it. Hours count as a whole, so the sum may hold
-- up to one hour more, and never less. A member's sum comes from the statement.
CREATE OR REPLACE FUNCTION ledger.recent_worth(p_scope text, p_subject text, p_actor uuid, p_member uuid) RETURNS numeric
LANGUAGE plpgsql STABLE AS $$
BEGIN
  CASE p_scope
  WHEN 'by_administrator_24h' THEN
    IF p_actor IS NULL THEN RETURN ledger.automatic_worth(); END IF;
    RETURN (SELECT coalesce(sum(d.alone_usd), 0) FROM ledger.decided_worth d
             WHERE d.administrator_id = p_actor AND d.hour > now() - interval '25 hours' AND p_subject IN (d.subject, 'money'));
  WHEN 'by_platform_24h' THEN
    RETURN (SELECT coalesce(sum(d.all_usd), 0) FROM ledger.decided_worth d
             WHERE d.administrator_id IN (SELECT p.id FROM public.profiles p WHERE p.role = 'admin')
               AND d.hour > now() - interval '25 hours' AND p_subject IN (d.subject, 'money'))
           + CASE WHEN p_subject IN ('deposit', 'money') THEN ledger.automatic_worth() ELSE 0 END;
  WHEN 'by_member_24h' THEN
    RETURN (SELECT coalesce(sum(ledger.worth(CASE WHEN l.type = 'BUY' THEN coalesce(r.credited_usd, r.amount_usd) END, abs(l.available_delta + l.locked_delta), l.rate)), 0)
              FROM ledger.lines l
              JOIN ledger.movements m ON m.user_id = l.movement_user_id AND m.id = l.movement_id
              LEFT JOIN ledger.requests r ON r.user_id = m.user_id AND r.id = m.request_id
             WHERE l.user_id = p_member AND l.created_at > now() - interval '24 hours' AND p_subject IN (
                   CASE WHEN l.type IN ('BUY', 'BONUS') THEN 'deposit' WHEN l.type = 'WITHDRAWAL' THEN 'withdrawal'
                        WHEN l.type = 'TRANSFER_OUT' THEN 'transfer' WHEN l.type IN ('ADJUSTMENT_IN', 'ADJUSTMENT_OUT', 'REVERSAL_IN', 'REVERSAL_OUT') THEN 'adjustment' END,
                   CASE WHEN l.type NOT IN ('TRANSFER_IN', 'REFERRAL_BONUS', 'DEBT_IN', 'DEBT_OUT') THEN 'money' END));
  END CASE;
END
$$;

-- Applies the rules to a decision of this worth at this moment. second_rule and hold_rule tell people why: the scope and the
-- worth of the first rule of each outcome, and the worth that it has summed before.
DROP FUNCTION IF EXISTS ledger.judge_worth(uuid, uuid, text, numeric);
CREATE FUNCTION ledger.judge_worth(
  p_actor uuid, p_member uuid, p_subject text, p_worth numeric,
  OUT needs_second boolean, OUT hold_hours integer, OUT second_rule jsonb, OUT hold_rule jsonb
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  rule ledger.policies;
  before numeric;
  told jsonb;
BEGIN
  needs_second := false;
  FOR rule IN SELECT * FROM ledger.policies p WHERE p.subject IN (p_subject, 'money') ORDER BY p.scope = 'single' DESC LOOP
    CONTINUE WHEN rule.outcome = 'second' AND needs_second;
    before := 0;
    IF rule.scope <> 'single' THEN before := ledger.recent_worth(rule.scope, rule.subject, p_actor, p_member); END IF;
    IF before + p_worth > rule.over_usd THEN
      needs_second := needs_second OR rule.outcome = 'second';
      told := jsonb_build_object('scope', rule.scope, 'over_usd', trim_scale(rule.over_usd)::text, 'before_usd', trim_scale(before)::text);
      IF rule.outcome = 'second' THEN second_rule := told; END IF;
      IF rule.hold_hours > coalesce(hold_hours, 0) THEN hold_rule := told; END IF;
      hold_hours := greatest(hold_hours, rule.hold_hours);
    END IF;
  END LOOP;
END
$$;

-- True if an approval of this request pays this person: the member, the recipient, or the buyer's referrer. A withdrawal or
-- transfer may also serve an administrator who gave the member another email, as server/accounts/email/email-change.sql says.
CREATE OR REPLACE FUNCTION ledger.is_beneficiary(p_person uuid, r ledger.requests) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN p_person = r.user_id OR p_person IS NOT DISTINCT FROM r.recipient_id
         OR r.kind = 'buy' AND EXISTS (SELECT FROM public.profiles p WHERE p.id = r.user_id AND p.referred_by_id = p_person)
         OR r.kind <> 'buy' AND public.has_changed_email(p_person, r.user_id);
END
$$;

-- True if this person can approve the request: an active owner or approver whom it does not pay.
CREATE OR REPLACE FUNCTION ledger.may_approve(p_person uuid, r ledger.requests) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
           SELECT FROM public.profiles p
            WHERE p.id = p_person AND p.role = 'admin' AND p.status = 'Active' AND p.duty IN ('owner', 'approver'))
         AND NOT ledger.is_beneficiary(p_person, r);
END
$$;

-- Returns the time that stands in for a second administrator where there is no other.
CREATE OR REPLACE FUNCTION ledger.lone_delay() RETURNS interval LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN interval '24 hours';
END
$$;

-- Returns the time from which an administrator without another one completes what they asked for at p_since. The delay begins
-- anew if another administrator lost a duty or was suspended later. Otherwise a person could ask, wait, and then suspend the
-- other one.
CREATE OR REPLACE FUNCTION ledger.lone_ready_at(p_actor uuid, p_since timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN greatest(p_since, (SELECT max(p.authority_lost_at) FROM public.profiles p WHERE p.role = 'admin' AND p.id <> p_actor))
         + ledger.lone_delay();
END
$$;

-- Refuses a further proposal of a person while so many wait that no owner looks at each of them.
CREATE OR REPLACE FUNCTION ledger.refuse_flood(p_actor uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM ledger.proposed_changes c
       WHERE c.proposer_id = p_actor AND c.status = 'waiting' AND c.created_at > now() - interval '7 days') >= 20 THEN
    PERFORM ledger.refuse('proposals_full');
  END IF;
END
$$;

-- Returns how an approval of a pending request by this administrator would go at this moment. need:
--   nothing    it would be decided at once
--   completes  it would be decided at once, because another administrator has approved it, or the delay is over
--   second     it would wait for a second administrator
--   delay      it would wait until ready_at, because there is no second administrator
--   given      this administrator has approved it, and it waits; ready_at says until when if there is no second one
--   held       a rule holds it until ready_at
-- rule names what a second administrator, the delay or the hold comes from.
-- ledger.approval_waits asks this function, so that a preview cannot differ from the decision.
DROP FUNCTION IF EXISTS ledger.approval_outlook(uuid, ledger.requests);
CREATE FUNCTION ledger.approval_outlook(
  p_actor uuid, r ledger.requests, OUT worth numeric, OUT need text, OUT ready_at timestamptz, OUT rule jsonb
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  deciding constant text[] := '{owner, approver}';
  rules record;
  other uuid;
  given_at timestamptz;
  has_other boolean;
BEGIN
  worth := ledger.worth_of(r);
  rules := ledger.judge_worth(p_actor, r.user_id, ledger.policy_subject(r.kind), worth);
  need := 'nothing';
  IF rules.hold_hours IS NOT NULL THEN
    ready_at := r.created_at + make_interval(hours => rules.hold_hours);
    IF ready_at > now() THEN
      need := 'held';
      rule := rules.hold_rule;
      RETURN;
    END IF;
    ready_at := NULL;
  END IF;
  -- An approval counts while its administrator could still give it.
  FOR other IN SELECT a.administrator_id FROM ledger.approvals a
                WHERE a.user_id = r.user_id AND a.request_id = r.id AND a.administrator_id <> p_actor LOOP
    IF ledger.may_approve(other, r) THEN
      need := 'completes';
      RETURN;
    END IF;
  END LOOP;
  IF NOT rules.needs_second THEN RETURN; END IF;
  rule := rules.second_rule;
  has_other := EXISTS (
    SELECT FROM public.profiles p WHERE p.role = 'admin' AND p.status = 'Active' AND p.duty = ANY (deciding) AND p.id <> p_actor
       AND NOT ledger.is_beneficiary(p.id, r));
  SELECT a.created_at INTO given_at FROM ledger.approvals a
   WHERE a.user_id = r.user_id AND a.request_id = r.id AND a.administrator_id = p_actor;
  IF NOT has_other THEN ready_at := ledger.lone_ready_at(p_actor, coalesce(given_at, now())); END IF;
  need := CASE WHEN given_at IS NOT NULL THEN CASE WHEN ready_at <= now() THEN 'completes' ELSE 'given' END
               WHEN has_other THEN 'second' ELSE 'delay' END;
END
$$;

-- Refuses to note a first approval of a request that no approval could settle at this moment.
DROP FUNCTION IF EXISTS ledger.refuse_hopeless(ledger.requests);
CREATE OR REPLACE FUNCTION ledger.refuse_hopeless(r ledger.requests, p_transfers text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF ledger.is_allocated(p_transfers) THEN PERFORM ledger.refuse('transfer_allocated_already'); END IF;
  IF r.kind = 'buy' AND r.upload_id IS NULL THEN PERFORM ledger.refuse('slip_missing'); END IF;
  IF r.kind <> 'buy' THEN
    PERFORM ledger.refuse_held(r.user_id);
    PERFORM ledger.refuse_indebted(r.user_id);
  END IF;
  IF r.kind = 'withdrawal' THEN
    PERFORM ledger.refuse_platform_address(r.wallet_address);
    PERFORM ledger.refuse_unusable_address(r.user_id, r.wallet_address);
  END IF;
  IF r.kind = 'transfer' AND NOT EXISTS (SELECT FROM public.profiles p WHERE p.id = r.recipient_id AND p.status = 'Active') THEN
    PERFORM ledger.refuse('recipient_not_active');
  END IF;
END
$$;

-- Applies the rules to an approval, under the request's lock. Returns NULL if the decision may go on; its worth is counted
-- then. Otherwise the approval is noted as the first of two, and the request stays pending: returns false, or true if
-- this very call had noted it before. A second administrator approves with the transfers of the first one.
DROP FUNCTION IF EXISTS ledger.approval_waits(uuid, uuid, bytea, uuid, uuid, text, text);
CREATE OR REPLACE FUNCTION ledger.approval_waits(
  p_actor uuid, p_key uuid, p_fingerprint bytea, p_user uuid, p_request uuid, p_notes text, p_address text,
  p_transfers text[], p_is_part boolean, p_reuse_reason text
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  r ledger.requests;
  subject text;
  outlook record;
  clock timestamptz;
  first uuid;
  is_same boolean := false;
BEGIN
  SELECT * INTO r FROM ledger.requests q WHERE q.user_id = p_user AND q.id = p_request AND q.status = 'pending' FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF EXISTS (SELECT FROM ledger.approvals a WHERE a.user_id = p_user AND a.request_id = p_request AND a.administrator_id = p_actor)
     AND (SELECT c.replayed FROM ledger.is_replay(p_actor, p_key, p_fingerprint) c) THEN
    RETURN true;
  END IF;
  IF ledger.is_beneficiary(p_actor, r) THEN PERFORM ledger.refuse('forbidden'); END IF;
  subject := ledger.policy_subject(r.kind);
  PERFORM ledger.lock_sums(p_actor, p_user, subject);
  outlook := ledger.approval_outlook(p_actor, r);
  CASE outlook.need
  WHEN 'nothing', 'completes' THEN
    IF outlook.need = 'completes' THEN
      -- Without another administrator, the first approval is one's own, and ready_at is its time.
      FOR first IN SELECT a.administrator_id FROM ledger.approvals a
                    WHERE a.user_id = p_user AND a.request_id = p_request AND a.transfers = p_transfers AND a.is_part = p_is_part LOOP
        IF outlook.ready_at IS NULL THEN
          is_same := is_same OR first <> p_actor AND ledger.may_approve(first, r);
        ELSE
          is_same := is_same OR first = p_actor;
        END IF;
      END LOOP;
      IF is_same IS NOT TRUE THEN PERFORM ledger.refuse('approval_differs'); END IF;
    END IF;
    PERFORM ledger.note_worth(p_actor, subject, outlook.worth, outlook.need = 'nothing');
    RETURN NULL;
  WHEN 'held' THEN
    PERFORM ledger.refuse('held_by_policy', to_char(outlook.ready_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'));
  WHEN 'given' THEN
    PERFORM ledger.refuse('approval_given_already');
  WHEN 'second', 'delay' THEN
    PERFORM ledger.refuse_hopeless(r, p_transfers);
    PERFORM ledger.judge_reuse(p_actor, r, p_reuse_reason, p_address);
  END CASE;
  INSERT INTO ledger.commands (user_id, key, fingerprint, operation, kind, subject_id, request_id)
  VALUES (p_actor, p_key, p_fingerprint, 'propose', r.kind, p_user, p_request);
  INSERT INTO ledger.approvals (user_id, request_id, administrator_id, notes, transfers, is_part)
  VALUES (p_user, p_request, p_actor, p_notes, p_transfers, p_is_part);
  -- The member is no longer asked for another slip, as both administrators approve the same one.
  clock := r.clock_from;
  IF r.slip_asked_at IS NOT NULL THEN clock := coalesce(r.clock_from, r.created_at) + (now() - r.slip_asked_at); END IF;
  UPDATE ledger.requests q
     SET first_approved_at = now(), slip_asked_at = NULL, clock_from = clock
   WHERE q.user_id = p_user AND q.id = p_request AND q.first_approved_at IS NULL;
  INSERT INTO public.audit_events (actor_id, action, subject_id, ip_address, detail)
  VALUES (p_actor, 'approval_given', p_user, p_address, jsonb_strip_nulls(jsonb_build_object(
            'kind', r.kind, 'coins', trim_scale(r.amount_coins)::text, 'worthUsd', trim_scale(outlook.worth)::text, 'notes', p_notes,
            'requestId', p_request)));
  RETURN false;
END
$$;

-- Refuses to propose a correction that could not be made at this moment.
CREATE OR REPLACE FUNCTION ledger.refuse_hopeless_adjustment(p_user uuid, p_coins numeric, p_reverses uuid) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF ledger.is_closed(p_user) THEN PERFORM ledger.refuse('account_closed'); END IF;
  PERFORM ledger.refuse_reversal(p_user, p_coins, p_reverses);
  IF EXISTS (SELECT FROM ledger.movements m WHERE m.user_id = p_user AND m.reverses_id = p_reverses) THEN
    PERFORM ledger.refuse('reversed_already');
  END IF;
  IF EXISTS (SELECT FROM ledger.accounts a WHERE a.user_id = p_user AND a.available + p_coins < 0) THEN
    PERFORM ledger.refuse('insufficient_funds');
  END IF;
END
$$;

-- Applies the rules to a correction of a balance. Returns NULL if it may go on. Otherwise it waits as a proposed change:
-- returns false, or true if this very call had proposed it before. The same call by another owner completes it. If there
-- is no other owner, the proposer's own call does so after the delay.
CREATE OR REPLACE FUNCTION ledger.adjustment_waits(
  p_actor uuid, p_key uuid, p_fingerprint bytea, p_user uuid, p_coins numeric, p_reason text, p_reverses uuid
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  worth numeric;
  rules record;
BEGIN
  IF (SELECT c.replayed FROM ledger.is_replay(p_actor, p_key, p_fingerprint) c) THEN
    RETURN CASE WHEN EXISTS (SELECT FROM ledger.commands c WHERE c.user_id = p_actor AND c.key = p_key AND c.operation = 'propose') THEN true END;
  END IF;
  PERFORM ledger.lock_sums(p_actor, p_user, 'adjustment');
  worth := ledger.correction_worth(p_coins);
  rules := ledger.judge_worth(p_actor, p_user, 'adjustment', worth);
  IF ledger.completes_proposal(p_actor, p_fingerprint, rules.needs_second) THEN
    PERFORM ledger.note_worth(p_actor, 'adjustment', worth, false);
    RETURN NULL;
  END IF;
  IF NOT rules.needs_second THEN
    PERFORM ledger.note_worth(p_actor, 'adjustment', worth, true);
    RETURN NULL;
  END IF;
  PERFORM ledger.refuse_hopeless_adjustment(p_user, p_coins, p_reverses);
  PERFORM ledger.refuse_flood(p_actor);
  INSERT INTO ledger.proposed_changes (kind, fingerprint, subject_id, after, reason, proposer_id)
  VALUES ('adjustment', p_fingerprint, p_user, jsonb_strip_nulls(jsonb_build_object(
            'coins', trim_scale(p_coins)::text, 'worthUsd', trim_scale(worth)::text, 'reversesId', p_reverses)), p_reason, p_actor);
  INSERT INTO ledger.commands (user_id, key, fingerprint, operation, subject_id)
  VALUES (p_actor, p_key, p_fingerprint, 'propose', p_user);
  RETURN false;
END
$$;

-- Closes the waiting proposal of the same call, and returns true, if this owner may complete it. Refuses the proposer while
-- it has to wait. A proposal ends after seven days, and when its proposer may no longer make it.
CREATE OR REPLACE FUNCTION ledger.completes_proposal(p_actor uuid, p_fingerprint bytea, p_needs_second boolean) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  earlier ledger.proposed_changes;
BEGIN
  SELECT * INTO earlier FROM ledger.proposed_changes c WHERE c.fingerprint = p_fingerprint AND c.status = 'waiting' FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF NOT ledger.is_waiting_change(earlier) THEN
    UPDATE ledger.proposed_changes SET status = 'expired', closed_at = now() WHERE id = earlier.id;
    RETURN false;
  END IF;
  IF earlier.proposer_id = p_actor AND NOT p_needs_second THEN
    -- The proposer now makes the change alone, so no other owner makes it once more.
    UPDATE ledger.proposed_changes SET status = 'made', closed_by = p_actor, closed_at = now() WHERE id = earlier.id;
    RETURN false;
  END IF;
  IF earlier.proposer_id = p_actor AND (
       ledger.lone_ready_at(p_actor, earlier.created_at) > now()
       OR ledger.has_second_person(p_actor, earlier.subject_id, earlier.kind, (earlier.after ->> 'requestId')::uuid)) THEN
    PERFORM ledger.refuse('approval_given_already');
  END IF;
  UPDATE ledger.proposed_changes SET status = 'made', closed_by = p_actor, closed_at = now() WHERE id = earlier.id;
  RETURN true;
END
$$;
