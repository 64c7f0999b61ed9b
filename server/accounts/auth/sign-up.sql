-- The rules of a sign-up until its address is confirmed. Any visitor can fill in a form with another person's address, so
-- only the owner of the address decides who is their referrer. The application can change a referrer by these functions
-- alone.

-- Returns the account of the token of a mailed link, or NULL. The link is unused, or this very transaction has used it, and
-- it has not expired. The caller with such a token reads the mails of the address. A token is 64 letters of base64url: 16
-- bytes of the account's id, and 32 secret ones. The link "This was not me" proves nothing here.
DROP FUNCTION IF EXISTS public.is_mail_token(uuid, text);
CREATE OR REPLACE FUNCTION public.mail_token_owner(p_token text) RETURNS uuid
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  bytes bytea;
BEGIN
  IF (p_token ~ '^[A-Za-z0-9_-]{64}$') IS NOT TRUE THEN RETURN NULL; END IF;
  bytes := decode(translate(p_token, '-_', '+/'), 'base64');
  RETURN (SELECT t.user_id FROM email_tokens t
           WHERE t.user_id = encode(substr(bytes, 1, 16), 'hex')::uuid AND t.token_hash = sha256(substr(bytes, 17))
             AND t.purpose IN ('confirm', 'recovery', 'welcome') AND (t.used_at IS NULL OR t.used_at = now())
             AND t.expires_at > now());
END
$$;

-- Takes a further form for an address that is not confirmed yet. The newest form decides the details and the package. It
-- never touches the referrer, unless the token of a mailed link proves that the owner of the address sent it: otherwise a
-- stranger who knows the address could name themself.
-- It keeps the package of a member whom an administrator added, unless the owner sent the form. It writes the profile in one
-- update: more writes would take longer, and the time would reveal the account.
DROP FUNCTION IF EXISTS public.amend_sign_up(uuid, uuid, uuid, text, text, text, text, text, text);
CREATE OR REPLACE FUNCTION public.amend_sign_up(
  p_user uuid, p_package uuid, p_referrer uuid,
  p_full_name text, p_contact_number text, p_country text, p_state text, p_city text, p_area text, p_token text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_now profiles;
BEGIN
  SELECT p.* INTO v_now
    FROM profiles p
    JOIN credentials c ON c.user_id = p.id
   WHERE p.id = p_user AND p.role = 'user' AND c.email_confirmed_at IS NULL
     AND NOT EXISTS (SELECT FROM ledger.requests r WHERE r.user_id = p_user)
     FOR NO KEY UPDATE OF p;
  IF NOT FOUND THEN RAISE EXCEPTION 'the sign-up of % can no longer be amended', p_user; END IF;
  IF p_token IS NOT NULL AND mail_token_owner(p_token) IS DISTINCT FROM p_user THEN PERFORM ledger.refuse('link_invalid'); END IF;
  IF v_now.added_by IS NULL OR p_token IS NOT NULL THEN
    v_now.package_id := p_package;
    -- The newest form counts, so the account is as old as this form, unless a profile refers to it already.
    IF NOT EXISTS (SELECT FROM profiles f WHERE f.referred_by_id = p_user) THEN v_now.created_at := now(); END IF;
  END IF;
  IF p_token IS NOT NULL THEN
    -- A referrer is always older than the members they referred, so referrals never form a circle.
    v_now.referred_by_id := (SELECT r.id FROM profiles r
                              WHERE r.id = p_referrer AND r.id <> p_user AND r.role = 'user'
                                AND r.created_at < v_now.created_at);
  END IF;
  UPDATE profiles
     SET package_id = v_now.package_id, referred_by_id = v_now.referred_by_id, created_at = v_now.created_at,
         full_name = p_full_name, contact_number = p_contact_number, country = p_country, state = p_state, city = p_city,
         area = p_area, updated_at = now()
   WHERE id = p_user;
END
$$;

-- Records that an address belongs to its owner, and activates the account if it is inactive. This works once, so it never
-- activates an account that an administrator deactivated later. A suspended account stays suspended. A form with a referrer
-- needs the owner's word about that referrer: keeps them or declines them. An owner who declines has to set a password.
--   p_token: the token of a mailed link of the account.
--   declined_id: the referrer whom the owner has declined.
DROP FUNCTION IF EXISTS public.confirm_address(uuid, boolean);
CREATE OR REPLACE FUNCTION public.confirm_address(p_token text, p_keeps_referrer boolean, OUT confirmed boolean, OUT declined_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_user uuid := mail_token_owner(p_token);
  v_referrer uuid;
BEGIN
  IF v_user IS NULL THEN PERFORM ledger.refuse('link_invalid'); END IF;
  UPDATE credentials SET email_confirmed_at = now() WHERE user_id = v_user AND email_confirmed_at IS NULL;
  confirmed := FOUND;
  IF NOT confirmed THEN RETURN; END IF;
  SELECT p.referred_by_id INTO v_referrer FROM profiles p WHERE p.id = v_user FOR NO KEY UPDATE;
  IF v_referrer IS NOT NULL THEN
    IF p_keeps_referrer IS NULL THEN PERFORM ledger.refuse('referrer_choice_required'); END IF;
    IF NOT p_keeps_referrer THEN
      -- A stranger filled in this form, and knows its password. The owner sets another one in the same transaction.
      IF NOT EXISTS (SELECT FROM credentials c WHERE c.user_id = v_user AND c.password_changed_at = now()) THEN
        RAISE EXCEPTION 'a sign-up without its referrer needs a new password';
      END IF;
      declined_id := v_referrer;
      UPDATE profiles SET referred_by_id = NULL WHERE id = v_user;
    END IF;
  END IF;
  UPDATE profiles SET status = 'Active', updated_at = now() WHERE id = v_user AND status = 'Inactive';
END
$$;

-- Keeps an account from becoming active before its owner has confirmed the address, and with it the referrer. Only a login
-- that may confirm addresses activates a profile without a password.
CREATE OR REPLACE FUNCTION public.refuse_unconfirmed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.credentials c WHERE c.user_id = NEW.id AND c.email_confirmed_at IS NOT NULL)
     AND (NOT has_column_privilege('public.credentials', 'email_confirmed_at', 'UPDATE')
          OR EXISTS (SELECT FROM public.credentials c WHERE c.user_id = NEW.id)) THEN
    PERFORM ledger.refuse('email_not_confirmed');
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER refuse_unconfirmed BEFORE UPDATE OF status ON profiles FOR EACH ROW
  WHEN (NEW.status = 'Active' AND OLD.status <> 'Active') EXECUTE FUNCTION public.refuse_unconfirmed();
