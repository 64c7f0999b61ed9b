-- Administrators and their duties. The application may write neither a role nor a duty, nor the status of an administrator,
-- nor an invitation. It reaches them by these functions alone, which use up an invitation or judge the session of an owner.
-- Each of them puts its change on record, so no change of administrators is without its entry. p_address is the network
-- address of the caller.

-- Keeps one active owner. Owners who lose their duty at the same time wait here for each other, and the last one stays.
CREATE OR REPLACE FUNCTION public.keep_an_owner() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- A transaction of a stricter level would not see what the others stored while it waited.
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'an owner changes at READ COMMITTED only' USING ERRCODE = '0A000';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('owners'));
  IF NOT EXISTS (SELECT FROM profiles p WHERE p.role = 'admin' AND p.duty = 'owner' AND p.status = 'Active') THEN
    PERFORM ledger.refuse('last_owner');
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER always_an_owner AFTER UPDATE OF role, duty, status OR DELETE ON profiles FOR EACH ROW
  WHEN (OLD.duty = 'owner' AND OLD.status = 'Active') EXECUTE FUNCTION keep_an_owner();

-- Refuses a change of an administrator by a login that may not write duties: by the application, outside of these functions.
CREATE OR REPLACE FUNCTION public.guard_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT has_column_privilege('public.profiles', 'duty', 'UPDATE') THEN
    RAISE EXCEPTION 'an administrator changes by an owner only' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER guard_administrator BEFORE UPDATE OF role, duty, status ON profiles FOR EACH ROW
  WHEN (OLD.role = 'admin' AND (OLD.role, OLD.duty, OLD.status) IS DISTINCT FROM (NEW.role, NEW.duty, NEW.status))
  EXECUTE FUNCTION guard_administrator();

-- True if a person may register with this invitation: it is neither used, revoked nor expired, and its maker is still an
-- active owner. The installation itself makes invitations only until it has an administrator.
CREATE OR REPLACE FUNCTION public.is_open(i invitations) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN i.used_at IS NULL AND i.revoked_at IS NULL AND i.confirmed AND i.expires_at > now() AND CASE
    WHEN i.created_by IS NULL THEN NOT EXISTS (SELECT FROM profiles p WHERE p.role = 'admin')
    ELSE EXISTS (SELECT FROM profiles p WHERE p.id = i.created_by AND p.duty = 'owner' AND p.status = 'Active') END;
END
$$;

