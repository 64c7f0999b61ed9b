-- Changes that need a second administrator: settings, rules, packages, administrators and invitations, beside corrections of
-- balances and reversals of requests.
-- Each function that makes such a change asks ledger.change_waits first. A change that waits is a row of
-- ledger.proposed_changes with everything that the function was called with. ledger.decide_change makes the same call again
-- for the second administrator, so a change is judged by the rules of the moment at which it takes effect.

-- The changes of settings, packages and administrators take effect one at a time.
CREATE OR REPLACE FUNCTION ledger.lock_changes() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('proposed changes'));
END
$$;

-- True while the installation is set up: it has one administrator, no member has asked for anything yet, and no member has
-- coins, which a new rate would make dearer.
CREATE OR REPLACE FUNCTION ledger.is_setting_up() RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN NOT EXISTS (SELECT FROM ledger.requests) AND NOT EXISTS (SELECT FROM ledger.movements) AND (SELECT count(*) FROM public.profiles p WHERE p.role = 'admin') = 1;
END
$$;

-- True if a change of one of these subjects needs a second administrator now. A change of the rules always does.
CREATE OR REPLACE FUNCTION ledger.change_needs_second(p_subjects text[]) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (p_subjects @> '{policy}' OR EXISTS (SELECT FROM ledger.policies p WHERE p.subject = ANY (p_subjects)))
         AND NOT ledger.is_setting_up();
END
$$;

-- Applies the rules to a change. Returns false if it may go on. Otherwise it is noted as proposed, and returns true.
-- p_call is what the same call of the second administrator is recognised by, p_person the administrator whom it is about.
CREATE OR REPLACE FUNCTION ledger.change_waits(
  p_actor uuid, p_subjects text[], p_kind text, p_call text, p_person uuid, p_before jsonb, p_after jsonb, p_reason text, p_address text
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  fingerprint bytea := sha256(convert_to(ROW(p_kind, p_call)::text, 'UTF8'));
  needs_second boolean;
BEGIN
  PERFORM ledger.lock_changes();
  needs_second := ledger.change_needs_second(p_subjects);
  IF ledger.completes_proposal(p_actor, fingerprint, needs_second) OR NOT needs_second THEN RETURN false; END IF;
  PERFORM ledger.refuse_flood(p_actor);
  INSERT INTO ledger.proposed_changes (kind, fingerprint, subject_id, before, after, reason, proposer_id)
  VALUES (p_kind, fingerprint, p_person, p_before, p_after, p_reason, p_actor);
  INSERT INTO public.audit_events (actor_id, action, subject_id, ip_address, detail)
  VALUES (p_actor, 'change_proposed', p_person, p_address,
          jsonb_strip_nulls(jsonb_build_object('kind', p_kind, 'before', p_before, 'after', p_after, 'reason', p_reason)));
  RETURN true;
END
$$;

-- Returns the values of a row that stand under these names, with numbers as their shortest text.
CREATE OR REPLACE FUNCTION ledger.plain_values(p_row jsonb, p_names jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_object_agg(n.name, CASE jsonb_typeof(p_row -> n.name)
                   WHEN 'number' THEN to_jsonb(trim_scale((p_row ->> n.name)::numeric)::text) ELSE p_row -> n.name END), '{}')
            FROM jsonb_object_keys(p_names) n(name));
END
$$;

-- Refuses the change of an administrator who has another duty or status by now than when the change was proposed.
CREATE OR REPLACE FUNCTION ledger.refuse_stale_person(c ledger.proposed_changes) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.lock_administrators();
  IF c.before IS DISTINCT FROM (SELECT ledger.plain_values(to_jsonb(p), c.after) FROM public.profiles p WHERE p.id = c.subject_id) THEN
    PERFORM ledger.refuse('edited_meanwhile');
  END IF;
END
$$;

