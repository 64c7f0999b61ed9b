-- Replaces the form of a sign-up with an address that is not confirmed yet: the newest form decides its package and
-- referrer, which are fixed later. The application can change them only by this function, and only for such accounts.
-- It keeps the package and the referrer of a member whom an administrator added, because any visitor could send a form
-- with that member's address. It writes the profile in one update: more writes would take longer, and the time would
-- reveal the account.

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
    -- The newest form counts, so the account is as old as this form, unless a profile refers to it already.
    IF NOT EXISTS (SELECT FROM profiles f WHERE f.referred_by_id = p_user) THEN v_now.created_at := now(); END IF;
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
