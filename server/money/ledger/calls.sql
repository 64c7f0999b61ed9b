-- The calls of people that move coins or set their value, as the application makes them. Each takes the token of the
-- caller's session in place of an id, and finds the person by it. The functions behind them in money.sql judge the
-- session again as their last step. They take an id, so the application may not call them. Only the owner of the database
-- may, for the demonstration and the tests.
-- A function returns what the function behind it returns, and its parameters mean the same.

-- For a member: submits a request.
CREATE OR REPLACE FUNCTION ledger.submit_request(
  p_token text, p_key uuid, p_kind text, p_coins numeric, p_package uuid, p_recipient text, p_upload uuid, p_usdt_rate numeric,
  p_usdt_rate_is_fallback boolean, p_transaction_hash text, p_quote text, p_has_fallback_address boolean,
  OUT request_id uuid, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  caller record;
  done record;
BEGIN
  caller := find_session(p_token);
  done := submit(caller.user_id, p_key, p_kind, p_coins, p_package, p_recipient, p_upload, p_usdt_rate, p_usdt_rate_is_fallback,
                 p_transaction_hash, p_quote, caller.session_id, p_has_fallback_address);
  request_id := done.request_id;
  replayed := done.replayed;
END
$$;

-- For a member: takes a pending request back.
CREATE OR REPLACE FUNCTION ledger.cancel_request(p_token text, p_key uuid, p_request uuid, OUT replayed boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  caller record;
BEGIN
  caller := find_session(p_token);
  replayed := cancel(caller.user_id, p_key, p_request, caller.session_id);
END
$$;

-- For an owner or approver: approves or rejects a request.
CREATE OR REPLACE FUNCTION ledger.decide_request(
  p_token text, p_key uuid, p_user uuid, p_request uuid, p_decision text, p_notes text, p_address text, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  caller record;
BEGIN
  caller := find_session(p_token);
  replayed := decide(caller.user_id, p_key, p_user, p_request, p_decision, p_notes, p_address, caller.session_id);
END
$$;

-- For an owner: corrects a balance.
CREATE OR REPLACE FUNCTION ledger.adjust_balance(
  p_token text, p_key uuid, p_user uuid, p_coins numeric, p_reason text, p_reverses uuid, OUT movement_id uuid, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  caller record;
  done record;
BEGIN
  caller := find_session(p_token);
  done := adjust(caller.user_id, p_key, p_user, p_coins, p_reason, p_reverses, caller.session_id);
  movement_id := done.movement_id;
  replayed := done.replayed;
END
$$;

-- For an owner: sets the worth and the price of coins, the referral share and the limits.
CREATE OR REPLACE FUNCTION ledger.change_terms(
  p_token text, p_rate numeric, p_topup_price numeric, p_referral_percentage numeric, p_step_up_usd numeric, p_request_limit_usd numeric
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  caller record;
BEGIN
  caller := find_session(p_token);
  PERFORM set_terms(caller.user_id, p_rate, p_topup_price, p_referral_percentage, p_step_up_usd, caller.session_id, p_request_limit_usd);
END
$$;
