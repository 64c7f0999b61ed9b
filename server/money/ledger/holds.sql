-- Holds and stops: the rules by which the coins of a member do not leave for a while.
--
-- A change of the password, the second factor, the email or the wallet address holds withdrawals and transfers for the hours
-- of the settings. So does a sign-in from a new device without a second factor. A held request can be made and cancelled, and
-- is approved later. A stop lasts until an administrator lifts it, and no request is made meanwhile.

-- Writes the hold of a change. The trigger names the cause and the column of the member.
CREATE OR REPLACE FUNCTION ledger.note_hold() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  changed jsonb := to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  PERFORM ledger.add_hold((changed ->> TG_ARGV[1])::uuid, TG_ARGV[0]);
  RETURN NULL;
END
$$;

-- Adds a hold to a member. Administrators have no coins.
CREATE OR REPLACE FUNCTION ledger.add_hold(p_user uuid, p_cause text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.member_holds (user_id, cause) SELECT p.id, p_cause FROM public.profiles p WHERE p.id = p_user AND p.role = 'user';
END
$$;

CREATE OR REPLACE TRIGGER hold_after_password AFTER UPDATE OF password_hash ON public.credentials FOR EACH ROW
  WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash) EXECUTE FUNCTION ledger.note_hold('password', 'user_id');
CREATE OR REPLACE TRIGGER hold_after_two_factor AFTER INSERT OR DELETE OR UPDATE OF secret ON public.two_factor FOR EACH ROW
  EXECUTE FUNCTION ledger.note_hold('two_factor', 'user_id');
CREATE OR REPLACE TRIGGER hold_after_passkey AFTER INSERT OR DELETE ON public.passkeys FOR EACH ROW
  EXECUTE FUNCTION ledger.note_hold('two_factor', 'user_id');
CREATE OR REPLACE TRIGGER hold_after_email AFTER UPDATE OF email ON public.profiles FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION ledger.note_hold('email', 'id');
CREATE OR REPLACE TRIGGER hold_after_wallet_address AFTER UPDATE OF wallet_address ON public.profiles FOR EACH ROW
  WHEN (OLD.wallet_address IS DISTINCT FROM NEW.wallet_address) EXECUTE FUNCTION ledger.note_hold('wallet_address', 'id');

-- True if a device is new to an account that has signed in before. A device that has moved to another network is not new.
-- The history of logins outlives the known devices, so an account that was unused for years has its first device but once.
CREATE OR REPLACE FUNCTION ledger.is_new_device(d public.known_devices) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM known_devices k WHERE k.user_id = d.user_id AND k.token_hash = d.token_hash AND k.id <> d.id) THEN
    RETURN false;
  END IF;
  RETURN EXISTS (SELECT FROM known_devices k WHERE k.user_id = d.user_id AND k.id <> d.id)
      OR EXISTS (SELECT FROM login_history h WHERE h.user_id = d.user_id AND h.status = 'success' AND h.created_at < now());
END
$$;

-- Writes the hold of a new device. A second factor was asked for on the device, if the account has one.
CREATE OR REPLACE FUNCTION ledger.note_device() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
BEGIN
  IF ledger.is_new_device(NEW) AND NOT has_two_factor(NEW.user_id) THEN
    PERFORM ledger.add_hold(NEW.user_id, 'new_device');
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER hold_after_new_device AFTER INSERT ON public.known_devices FOR EACH ROW EXECUTE FUNCTION ledger.note_device();

-- Returns the hold of a member that ends last, or NULLs. The hours of the settings count as they are now.
CREATE OR REPLACE FUNCTION ledger.hold_of(p_user uuid, OUT cause text, OUT held_until timestamptz) LANGUAGE plpgsql STABLE AS $$
BEGIN
  SELECT h.cause, h.created_at + s.hold_hours * interval '1 hour' INTO cause, held_until
    FROM public.member_holds h CROSS JOIN public.settings s
   WHERE h.user_id = p_user AND h.created_at + s.hold_hours * interval '1 hour' > now()
   ORDER BY h.created_at DESC LIMIT 1;
END
$$;

-- Refuses while the withdrawals and transfers of a member are stopped.
CREATE OR REPLACE FUNCTION ledger.refuse_stopped(p_user uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM public.member_stops s WHERE s.user_id = p_user AND s.lifted_at IS NULL) THEN
    PERFORM ledger.refuse('outgoing_stopped');
  END IF;
END
$$;

-- Refuses while the withdrawals and transfers of a member are stopped or held, and names the end of the hold.
CREATE OR REPLACE FUNCTION ledger.refuse_held(p_user uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  held record;
BEGIN
  PERFORM ledger.refuse_stopped(p_user);
  held := ledger.hold_of(p_user);
  IF held.held_until IS NOT NULL THEN
    PERFORM ledger.refuse('request_held', to_char(held.held_until AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'));
  END IF;
END
$$;

-- Stops the withdrawals and transfers of a member, and gives up another email or a closing that waits, each time anew. Waits for
-- an approval under way. Returns false if they were stopped already.
CREATE OR REPLACE FUNCTION ledger.stop_outgoing(p_user uuid, p_address text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM ledger.accounts a WHERE a.user_id = p_user FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM ledger.refuse('not_found'); END IF;
  PERFORM close_email_change(p_user);
  PERFORM end_closure(p_user, 'not_me');
  INSERT INTO member_stops (user_id, ip_address) VALUES (p_user, p_address) ON CONFLICT (user_id) WHERE lifted_at IS NULL DO NOTHING;
  RETURN FOUND;
END
$$;

-- Lifts the stop of a member for an owner or an approver, with a reason, and puts it on record. p_token is the token of the
-- caller's session, here and below.
CREATE OR REPLACE FUNCTION ledger.lift_stop(p_token text, p_user uuid, p_reason text, p_address text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  actor uuid;
BEGIN
  IF coalesce(trim(p_reason), '') = '' OR length(p_reason) > 500 THEN PERFORM ledger.refuse('invalid_request'); END IF;
  PERFORM 1 FROM member_stops s WHERE s.user_id = p_user AND s.lifted_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM ledger.refuse('not_found'); END IF;
  actor := ledger.judge_session(p_token, 'admin', '{owner, approver}');
  -- The change that the member says was not theirs may be the administrator's own.
  IF gives_email(actor, p_user) THEN PERFORM ledger.refuse('forbidden'); END IF;
  UPDATE member_stops s SET lifted_at = now(), lifted_by = actor, reason = p_reason WHERE s.user_id = p_user AND s.lifted_at IS NULL;
  INSERT INTO audit_events (actor_id, action, subject_id, ip_address, detail)
  VALUES (actor, 'stop_lifted', p_user, p_address, jsonb_build_object('reason', p_reason));
END
$$;

-- ledger.change_settings has taken its place.
DROP FUNCTION IF EXISTS ledger.set_hold_hours(text, numeric);