-- Approves or declines a waiting change, for an owner, or for an approver if it is a reversal. They decline any such change, their own
-- too. The change of another person is approved by this call; one's own only after the delay, if no other person can approve it.
-- movement_id: the movement of a correction.
CREATE OR REPLACE FUNCTION ledger.decide_change(
  p_token text, p_address text, p_agent text, p_id uuid, p_decision text, OUT movement_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  caller record;
  c proposed_changes;
  key uuid := uuidv7();
  waits boolean := false;
  deciding text[];
BEGIN
  caller := find_session(p_token);
  SELECT * INTO c FROM proposed_changes p WHERE p.id = p_id;
  deciding := change_duties(c.kind);
  PERFORM judge_administrator(caller.user_id, deciding);
  IF c.id IS NULL THEN PERFORM refuse('not_found'); END IF;
  CASE p_decision
  WHEN 'declined' THEN
    UPDATE proposed_changes p SET status = 'declined', closed_by = caller.user_id, closed_at = now() WHERE p.id = p_id AND p.status = 'waiting';
    IF NOT FOUND THEN PERFORM refuse('change_closed'); END IF;
    IF c.kind = 'invitation' THEN
      UPDATE invitations i SET revoked_at = now() WHERE i.id = (c.after ->> 'invitationId')::uuid AND i.used_at IS NULL AND i.revoked_at IS NULL;
    END IF;
    INSERT INTO audit_events (actor_id, action, subject_id, ip_address, detail)
    VALUES (caller.user_id, 'change_declined', c.subject_id, p_address,
            jsonb_strip_nulls(jsonb_build_object('kind', c.kind, 'before', c.before, 'after', c.after, 'reason', c.reason)));
  WHEN 'approved' THEN
    IF c.status <> 'waiting' THEN PERFORM refuse('change_closed'); END IF;
    IF caller.user_id = c.subject_id THEN PERFORM refuse('forbidden'); END IF;
    CASE c.kind
    WHEN 'adjustment' THEN
      movement_id := (adjust(caller.user_id, key, c.subject_id, (c.after ->> 'coins')::numeric, c.reason,
                             (c.after ->> 'reversesId')::uuid, caller.session_id)).movement_id;
      PERFORM note_origin('adjust', caller.user_id, caller.session_id, key, c.subject_id, coalesce(movement_id, key), p_address, p_agent);
    WHEN 'reversal' THEN
      waits := NOT (reverse(caller.user_id, key, c.subject_id, (c.after ->> 'requestId')::uuid, c.reason,
                            (c.after ->> 'debtMax')::numeric, p_address, caller.session_id)).is_reversed;
      PERFORM note_origin('reverse', caller.user_id, caller.session_id, key, c.subject_id, (c.after ->> 'requestId')::uuid, p_address, p_agent);
    WHEN 'settings' THEN
      IF c.before IS DISTINCT FROM (SELECT plain_values(to_jsonb(s), c.after) FROM settings s) THEN PERFORM refuse('edited_meanwhile'); END IF;
      waits := set_settings(caller.user_id, caller.session_id, (SELECT s.revision FROM settings s), c.after, p_address);
    WHEN 'policy' THEN
      waits := set_policy(caller.user_id, caller.session_id, c.after ->> 'subject', c.after ->> 'scope', c.after ->> 'outcome',
                          CASE WHEN c.after ->> 'overUsd' IS NOT NULL THEN jsonb_build_object('overUsd', c.after -> 'overUsd', 'holdHours', c.after -> 'holdHours') END,
                          c.reason, p_address);
    WHEN 'package' THEN
      waits := (set_package(caller.user_id, caller.session_id, (c.after ->> 'packageId')::uuid, (c.after ->> 'revision')::integer,
                            c.after -> 'values', p_address)).waits;
    WHEN 'duty' THEN
      PERFORM refuse_stale_person(c);
      waits := set_duty(caller.user_id, caller.session_id, c.subject_id, c.after ->> 'duty', c.reason, p_address) IS NULL;
    WHEN 'status' THEN
      PERFORM refuse_stale_person(c);
      waits := set_administrator_status(caller.user_id, caller.session_id, c.subject_id, c.after ->> 'status', c.reason, p_address) IS NULL;
    WHEN 'invitation' THEN
      waits := confirm_invitation(caller.user_id, (c.after ->> 'invitationId')::uuid, p_address);
    END CASE;
    -- This very call has closed the change, unless a rule or another administrator was faster.
    IF waits OR NOT EXISTS (SELECT FROM proposed_changes p WHERE p.id = p_id AND p.status = 'made'
                               AND p.closed_by = caller.user_id AND p.closed_at = now()) THEN
      PERFORM refuse('change_closed');
    END IF;
  END CASE;
  PERFORM judge_caller(caller.user_id, caller.session_id, 'admin', p_duties => deciding);
END
$$;

-- Earlier releases asked for owners alone.
DROP FUNCTION IF EXISTS ledger.has_other_owner(uuid, uuid);

-- Returns the duties that propose and decide changes of a kind.
CREATE OR REPLACE FUNCTION ledger.change_duties(p_kind text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN CASE p_kind WHEN 'reversal' THEN '{owner,approver}'::text[] ELSE '{owner}' END;
END
$$;

-- True for a change that can still be approved: it is not too old, and its proposer may still make it. The database closes any other
-- change when a person tries to approve it.
CREATE OR REPLACE FUNCTION ledger.is_waiting_change(c ledger.proposed_changes) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN c.status = 'waiting' AND c.created_at > now() - interval '7 days'
         AND EXISTS (SELECT FROM public.profiles p WHERE p.id = c.proposer_id AND p.status = 'Active' AND p.duty = ANY (ledger.change_duties(c.kind)));
END
$$;

-- True if this administrator may confirm a change of this kind about this person, who may be NULL. p_request: the request that a reversal
-- undoes; a person with coins of it may not.
CREATE OR REPLACE FUNCTION ledger.may_confirm(p_administrator uuid, p_person uuid, p_kind text, p_request uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN p_administrator IS DISTINCT FROM p_person
         AND EXISTS (SELECT FROM public.profiles p WHERE p.id = p_administrator AND p.duty = ANY (ledger.change_duties(p_kind)) AND p.status = 'Active')
         AND NOT EXISTS (SELECT FROM ledger.requests r WHERE r.user_id = p_person AND r.id = p_request
                            AND (ledger.is_beneficiary(p_administrator, r)
                                 OR EXISTS (SELECT FROM ledger.reversed_coins(r) e WHERE e.person = p_administrator)));
END
$$;

-- True if another administrator than this one can confirm such a change.
CREATE OR REPLACE FUNCTION ledger.has_second_person(p_actor uuid, p_person uuid, p_kind text, p_request uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM public.profiles p WHERE p.role = 'admin' AND p.id <> p_actor AND ledger.may_confirm(p.id, p_person, p_kind, p_request));
END
$$;

-- Returns the time from which the proposer of a change can approve it, because no other person can; NULL while another one can.
CREATE OR REPLACE FUNCTION ledger.change_ready_at(c ledger.proposed_changes) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF ledger.has_second_person(c.proposer_id, c.subject_id, c.kind, (c.after ->> 'requestId')::uuid) THEN RETURN NULL; END IF;
  RETURN ledger.lone_ready_at(c.proposer_id, c.created_at);
END
$$;

-- True if this person can approve a waiting change now.
CREATE OR REPLACE FUNCTION ledger.may_approve_change(p_person uuid, c ledger.proposed_changes) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ledger.may_confirm(p_person, c.subject_id, c.kind, (c.after ->> 'requestId')::uuid)
         AND (p_person <> c.proposer_id OR coalesce(ledger.change_ready_at(c) <= now(), false));
END
$$;

-- Returns how a change by this administrator would go at this moment. need: "nothing" if it would take effect at once, "second" if it
-- would wait for another person, "delay" if it would wait for its time, because there is no other one. p_facts has the
-- values that the rules of the kind ask for; rule names the rule of a correction.
CREATE OR REPLACE FUNCTION ledger.change_outlook(
  p_actor uuid, p_kind text, p_person uuid, p_facts jsonb, OUT worth numeric, OUT need text, OUT rule jsonb
) LANGUAGE plpgsql STABLE AS $$
DECLARE
  waits boolean;
  rules record;
BEGIN
  CASE p_kind
  WHEN 'adjustment' THEN
    worth := ledger.correction_worth((p_facts ->> 'coins')::numeric);
    rules := ledger.judge_worth(p_actor, p_person, 'adjustment', worth);
    waits := rules.needs_second;
    rule := rules.second_rule;
  WHEN 'reversal' THEN
    worth := (SELECT ledger.reversal_worth(r) FROM ledger.requests r WHERE r.user_id = p_person AND r.id = (p_facts ->> 'request_id')::uuid);
    rules := ledger.judge_worth(p_actor, p_person, 'adjustment', worth);
    waits := rules.needs_second;
    rule := rules.second_rule;
  WHEN 'settings' THEN
    waits := ledger.change_needs_second(ARRAY(SELECT ledger.settings_subject(n.name) FROM jsonb_array_elements_text(p_facts -> 'settings') n(name)));
  WHEN 'policy' THEN
    waits := ledger.change_needs_second('{policy}');
  WHEN 'package' THEN
    waits := ledger.gives_too_much((p_facts ->> 'coins')::numeric, (p_facts ->> 'price')::numeric, (p_facts ->> 'bonus')::numeric)
             AND ledger.change_needs_second('{package}');
  WHEN 'status' THEN
    waits := public.status_needs_second(p_person, p_facts ->> 'status') AND ledger.change_needs_second('{administrator}');
  WHEN 'duty', 'invitation' THEN
    waits := ledger.change_needs_second('{administrator}');
  END CASE;
  need := CASE WHEN NOT waits THEN 'nothing' WHEN ledger.has_second_person(p_actor, p_person, p_kind, (p_facts ->> 'request_id')::uuid) THEN 'second' ELSE 'delay' END;
END
$$;
