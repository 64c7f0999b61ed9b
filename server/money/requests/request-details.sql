-- A request with the names of the people, the package, the file, the payout and the reversal that belong to it. Every list and
-- page of requests reads this view. It names no kind.

DROP FUNCTION IF EXISTS ledger.make_request;
DROP VIEW IF EXISTS ledger.request_details;
-- The server judges addresses (payout-address.ts). Once the database did.
DROP FUNCTION IF EXISTS ledger.refuse_unpayable(text), ledger.wallet_fault(text, text), ledger.has_evm_checksum(text),
  ledger.has_tron_checksum(text), ledger.keccak_256(text);

CREATE VIEW ledger.request_details AS
SELECT r.*, package.package_name, own.withdrawal_time, upload.path AS upload_path, decider.full_name AS decided_by_name,
       owner.full_name AS owner_name, owner.email AS owner_email, owner.member_id AS owner_member_id,
       recipient.full_name AS recipient_name, recipient.email AS recipient_email, recipient.member_id AS recipient_member_id,
       payout.state AS payout_state, payout.since AS payout_since, payout.hash AS payout_hash, payout.failures AS payout_failures,
       reversal.created_at AS reversed_at, reversal.reason AS reversal_reason, ask.reason AS slip_reason
  FROM ledger.requests r
  JOIN profiles owner ON owner.id = r.user_id
  LEFT JOIN profiles recipient ON recipient.id = r.recipient_id
  LEFT JOIN profiles decider ON decider.id = r.decided_by
  LEFT JOIN packages package ON package.id = r.package_id
  LEFT JOIN packages own ON own.id = owner.package_id
  LEFT JOIN uploads upload ON upload.user_id = r.user_id AND upload.id = r.upload_id
  LEFT JOIN ledger.payouts payout ON payout.user_id = r.user_id AND payout.request_id = r.id
  LEFT JOIN ledger.reversals reversal ON reversal.user_id = r.user_id AND reversal.request_id = r.id
  LEFT JOIN ledger.slip_requests ask ON ask.user_id = r.user_id AND ask.request_id = r.id AND ask.answered_at IS NULL
                                    AND r.slip_asked_at IS NOT NULL;

-- Takes an attempt from a bucket as server/platform/rate-limits/buckets.ts does. Refuses with the seconds to wait.
CREATE OR REPLACE FUNCTION ledger.take_attempt(p_bucket bytea, p_at_once integer, p_refill interval) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.rate_limits AS l (key, full_at) VALUES (p_bucket, clock_timestamp() + p_refill)
  ON CONFLICT (key) DO UPDATE SET full_at = greatest(l.full_at, clock_timestamp()) + p_refill
   WHERE l.full_at <= clock_timestamp() + p_refill * (p_at_once - 1);
  IF FOUND THEN RETURN; END IF;
  PERFORM ledger.refuse('too_many_requests', (
    SELECT greatest(1, ceil(extract(epoch FROM l.full_at - clock_timestamp() - p_refill * (p_at_once - 1))))::text
      FROM public.rate_limits l WHERE l.key = p_bucket));
END
$$;

-- Submits a request, and returns it as the lists do. So a call is one statement, which is one transaction. It also returns the friend
-- who sees that the member is about to buy the first package, if there is one.
--   p_is_mailed: true to queue a mail about it to the owner of the account. A server writes the mail after the commit.
--   p_bucket, p_at_once, p_refill: the limit of which the call takes an attempt; NULL for a call that is counted elsewhere.
--   p_address, p_network, p_fault: of a withdrawal the address and the network that the server has judged, and the code for which they
--   are refused, or NULL. If either is another one by now, the call fails as after a conflict, and the server judges again. Without a
--   network nothing is compared, as an older server judges after this call.
-- With a limit, a refusal undoes all but the attempt. So it is returned in place of the request: the fields of the error that another
-- call gets.
CREATE FUNCTION ledger.make_request(
  p_token text, p_from text, p_agent text, p_key uuid, p_kind text, p_coins numeric, p_package uuid, p_recipient text, p_upload uuid,
  p_usdt_rate numeric, p_usdt_rate_is_fallback boolean, p_transaction_hash text, p_quote text, p_has_fallback_address boolean,
  p_is_mailed boolean DEFAULT false, p_bucket bytea DEFAULT NULL, p_at_once integer DEFAULT NULL, p_refill interval DEFAULT NULL,
  p_address text DEFAULT NULL, p_network text DEFAULT NULL, p_fault text DEFAULT NULL
) RETURNS TABLE (replayed boolean, request ledger.request_details, friend_of uuid, refusal jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ledger, public, pg_temp AS $$
DECLARE
  done record;
  owner uuid;
  wallet text;
  state text;
  rule text;
  detail text;
BEGIN
  IF p_bucket IS NOT NULL THEN PERFORM take_attempt(p_bucket, p_at_once, p_refill); END IF;
  BEGIN
    done := submit_request(p_token, p_from, p_agent, p_key, p_kind, p_coins, p_package, p_recipient, p_upload, p_usdt_rate,
                           p_usdt_rate_is_fallback, p_transaction_hash, p_quote, p_has_fallback_address);
    owner := done.caller_id;
    IF NOT done.replayed THEN
      IF p_network IS NOT NULL THEN
        wallet := (SELECT r.wallet_address FROM requests r WHERE r.user_id = owner AND r.id = done.request_id);
      END IF;
      IF wallet IS NOT NULL THEN
        IF (wallet, (SELECT s.deposit_network FROM settings s)) IS DISTINCT FROM (p_address, p_network) THEN
          RAISE EXCEPTION 'the address or its network has changed since it was judged' USING ERRCODE = 'serialization_failure';
        END IF;
        IF p_fault IS NOT NULL THEN PERFORM refuse(p_fault, p_network); END IF;
      END IF;
      IF p_is_mailed THEN
        -- A change of the email waits for this lock, and then finds the mail; or it is over, and this call came after it.
        PERFORM FROM profiles p WHERE p.id = owner FOR KEY SHARE;
        INSERT INTO mail_outbox (owner_id, request_id) VALUES (owner, done.request_id);
      END IF;
    END IF;
  EXCEPTION WHEN SQLSTATE 'ET001' OR integrity_constraint_violation OR numeric_value_out_of_range THEN
    IF p_bucket IS NULL THEN RAISE; END IF;
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, rule = CONSTRAINT_NAME, detail = PG_EXCEPTION_DETAIL;
    RETURN QUERY SELECT NULL::boolean, NULL::request_details, NULL::uuid,
                        jsonb_build_object('code', state, 'constraint', rule, 'detail', detail);
    RETURN;
  END;
  RETURN QUERY
  SELECT done.replayed, d, CASE WHEN d.package_id IS NOT NULL AND NOT p.first_purchase_done THEN p.referred_by_id END, NULL::jsonb
    FROM request_details d JOIN profiles p ON p.id = d.user_id WHERE d.user_id = owner AND d.id = done.request_id;
END
$$;
