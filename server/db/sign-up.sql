-- What nobody may change later, the package and the referrer of a sign-up, belongs to the newest form until the address is
-- confirmed. This function is the one way to it; everybody else's choices are out of its reach, and so are those that an
-- administrator made for a member whom they added: anybody could send a form with that member's address.

CREATE OR REPLACE FUNCTION public.amend_sign_up(p_user uuid, p_package uuid, p_referrer uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_referrer uuid;
BEGIN
  -- A referrer is always older than whom they referred, so a circle cannot come about. The newest form is the one that
  -- counts, so the account is as old as this form, unless somebody refers to it already.
  UPDATE profiles p
     SET package_id = CASE WHEN p.added_by IS NULL THEN p_package ELSE p.package_id END,
         created_at = CASE WHEN p.added_by IS NOT NULL OR EXISTS (SELECT FROM profiles f WHERE f.referred_by_id = p_user)
                           THEN p.created_at ELSE now() END
   WHERE p.id = p_user AND p.role = 'user'
     AND EXISTS (SELECT FROM credentials c WHERE c.user_id = p_user AND c.email_confirmed_at IS NULL)
     AND NOT EXISTS (SELECT FROM ledger.requests r WHERE r.user_id = p_user);
  IF NOT FOUND THEN RAISE EXCEPTION 'the sign-up of % can no longer be amended', p_user; END IF;
  SELECT r.id INTO v_referrer
    FROM profiles r JOIN profiles p ON p.id = p_user
   WHERE r.id = p_referrer AND r.role = 'user' AND r.created_at < p.created_at;
  -- Only where it differs: each write of a profile takes time, and a longer answer would tell that there is an account.
  UPDATE profiles SET referred_by_id = v_referrer
   WHERE id = p_user AND added_by IS NULL AND referred_by_id IS DISTINCT FROM v_referrer;
END
$$;
