-- The closing of members' accounts. It waits for seven days, in which the owner keeps the account by a click or by the link
-- "This was not me". Then one transaction removes what is personal, and the books stay. docs/decisions/0056-closed-accounts.md
-- says what is removed, what stays, and why.

-- Returns what keeps an account from being closed: debt, balance, locked, requests, payouts, proposal or review, in this order. A review
-- is a finding of the verifier or a status other than active: what happened there has to stay on record until it is over. A payout
-- that was sent is finished once the network has confirmed it, or at once where no network is read.
CREATE OR REPLACE FUNCTION public.closure_obstacles(p_user uuid) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (SELECT coalesce(array_agg(o.name ORDER BY o.place), '{}') FROM (
    SELECT 1, 'debt' WHERE ledger.debt_of(p_user) > 0
    UNION ALL SELECT 2, 'balance' FROM ledger.accounts a WHERE a.user_id = p_user AND a.available > 0
    UNION ALL SELECT 3, 'locked' FROM ledger.accounts a WHERE a.user_id = p_user AND a.locked > 0
    UNION ALL SELECT 4, 'requests' WHERE EXISTS (SELECT FROM ledger.requests q WHERE q.user_id = p_user AND q.status = 'pending')
    UNION ALL SELECT 5, 'payouts' WHERE EXISTS (
      SELECT FROM ledger.payouts q CROSS JOIN settings s
       WHERE q.user_id = p_user AND (q.state = 'to_pay' OR q.state = 'sent' AND s.token_contract IS NOT NULL))
    UNION ALL SELECT 6, 'proposal' WHERE EXISTS (
      SELECT FROM ledger.proposed_changes q WHERE q.subject_id = p_user AND ledger.is_waiting_change(q))
    UNION ALL SELECT 7, 'review' WHERE EXISTS (SELECT FROM profiles q WHERE q.id = p_user AND q.status <> 'Active')
      OR EXISTS (SELECT FROM ledger.findings q WHERE q.account_id = p_user AND q.stops = 'account' AND q.released_at IS NULL)) o (place, name));
END
$$;

-- Ends a closing that waits, with this outcome. Returns false if none waits.
CREATE OR REPLACE FUNCTION public.end_closure(p_user uuid, p_outcome text) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE account_closures c SET outcome = p_outcome, ended_at = now() WHERE c.user_id = p_user AND c.outcome IS NULL;
  RETURN FOUND;
END
$$;

