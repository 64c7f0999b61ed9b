-- The calls of people that move coins or set their value, as the application makes them. Each takes the token of the
-- caller's session in place of an id, and finds the person by it. The functions behind them in money.sql judge the
-- session again as their last step. They take an id, so the application may not call them. Only the owner of the database
-- may, for the demonstration and the tests.
-- A function returns what the function behind it returns, and its parameters mean the same. A call for coins also takes the
-- address and the browser that it came from, and keeps them with the session on record.

-- Earlier releases had these calls without the address and the browser, and decisions without transfers.
DROP FUNCTION IF EXISTS ledger.submit_request(text, uuid, text, numeric, uuid, text, uuid, numeric, boolean, text, text, boolean);
DROP FUNCTION IF EXISTS ledger.cancel_request(text, uuid, uuid);
DROP FUNCTION IF EXISTS ledger.decide_request(text, uuid, uuid, uuid, text, text, text);
DROP FUNCTION IF EXISTS ledger.decide_request(text, text, text, uuid, uuid, uuid, text, text);
DROP FUNCTION IF EXISTS ledger.decide_request(text, text, text, uuid, uuid, uuid, text, text, text[], boolean, text);
DROP FUNCTION IF EXISTS ledger.adjust_balance(text, uuid, uuid, numeric, text, uuid);

-- Records where a call came from. A repeated call keeps its first origin.
CREATE OR REPLACE FUNCTION ledger.note_origin(
  p_call text, p_caller uuid, p_session uuid, p_key uuid, p_subject uuid, p_request uuid, p_address text, p_agent text
) RETURNS void LANGUAGE plpgsql SET search_path = ledger, public, pg_temp AS $$
BEGIN
  INSERT INTO call_origins (subject_id, request_id, caller_id, key, call, session_id, ip_address, user_agent)
  VALUES (p_subject, p_request, p_caller, p_key, p_call, p_session, p_address, p_agent)
  ON CONFLICT DO NOTHING;
END
$$;

-- For a member: submits a request. caller_id: the member.
DROP FUNCTION IF EXISTS ledger.submit_request(text, text, text, uuid, text, numeric, uuid, text, uuid, numeric, boolean, text, text, boolean);
CREATE FUNCTION ledger.submit_request(
  p_token text, p_from text, p_agent text, p_key uuid, p_kind text, p_coins numeric, p_package uuid, p_recipient text, p_upload uuid, p_usdt_rate numeric,
  p_usdt_rate_is_fallback boolean, p_transaction_hash text, p_quote text, p_has_fallback_address boolean,
  OUT request_id uuid, OUT replayed boolean, OUT caller_id uuid
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  caller record;
  done record;
BEGIN
  caller := find_session(p_token);
  caller_id := caller.user_id;
  done := submit(caller.user_id, p_key, p_kind, p_coins, p_package, p_recipient, p_upload, p_usdt_rate, p_usdt_rate_is_fallback,
                 p_transaction_hash, p_quote, caller.session_id, p_has_fallback_address);
  request_id := done.request_id;
  replayed := done.replayed;
  PERFORM note_origin('submit', caller.user_id, caller.session_id, p_key, caller.user_id, request_id, p_from, p_agent);
END
$$;

-- For a member: takes a pending request back.
CREATE OR REPLACE FUNCTION ledger.cancel_request(
  p_token text, p_from text, p_agent text, p_key uuid, p_request uuid, OUT replayed boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  caller record;
BEGIN
  caller := find_session(p_token);
  replayed := cancel(caller.user_id, p_key, p_request, caller.session_id);
  PERFORM note_origin('cancel', caller.user_id, caller.session_id, p_key, caller.user_id, p_request, p_from, p_agent);
END
$$;

-- For an owner or approver: approves or rejects a request.
CREATE OR REPLACE FUNCTION ledger.decide_request(
  p_token text, p_from text, p_agent text, p_key uuid, p_user uuid, p_request uuid, p_decision text, p_notes text,
  p_transfers text[] DEFAULT '{}', p_is_part boolean DEFAULT false, p_reuse_reason text DEFAULT NULL, p_slip integer DEFAULT 0,
  OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  caller record;
BEGIN
  caller := find_session(p_token);
  replayed := decide(caller.user_id, p_key, p_user, p_request, p_decision, p_notes, p_from, caller.session_id, p_transfers, p_is_part,
                     p_reuse_reason, p_slip);
  PERFORM note_origin(CASE p_decision WHEN 'approved' THEN 'approve' ELSE 'reject' END, caller.user_id, caller.session_id, p_key, p_user,
                      p_request, p_from, p_agent);
END
$$;

-- For an owner: corrects a balance.
CREATE OR REPLACE FUNCTION ledger.adjust_balance(
  p_token text, p_from text, p_agent text, p_key uuid, p_user uuid, p_coins numeric, p_reason text, p_reverses uuid,
  OUT movement_id uuid, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  caller record;
  done record;
BEGIN
  caller := find_session(p_token);
  done := adjust(caller.user_id, p_key, p_user, p_coins, p_reason, p_reverses, caller.session_id);
  movement_id := done.movement_id;
  replayed := done.replayed;
  -- A correction that waits for a second owner has no movement yet.
  PERFORM note_origin('adjust', caller.user_id, caller.session_id, p_key, p_user, coalesce(movement_id, p_key), p_from, p_agent);
END
$$;

-- For an owner or approver: reverses an approved request.
CREATE OR REPLACE FUNCTION ledger.reverse_request(
  p_token text, p_from text, p_agent text, p_key uuid, p_user uuid, p_request uuid, p_reason text, p_debt_max numeric,
  OUT is_reversed boolean, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  caller record;
  done record;
BEGIN
  caller := find_session(p_token);
  done := reverse(caller.user_id, p_key, p_user, p_request, p_reason, p_debt_max, p_from, caller.session_id);
  is_reversed := done.is_reversed;
  replayed := done.replayed;
  PERFORM note_origin('reverse', caller.user_id, caller.session_id, p_key, p_user, p_request, p_from, p_agent);
END
$$;

-- ledger.change_settings has taken its place.
DROP FUNCTION IF EXISTS ledger.change_terms(text, numeric, numeric, numeric, numeric, numeric);
