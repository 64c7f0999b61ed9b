-- Other emails of members. A person who reads the mails of an account can set its password. So the new address counts only
-- once its owner has used the link there, the old one gets a notice, and the application can change an email by these functions
-- alone.

-- Gives up the other email that waits, if there is one.
CREATE OR REPLACE FUNCTION public.close_email_change(p_user uuid) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE email_changes e SET new_email = NULL WHERE e.user_id = p_user AND e.new_email IS NOT NULL;
  RETURN FOUND;
END
$$;

-- A new password voids another email that waits: a thief may have asked for it. So does each "This was not me".
CREATE OR REPLACE FUNCTION public.close_doubtful_email_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM close_email_change(NEW.user_id);
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER close_email_change_after_password AFTER UPDATE OF password_hash ON credentials FOR EACH ROW
  WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash) EXECUTE FUNCTION public.close_doubtful_email_change();

-- Notes that a member shall have another email, in the place of one that waits already. Refuses an account without a confirmed
-- email: its owner signs up again. While a stop lasts, only an administrator gives another email.
--   p_token: the token of the session of the caller, the member or an administrator who gives a reason.
--   p_hash: the hash of the secret in the link. p_ends: the time until which the link is good.
CREATE OR REPLACE FUNCTION public.ask_email_change(
  p_token text, p_user uuid, p_email text, p_reason text, p_hash bytea, p_ends timestamptz, p_address text
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  account record;
  actor uuid;
BEGIN
  SELECT p.email, c.email_confirmed_at IS NOT NULL AS is_confirmed INTO account
    FROM credentials c JOIN profiles p ON p.id = c.user_id AND p.role = 'user' WHERE c.user_id = p_user FOR NO KEY UPDATE OF c;
  IF NOT FOUND THEN PERFORM ledger.refuse('not_found'); END IF;
  IF p_reason IS NULL THEN
    actor := ledger.judge_session(p_token, 'user');
    IF actor <> p_user THEN PERFORM ledger.refuse('forbidden'); END IF;
    PERFORM ledger.refuse_stopped(p_user);
  ELSE
    actor := ledger.judge_session(p_token, 'admin', '{owner, approver}');
    -- Administrators look people up by their email anyway. A member would learn who has an account here.
    IF EXISTS (SELECT FROM profiles p WHERE p.email = p_email AND p.id <> p_user) THEN PERFORM ledger.refuse('email_taken'); END IF;
  END IF;
  IF NOT account.is_confirmed THEN PERFORM ledger.refuse('email_not_confirmed'); END IF;
  IF account.email = p_email THEN PERFORM ledger.refuse('email_unchanged'); END IF;
  PERFORM close_email_change(p_user);
  INSERT INTO email_changes (user_id, new_email, token_hash, asked_by, reason, expires_at)
  VALUES (p_user, p_email, p_hash, CASE WHEN p_reason IS NOT NULL THEN actor END, p_reason, p_ends);
  INSERT INTO audit_events (actor_id, action, subject_id, ip_address, detail)
  VALUES (actor, CASE WHEN p_reason IS NULL THEN 'email_change_asked' ELSE 'email_correction_asked' END, p_user, p_address,
          jsonb_strip_nulls(jsonb_build_object('before', jsonb_build_object('email', account.email),
                                               'after', jsonb_build_object('email', p_email), 'reason', p_reason)));
END
$$;

-- Keeps the present email of the member who calls. Returns false if no other one waited.
CREATE OR REPLACE FUNCTION public.drop_email_change(p_token text, p_address text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  actor uuid := (ledger.find_session(p_token)).user_id;
BEGIN
  PERFORM FROM credentials c WHERE c.user_id = actor FOR NO KEY UPDATE;
  PERFORM ledger.judge_session(p_token, 'user');
  IF NOT close_email_change(actor) THEN RETURN false; END IF;
  INSERT INTO audit_events (actor_id, action, subject_id, ip_address) VALUES (actor, 'email_change_dropped', actor, p_address);
  RETURN true;
END
$$;

-- Makes the address that a mailed link belongs to the member's email. The unique email of profiles refuses one that has got
-- an account meanwhile. Links to a new password that went to the old address become void, because another person may read it.
--   p_token: 64 letters of base64url, of which 16 bytes are the account's id and 32 are secret.
CREATE OR REPLACE FUNCTION public.confirm_email_change(
  p_token text, p_address text, OUT user_id uuid, OUT old_email text, OUT new_email text
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  bytes bytea;
  change email_changes;
BEGIN
  IF (p_token ~ '^[A-Za-z0-9_-]{64}$') IS NOT TRUE THEN PERFORM ledger.refuse('link_invalid'); END IF;
  bytes := decode(translate(p_token, '-_', '+/'), 'base64');
  user_id := encode(substr(bytes, 1, 16), 'hex')::uuid;
  PERFORM FROM credentials c WHERE c.user_id = confirm_email_change.user_id FOR NO KEY UPDATE;
  SELECT e.* INTO change FROM email_changes e
   WHERE e.user_id = confirm_email_change.user_id AND e.new_email IS NOT NULL AND e.token_hash = sha256(substr(bytes, 17))
     AND e.expires_at > now();
  IF NOT FOUND THEN PERFORM ledger.refuse('link_invalid'); END IF;
  SELECT p.email INTO old_email FROM profiles p WHERE p.id = change.user_id FOR NO KEY UPDATE;
  new_email := change.new_email;
  UPDATE profiles p SET email = change.new_email, updated_at = now() WHERE p.id = change.user_id;
  UPDATE email_changes e SET new_email = NULL, confirmed_at = now() WHERE e.user_id = change.user_id AND e.id = change.id;
  UPDATE email_tokens t SET used_at = now() WHERE t.user_id = change.user_id AND t.purpose <> 'not_me' AND t.used_at IS NULL;
  INSERT INTO audit_events (actor_id, action, subject_id, ip_address, detail)
  VALUES (change.user_id, 'email_changed', change.user_id, p_address,
          jsonb_build_object('before', jsonb_build_object('email', old_email), 'after', jsonb_build_object('email', new_email)));
END
$$;

-- True if this administrator has given the member another email in the last 30 days. They may read its mails, and so could
-- have set the password.
CREATE OR REPLACE FUNCTION public.has_changed_email(p_administrator uuid, p_user uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM email_changes e WHERE e.user_id = p_user AND e.asked_by = p_administrator
                    AND e.confirmed_at > now() - interval '30 days');
END
$$;

-- True if this administrator has given the member another email so, or if such a one waits.
CREATE OR REPLACE FUNCTION public.gives_email(p_administrator uuid, p_user uuid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN has_changed_email(p_administrator, p_user)
      OR EXISTS (SELECT FROM email_changes e WHERE e.user_id = p_user AND e.asked_by = p_administrator AND e.new_email IS NOT NULL);
END
$$;

-- Forgets the addresses of links that have expired. Returns how many they were.
CREATE OR REPLACE FUNCTION public.forget_expired_email_changes() RETURNS int
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  forgotten int;
BEGIN
  UPDATE email_changes e SET new_email = NULL WHERE e.new_email IS NOT NULL AND e.expires_at < now();
  GET DIAGNOSTICS forgotten = ROW_COUNT;
  RETURN forgotten;
END
$$;