-- Puts an invitation or its end on record.
CREATE OR REPLACE FUNCTION public.record_invitation(p_action text, p_actor uuid, p_address text, p_detail jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_events (action, actor_id, ip_address, detail) VALUES (p_action, p_actor, p_address, p_detail);
END
$$;

-- Invites the first administrator, who is an owner. Returns NULL once there is an administrator. p_hash is the hash of the
-- invitation's token, here and below.
CREATE OR REPLACE FUNCTION public.invite_first_administrator(p_hash bytea, p_hours integer) RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_id uuid;
BEGIN
  IF EXISTS (SELECT FROM profiles p WHERE p.role = 'admin') THEN RETURN NULL; END IF;
  INSERT INTO invitations (token_hash, duty, expires_at)
  VALUES (p_hash, 'owner', now() + make_interval(hours => p_hours)) RETURNING id INTO v_id;
  PERFORM record_invitation('invitation_created', NULL, NULL, jsonb_build_object('invitationId', v_id, 'duty', 'owner'));
  RETURN v_id;
END
$$;

-- Invites an administrator for an owner. p_token is the token of the caller's session, here and below. p_email is the one
-- address that may register; NULL if the link alone is enough. The invitation may wait for a second owner.
DROP FUNCTION IF EXISTS public.invite_administrator(text, bytea, integer, text, text);
CREATE OR REPLACE FUNCTION public.invite_administrator(
  p_token text, p_hash bytea, p_hours integer, p_email text, p_duty text, p_address text
) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  actor uuid := (ledger.find_session(p_token)).user_id;
  v_id uuid := uuidv7();
  waits boolean;
BEGIN
  -- The loss of the duty at this moment waits for this invitation and revokes it, or this waits for the loss and is refused.
  PERFORM 1 FROM profiles p WHERE p.id = actor FOR SHARE;
  actor := ledger.judge_session(p_token, 'admin', '{owner}');
  waits := ledger.change_waits(actor, '{administrator}', 'invitation', v_id::text, NULL, NULL,
    jsonb_strip_nulls(jsonb_build_object('invitationId', v_id, 'duty', p_duty, 'email', p_email)), NULL, p_address);
  INSERT INTO invitations (id, token_hash, created_by, email, duty, expires_at, confirmed)
  VALUES (v_id, p_hash, actor, p_email, p_duty, now() + make_interval(hours => p_hours), NOT waits);
  PERFORM record_invitation('invitation_created', actor, p_address,
    jsonb_strip_nulls(jsonb_build_object('invitationId', v_id, 'duty', p_duty, 'email', p_email)));
  PERFORM ledger.judge_session(p_token, 'admin', '{owner}');
  RETURN v_id;
END
$$;

-- Confirms an invitation for a second owner. The calling function judges the session. The hours of the invitation begin anew.
-- Returns true if it still waits.
CREATE OR REPLACE FUNCTION public.confirm_invitation(p_actor uuid, p_id uuid, p_address text) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF ledger.change_waits(p_actor, '{administrator}', 'invitation', p_id::text, NULL, NULL, jsonb_build_object('invitationId', p_id),
                         NULL, p_address) THEN
    RETURN true;
  END IF;
  UPDATE invitations i SET confirmed = true, expires_at = now() + (i.expires_at - i.created_at)
   WHERE i.id = p_id AND NOT i.confirmed AND i.revoked_at IS NULL;
  RETURN NOT FOUND;
END
$$;

-- Revokes an invitation for an owner that is open or waits for a second owner. Returns false if it was neither.
DROP FUNCTION IF EXISTS public.revoke_invitation(text, uuid);
CREATE OR REPLACE FUNCTION public.revoke_invitation(p_token text, p_id uuid, p_address text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  actor uuid;
BEGIN
  UPDATE invitations i SET revoked_at = now()
   WHERE i.id = p_id AND (is_open(i) OR NOT i.confirmed AND i.revoked_at IS NULL AND i.expires_at > now());
  IF NOT FOUND THEN RETURN false; END IF;
  actor := ledger.judge_session(p_token, 'admin', '{owner}');
  UPDATE ledger.proposed_changes c SET status = 'declined', closed_by = actor, closed_at = now()
   WHERE c.status = 'waiting' AND c.kind = 'invitation' AND c.after ->> 'invitationId' = p_id::text;
  PERFORM record_invitation('invitation_revoked', actor, p_address,
    jsonb_build_object('invitationId', p_id, 'before', '{"status": "open"}'::jsonb, 'after', '{"status": "revoked"}'::jsonb));
  RETURN true;
END
$$;

-- Uses up an invitation, makes its administrator and returns the id. Of several calls at once, exactly one succeeds.
-- The invitation stands for the address, so the address needs no mail. The other invitations of an empty installation end
-- with the first administrator.
DROP FUNCTION IF EXISTS public.register_administrator(text, text, text);
DROP FUNCTION IF EXISTS public.register_administrator(text, text, text, text);
CREATE OR REPLACE FUNCTION public.register_administrator(
  p_invitation text, p_full_name text, p_email text, p_password_hash text, p_language text, p_address text
) RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  invited invitations;
  v_id uuid;
  ended uuid[];
  other uuid;
BEGIN
  IF (p_invitation ~ '^[A-Za-z0-9_-]{43}$') IS NOT TRUE THEN PERFORM ledger.refuse('invitation_required'); END IF;
  -- The first one ends the others, so such calls wait for each other.
  PERFORM 1 FROM invitations i WHERE i.created_by IS NULL AND is_open(i) ORDER BY i.id FOR NO KEY UPDATE;
  UPDATE invitations i SET used_at = now()
   WHERE i.token_hash = sha256(decode(translate(p_invitation, '-_', '+/') || '=', 'base64'))
     AND is_open(i) AND (i.email IS NULL OR i.email = p_email)
  RETURNING i.* INTO invited;
  IF NOT FOUND THEN PERFORM ledger.refuse('invitation_required'); END IF;
  WITH others AS (UPDATE invitations i SET revoked_at = now() WHERE i.created_by IS NULL AND is_open(i) RETURNING i.id)
  SELECT coalesce(array_agg(o.id), '{}') INTO ended FROM others o;
  FOREACH other IN ARRAY ended LOOP
    PERFORM record_invitation('invitation_revoked', NULL, NULL, jsonb_build_object('invitationId', other));
  END LOOP;
  INSERT INTO profiles (role, duty, status, full_name, email)
  VALUES ('admin', invited.duty, 'Active', p_full_name, p_email) RETURNING id INTO v_id;
  INSERT INTO credentials (user_id, password_hash, email_confirmed_at, language)
  VALUES (v_id, p_password_hash, now(), p_language);
  UPDATE invitations i SET used_by = v_id WHERE i.id = invited.id;
  INSERT INTO audit_events (actor_id, action, subject_id, ip_address, detail)
  VALUES (v_id, 'admin_signed_up', v_id, p_address, jsonb_build_object('invitationId', invited.id));
  RETURN v_id;
END
$$;

-- Locks all administrators in one order. If two owners change each other at once, the second one sees the change.
CREATE OR REPLACE FUNCTION public.lock_administrators() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM profiles p WHERE p.role = 'admin' ORDER BY p.id FOR NO KEY UPDATE;
END
$$;

-- Puts a change of an administrator's duty or status on record, with its reason.
CREATE OR REPLACE FUNCTION public.record_administrator(
  p_action text, p_actor uuid, p_user uuid, p_address text, p_before jsonb, p_after jsonb, p_reason text
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(trim(p_reason), '') = '' OR length(p_reason) > 500 THEN PERFORM ledger.refuse('invalid_request'); END IF;
  INSERT INTO audit_events (actor_id, action, subject_id, ip_address, detail)
  VALUES (p_actor, p_action, p_user, p_address, jsonb_build_object('before', p_before, 'after', p_after, 'reason', p_reason));
END
$$;

-- Revokes the invitations of an administrator after a change of the duty or the status, for good: they stay closed if the person
-- becomes an owner again. lock_administrators came before, so none is made at the same time.
CREATE OR REPLACE FUNCTION public.end_invitations(p_maker uuid, p_actor uuid, p_address text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ended uuid[];
  one uuid;
BEGIN
  WITH open AS (
    UPDATE invitations i SET revoked_at = now()
     WHERE i.created_by = p_maker AND i.used_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
    RETURNING i.id)
  SELECT coalesce(array_agg(o.id), '{}') INTO ended FROM open o;
  FOREACH one IN ARRAY ended LOOP
    PERFORM record_invitation('invitation_revoked', p_actor, p_address,
      jsonb_build_object('invitationId', one, 'before', '{"status": "open"}'::jsonb, 'after', '{"status": "revoked"}'::jsonb));
  END LOOP;
END
$$;

-- Gives an administrator another duty, for an owner who is another person. Returns the duty before, or NULL if the change
-- waits for a second owner.
CREATE OR REPLACE FUNCTION public.set_duty(p_actor uuid, p_session uuid, p_user uuid, p_duty text, p_reason text, p_address text)
RETURNS text LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  moment constant timestamptz := now();
  earlier text;
  before jsonb;
  after jsonb := jsonb_build_object('duty', p_duty);
BEGIN
  PERFORM lock_administrators();
  PERFORM ledger.judge_caller(p_actor, p_session, 'admin', p_duties => '{owner}');
  SELECT p.duty INTO earlier FROM profiles p WHERE p.id = p_user AND p.role = 'admin';
  IF NOT FOUND THEN PERFORM ledger.refuse('not_found'); END IF;
  IF p_actor = p_user THEN PERFORM ledger.refuse('duty_of_oneself'); END IF;
  IF p_duty = earlier THEN RETURN earlier; END IF;
  before := jsonb_build_object('duty', earlier);
  IF ledger.change_waits(p_actor, '{administrator}', 'duty', jsonb_build_array(p_user, p_duty)::text, p_user, before, after,
                         p_reason, p_address) THEN
    RETURN NULL;
  END IF;
  UPDATE profiles p
     SET duty = p_duty, updated_at = now(),
         authority_lost_at = CASE WHEN p.status = 'Active' AND p.duty IN ('owner', 'approver') AND p_duty <> 'owner' THEN moment
                                  ELSE p.authority_lost_at END
   WHERE p.id = p_user;
  PERFORM record_administrator('duty_changed', p_actor, p_user, p_address, before, after, p_reason);
  PERFORM end_invitations(p_user, p_actor, p_address);
  RETURN earlier;
END
$$;

-- The same for the owner with the session of this token.
CREATE OR REPLACE FUNCTION public.change_duty(p_token text, p_user uuid, p_duty text, p_reason text, p_address text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  caller record;
BEGIN
  caller := ledger.find_session(p_token);
  RETURN set_duty(caller.user_id, caller.session_id, p_user, p_duty, p_reason, p_address);
END
$$;

-- True if this status of an administrator is a matter of two owners: to bring a person back, and to take an active owner away.
CREATE OR REPLACE FUNCTION public.status_needs_second(p_user uuid, p_status text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (SELECT FROM public.profiles p WHERE p.id = p_user AND p.role = 'admin' AND p.status <> p_status
                    AND (p_status = 'Active' OR p.status = 'Active' AND p.duty = 'owner'));
END
$$;

-- Changes the status of an administrator, for an owner who is another person. Returns the status before, or NULL if the change
-- waits for a second owner: to bring a person back, and to take an active owner away. Any other person can be suspended at once.
CREATE OR REPLACE FUNCTION public.set_administrator_status(
  p_actor uuid, p_session uuid, p_user uuid, p_status text, p_reason text, p_address text
) RETURNS text LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  moment constant timestamptz := now();
  person record;
  before jsonb;
  after jsonb := jsonb_build_object('status', p_status);
BEGIN
  PERFORM lock_administrators();
  PERFORM ledger.judge_caller(p_actor, p_session, 'admin', p_duties => '{owner}');
  IF p_actor = p_user THEN PERFORM ledger.refuse('status_of_oneself'); END IF;
  SELECT p.status INTO person FROM profiles p WHERE p.id = p_user AND p.role = 'admin';
  IF NOT FOUND THEN PERFORM ledger.refuse('not_found'); END IF;
  IF p_status = person.status THEN RETURN person.status; END IF;
  before := jsonb_build_object('status', person.status);
  IF status_needs_second(p_user, p_status)
     AND ledger.change_waits(p_actor, '{administrator}', 'status', jsonb_build_array(p_user, p_status)::text, p_user, before, after,
                             p_reason, p_address) THEN
    RETURN NULL;
  END IF;
  UPDATE profiles p
     SET status = p_status, updated_at = now(),
         authority_lost_at = CASE WHEN p.status = 'Active' AND p.duty IN ('owner', 'approver') THEN moment ELSE p.authority_lost_at END
   WHERE p.id = p_user;
  PERFORM record_administrator('status_changed', p_actor, p_user, p_address, before, after, p_reason);
  PERFORM end_invitations(p_user, p_actor, p_address);
  RETURN person.status;
END
$$;

-- The same for the owner with the session of this token.
DROP FUNCTION IF EXISTS public.change_administrator_status(text, uuid, text);
CREATE OR REPLACE FUNCTION public.change_administrator_status(p_token text, p_user uuid, p_status text, p_reason text, p_address text)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  caller record;
BEGIN
  caller := ledger.find_session(p_token);
  RETURN set_administrator_status(caller.user_id, caller.session_id, p_user, p_status, p_reason, p_address);
END
$$;
