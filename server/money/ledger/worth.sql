-- Returns the worth that every threshold compares, in USD: what is paid, or what the coins are worth at the rate, if that
-- is more.
CREATE OR REPLACE FUNCTION ledger.worth(p_usd numeric, p_coins numeric, p_rate numeric) RETURNS numeric LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN greatest(p_usd, round(p_coins * p_rate, 2));
END
$$;

-- Returns the worth of a correction of a balance now, rounded up, so that no number of corrections of a fraction of a cent goes
-- uncounted.
CREATE OR REPLACE FUNCTION ledger.correction_worth(p_coins numeric) RETURNS numeric LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT ceil(abs(p_coins) * s.et_rate * 100) / 100 FROM public.settings s);
END
$$;

-- Returns the worth of a request with all coins that its approval moves: the base, the bonus and the reward of a first
-- package. The rate is the request's own or the one of this moment, whichever is higher.
CREATE OR REPLACE FUNCTION ledger.worth_of(r ledger.requests) RETURNS numeric LANGUAGE plpgsql STABLE AS $$
DECLARE
  rate numeric := (SELECT greatest(r.rate, s.et_rate) FROM public.settings s);
  reward numeric := 0;
BEGIN
  IF r.package_id IS NOT NULL AND EXISTS (
       SELECT FROM public.profiles p WHERE p.id = r.user_id AND NOT p.first_purchase_done AND p.referred_by_id IS NOT NULL) THEN
    reward := ledger.referral_reward(r.amount_coins);
  END IF;
  RETURN ledger.worth(r.amount_usd, r.amount_coins + coalesce(r.bonus_coins, 0) + reward, rate);
END
$$;
