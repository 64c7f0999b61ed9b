-- Amounts that tell payments apart. While the setting unique_amounts is on, a buy costs a tail of 0.0001 to 0.0099 USDT more. No
-- two open buys with a tail cost the same, so a payment of this amount is for one of them only.
-- A member pays before the request is made. So a quote reserves its amount, and the request takes the reserved one.

-- The time for which a quoted amount is kept. A page that shows the quote asks for it again each minute.
CREATE OR REPLACE FUNCTION ledger.amount_kept_for() RETURNS interval LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN interval '2 hours';
END
$$;

-- Returns the tail to try first, in units of 0.0001. It differs from member to member, and is the same each time, so a member
-- who comes back later mostly finds the same amount.
CREATE OR REPLACE FUNCTION ledger.first_tail(p_user uuid, p_usdt numeric) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  digest text := encode(sha256(convert_to(p_user || ' ' || trim_scale(p_usdt), 'UTF8')), 'hex');
BEGIN
  RETURN 1 + ('x' || left(digest, 7))::bit(28)::integer % 99;
END
$$;

-- Returns the reservation of a member for a buy that costs p_usdt without a tail, or NULLs if there is none to use.
CREATE OR REPLACE FUNCTION ledger.reserved_amount(p_user uuid, p_usdt numeric) RETURNS ledger.reserved_amounts
LANGUAGE plpgsql STABLE AS $$
DECLARE
  kept ledger.reserved_amounts;
BEGIN
  SELECT * INTO kept FROM ledger.reserved_amounts a
   WHERE a.user_id = p_user AND a.usdt_amount - a.usdt_tail = p_usdt AND a.reserved_until > now() AND NOT ledger.is_open_amount(a.usdt_amount);
  RETURN kept;
END
$$;

-- Reserves an amount for a member, or keeps the one that the member has. Refuses if all 99 are taken.
-- Two members who try the same one wait for each other at the constraint amount_reserved_already. An amount is free of open buys
-- only if that is still so after it was reserved: its earlier owner may have bought and gone on meanwhile.
CREATE OR REPLACE FUNCTION ledger.reserve_amount(p_user uuid, p_usdt numeric) RETURNS ledger.reserved_amounts LANGUAGE plpgsql AS $$
DECLARE
  kept ledger.reserved_amounts := ledger.reserved_amount(p_user, p_usdt);
  first integer := ledger.first_tail(p_user, p_usdt);
  tail numeric(20, 4);
BEGIN
  IF kept.reserved_until > now() + ledger.amount_kept_for() / 2 THEN RETURN kept; END IF;
  -- The calls of one member wait for each other.
  PERFORM FROM ledger.accounts a WHERE a.user_id = p_user FOR NO KEY UPDATE;
  kept := ledger.reserved_amount(p_user, p_usdt);
  IF kept.user_id IS NOT NULL THEN
    UPDATE ledger.reserved_amounts a SET reserved_until = now() + ledger.amount_kept_for() WHERE a.user_id = p_user RETURNING * INTO kept;
    RETURN kept;
  END IF;
  DELETE FROM ledger.reserved_amounts a WHERE a.user_id = p_user;
  FOR step IN 0 .. 98 LOOP
    tail := 0.0001 * (1 + (first - 1 + step) % 99);
    CONTINUE WHEN ledger.is_open_amount(p_usdt + tail);
    DELETE FROM ledger.reserved_amounts a WHERE a.usdt_amount = p_usdt + tail AND a.reserved_until <= now();
    INSERT INTO ledger.reserved_amounts (user_id, usdt_amount, usdt_tail, reserved_at, reserved_until)
    VALUES (p_user, p_usdt + tail, tail, now(), now() + ledger.amount_kept_for()) ON CONFLICT (usdt_amount) DO NOTHING
    RETURNING * INTO kept;
    CONTINUE WHEN kept.user_id IS NULL;
    IF NOT ledger.is_open_amount(kept.usdt_amount) THEN RETURN kept; END IF;
    DELETE FROM ledger.reserved_amounts a WHERE a.user_id = p_user;
  END LOOP;
  PERFORM ledger.refuse('amounts_taken');
END
$$;

-- Returns the terms of a buy for the member with the session of this token, and reserves the amount.
CREATE OR REPLACE FUNCTION ledger.quote_buy(
  p_token text, p_coins numeric, p_package uuid, p_usdt_rate numeric, p_usdt_rate_is_fallback boolean, p_has_fallback_address boolean,
  OUT rate numeric, OUT amount_usd numeric, OUT usdt_amount numeric, OUT package_id uuid, OUT package_name text,
  OUT bonus_coins numeric, OUT quote_id text, OUT usdt_tail numeric
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  caller record;
BEGIN
  caller := find_session(p_token);
  SELECT t.rate, t.amount_usd, t.usdt_amount, t.package_id, t.package_name, t.bonus_coins, t.quote_id, t.usdt_tail
    INTO rate, amount_usd, usdt_amount, package_id, package_name, bonus_coins, quote_id, usdt_tail
    FROM buy_terms(caller.user_id, p_coins, p_package, p_usdt_rate, p_usdt_rate_is_fallback, p_has_fallback_address, true) t;
  PERFORM judge_caller(caller.user_id, caller.session_id, 'user');
END
$$;