-- Begins to close the account of a member in seven days. A closing that waits already keeps its time.
--   p_token: the token of the session of the caller, the member or an administrator who gives a reason.
CREATE OR REPLACE FUNCTION public.ask_closure(p_token text, p_user uuid, p_reason text, p_address text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  actor uuid;
BEGIN
  IF length(trim(p_reason)) = 0 OR length(p_reason) > 500 THEN PERFORM ledger.refuse('invalid_request'); END IF;
  PERFORM FROM credentials k JOIN profiles p ON p.id = k.user_id AND p.role = 'user' WHERE k.user_id = p_user FOR NO KEY UPDATE OF k;
  IF NOT FOUND THEN PERFORM ledger.refuse('not_found'); END IF;
  PERFORM FROM ledger.accounts a WHERE a.user_id = p_user FOR NO KEY UPDATE;
  IF ledger.is_closed(p_user) THEN PERFORM ledger.refuse('account_closed'); END IF;
  PERFORM ledger.refuse_stopped(p_user);
  IF closure_obstacles(p_user) <> '{}' THEN PERFORM ledger.refuse('account_not_empty'); END IF;
  IF p_reason IS NULL THEN
    actor := ledger.judge_session(p_token, 'user');
    IF actor <> p_user THEN PERFORM ledger.refuse('forbidden'); END IF;
  ELSE
    actor := ledger.judge_session(p_token, 'admin', '{owner, approver}');
  END IF;
  INSERT INTO account_closures (user_id, asked_by, reason, closes_at)
  VALUES (p_user, CASE WHEN p_reason IS NOT NULL THEN actor END, p_reason, now() + interval '7 days')
  ON CONFLICT (user_id) WHERE outcome IS NULL DO NOTHING;
  IF NOT FOUND THEN PERFORM ledger.refuse('closure_waits'); END IF;
  INSERT INTO audit_events (actor_id, action, subject_id, ip_address, detail)
  VALUES (actor, CASE WHEN p_reason IS NULL THEN 'closure_asked' ELSE 'closure_begun' END, p_user, p_address,
          jsonb_strip_nulls(jsonb_build_object('reason', p_reason)));
END
$$;

-- Keeps an account that waits to be closed, for its member, or for an administrator who gives a reason. Returns false if none
-- waits.
CREATE OR REPLACE FUNCTION public.drop_closure(p_token text, p_user uuid, p_reason text, p_address text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  actor uuid;
BEGIN
  IF length(trim(p_reason)) = 0 OR length(p_reason) > 500 THEN PERFORM ledger.refuse('invalid_request'); END IF;
  PERFORM FROM credentials k WHERE k.user_id = p_user FOR NO KEY UPDATE;
  IF p_reason IS NULL THEN
    actor := ledger.judge_session(p_token, 'user');
    IF actor <> p_user THEN PERFORM ledger.refuse('forbidden'); END IF;
  ELSE
    actor := ledger.judge_session(p_token, 'admin', '{owner, approver}');
  END IF;
  IF NOT end_closure(p_user, CASE WHEN p_reason IS NULL THEN 'kept' ELSE 'called_off' END) THEN RETURN false; END IF;
  INSERT INTO audit_events (actor_id, action, subject_id, ip_address, detail)
  VALUES (actor, CASE WHEN p_reason IS NULL THEN 'account_kept' ELSE 'closure_called_off' END, p_user, p_address,
          jsonb_strip_nulls(jsonb_build_object('reason', p_reason)));
  RETURN true;
END
$$;

-- Returns a detail of the audit log with a marker in the place of each value that describes a person.
CREATE OR REPLACE FUNCTION public.without_person(p_detail jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  names constant text[] := '{full_name, name, email, contact_number, country, state, city, area, wallet_address, address, credential}';
BEGIN
  IF jsonb_typeof(p_detail) = 'object' THEN
    RETURN (SELECT coalesce(jsonb_object_agg(d.key, CASE
              WHEN d.key = ANY (names) AND jsonb_typeof(d.value) = 'string' THEN to_jsonb('Closed account'::text)
              ELSE public.without_person(d.value) END), '{}') FROM jsonb_each(p_detail) d);
  ELSIF jsonb_typeof(p_detail) = 'array' THEN
    RETURN (SELECT coalesce(jsonb_agg(public.without_person(d.value)), '[]') FROM jsonb_array_elements(p_detail) d);
  END IF;
  RETURN p_detail;
END
$$;

-- Keeps a closed account closed, and lets public.close_due_account alone close one.
CREATE OR REPLACE FUNCTION public.guard_closed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.status <> 'Closed' AND OLD.id = ledger.closing_account() THEN RETURN NEW; END IF;
  PERFORM ledger.refuse('account_closed');
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER guard_closed BEFORE UPDATE ON profiles FOR EACH ROW
  WHEN (OLD.status = 'Closed' OR NEW.status = 'Closed') EXECUTE FUNCTION guard_closed();

-- Replaces the person of an account by a marker, and ends every way into it. The email has no @, so no form takes it and no mail
-- can go to it. It is called for the account that public.close_due_account has locked and named.
CREATE OR REPLACE FUNCTION public.forget_person(p_user uuid) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  moment constant timestamptz := now();
BEGIN
  UPDATE profiles p
     SET status = 'Closed', full_name = 'Closed account', email = 'closed-account-' || p.id, contact_number = NULL, country = NULL,
         state = NULL, city = NULL, area = NULL, wallet_address = NULL, wallet_link = NULL, usdt_qr_code_url = NULL, updated_at = now()
   WHERE p.id = p_user;
  -- No password has this hash. The address counts as confirmed, so that no link is mailed there again.
  UPDATE credentials k SET password_hash = '', language = 'en', email_confirmed_at = coalesce(k.email_confirmed_at, moment) WHERE k.user_id = p_user;
  DELETE FROM sessions q WHERE q.user_id = p_user;
  DELETE FROM passkeys q WHERE q.user_id = p_user;
  DELETE FROM two_factor q WHERE q.user_id = p_user;
  DELETE FROM two_factor_setups q WHERE q.user_id = p_user;
  DELETE FROM recovery_codes q WHERE q.user_id = p_user;
  DELETE FROM email_tokens q WHERE q.user_id = p_user;
  DELETE FROM email_changes q WHERE q.user_id = p_user;
  DELETE FROM known_devices q WHERE q.user_id = p_user;
  DELETE FROM login_history q WHERE q.user_id = p_user;
  DELETE FROM answered_calls q WHERE q.user_id = p_user;
  DELETE FROM mail_preferences q WHERE q.user_id = p_user;
  DELETE FROM mail_outbox q WHERE q.owner_id = p_user;
  DELETE FROM notice_mails q WHERE q.user_id = p_user;
  DELETE FROM notices q WHERE q.user_id = p_user;
  DELETE FROM notice_boxes q WHERE q.user_id = p_user;
  DELETE FROM push_wakes q WHERE q.user_id = p_user;
  DELETE FROM wallet_addresses q WHERE q.user_id = p_user;
  DELETE FROM wallet_changes q WHERE q.user_id = p_user;
  DELETE FROM sending_addresses q WHERE q.user_id = p_user;
  DELETE FROM member_holds q WHERE q.user_id = p_user;
  UPDATE member_stops q SET ip_address = NULL WHERE q.user_id = p_user;
  UPDATE chat_messages q SET content = 'Removed with the account.', file_count = 0 WHERE q.user_id = p_user AND q.sender_id = p_user;
  UPDATE chat_messages q SET file_count = 0, content = CASE WHEN q.content = '' THEN 'Removed with the account.' ELSE q.content END
   WHERE q.user_id = p_user AND q.file_count > 0;
  -- The sweep removes the files, in a bucket once no backup of the database names them.
  DELETE FROM chat_files q WHERE q.user_id = p_user;
  UPDATE admin_notes q SET content = NULL WHERE q.user_id = p_user;
  UPDATE chat_conversations q SET user_unread_count = 0, reply_due_at = NULL WHERE q.user_id = p_user;
  UPDATE ledger.call_origins q SET ip_address = NULL, user_agent = NULL WHERE q.subject_id = p_user AND q.caller_id = p_user;
  UPDATE audit_events q SET ip_address = NULL WHERE q.actor_id = p_user AND q.ip_address IS NOT NULL;
  UPDATE audit_events q SET detail = without_person(q.detail) WHERE q.subject_id = p_user AND q.detail <> without_person(q.detail);
END
$$;

-- Closes the next account that has waited long enough, or withdraws its closing if something stands in the way by now. Time
-- alone decides, so the function has no caller to judge. Returns NULLs if none is due; the email and language for the last mail
-- if it was closed; the obstacles if it was not. Several servers may call it: the later one finds that nothing waits.
--   p_after: the member whom the caller passes over, with all before. NULL for none.
CREATE OR REPLACE FUNCTION public.close_due_account(
  p_after uuid DEFAULT NULL, OUT user_id uuid, OUT email text, OUT language text, OUT obstacles text[]
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_user uuid;
  v_closure uuid;
BEGIN
  SELECT c.user_id INTO v_user FROM account_closures c
   WHERE c.outcome IS NULL AND c.closes_at <= now() AND c.user_id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
   ORDER BY c.user_id LIMIT 1;
  IF NOT FOUND THEN RETURN; END IF;
  close_due_account.user_id := v_user;
  PERFORM FROM credentials k WHERE k.user_id = v_user FOR NO KEY UPDATE;
  -- A call that moves coins holds this lock until it ends, and every later one finds the account closed.
  PERFORM FROM ledger.accounts a WHERE a.user_id = v_user FOR NO KEY UPDATE;
  PERFORM FROM account_closures c WHERE c.user_id = v_user AND c.outcome IS NULL AND c.closes_at <= now() FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  obstacles := closure_obstacles(v_user);
  IF obstacles <> '{}' THEN
    UPDATE account_closures c SET outcome = 'obstacle', ended_at = now(), obstacles = close_due_account.obstacles
     WHERE c.user_id = v_user AND c.outcome IS NULL RETURNING c.id INTO v_closure;
    INSERT INTO audit_events (action, subject_id, detail)
    VALUES ('closure_withdrawn', v_user, jsonb_build_object('obstacles', close_due_account.obstacles));
    PERFORM ledger.notify(v_user, 'closure_withdrawn', v_user, NULL, v_closure);
    RETURN;
  END IF;
  SELECT p.email, k.language INTO email, language FROM profiles p JOIN credentials k ON k.user_id = p.id WHERE p.id = v_user;
  PERFORM set_config('et.closing_account', v_user::text, true);
  PERFORM forget_person(v_user);
  UPDATE ledger.accounts a SET closed_at = now() WHERE a.user_id = v_user;
  PERFORM end_closure(v_user, 'closed');
  PERFORM set_config('et.closing_account', '', true);
  INSERT INTO audit_events (action, subject_id) VALUES ('account_closed', v_user);
END
$$;
