-- What nobody may change later, the package and the referrer of a sign-up, belongs to the newest form until the address is
-- confirmed. This function is the one way to it; everybody else's choices are out of its reach, and so are those that an
-- administrator made for a member whom they added: anybody could send a form with that member's address. It writes the
-- profile once, the whole form of it: each write more takes time, and a longer answer would tell that there is an account.

CREATE OR REPLACE FUNCTION public.amend_sign_up(
  p_user uuid, p_package uuid, p_referrer uuid,
  p_full_name text, p_contact_number text, p_country text, p_state text, p_city text, p_area text) RETURNS void
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
  IF v_now.added_by IS NULL THEN
    v_now.package_id := p_package;
    -- The newest form is the one that counts, so the account is as old as this form, unless somebody refers to it already.
    IF NOT EXISTS (SELECT FROM profiles f WHERE f.referred_by_id = p_user) THEN v_now.created_at := now(); END IF;
    -- A referrer is always older than whom they referred, so a circle cannot come about.
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
