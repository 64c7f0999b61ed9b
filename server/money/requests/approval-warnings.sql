-- The reasons to doubt a request. An approval must acknowledge them (contract/approval-warnings.ts), and the page of a request shows more of each.

-- Returns the newest change of a member's address in the 24 hours before a withdrawal, with the address before that change. Returns no row
-- without a change, and for a request without an address.
CREATE OR REPLACE FUNCTION ledger.wallet_change_before(p_user uuid, p_request uuid)
RETURNS TABLE (changed_at timestamptz, old_address text) LANGUAGE plpgsql STABLE ROWS 1 AS $$
BEGIN
  RETURN QUERY
  -- If the address was removed first, the one before is that before its removal.
  SELECT c.created_at, (SELECT e.old_address FROM public.wallet_changes e
                         WHERE e.user_id = c.user_id AND e.id <= c.id AND e.old_address IS NOT NULL ORDER BY e.id DESC LIMIT 1)
    FROM ledger.requests r JOIN public.wallet_changes c ON c.user_id = r.user_id
   WHERE r.user_id = p_user AND r.id = p_request AND r.wallet_address IS NOT NULL
     AND c.created_at <= r.created_at AND c.created_at > r.created_at - interval '24 hours'
   ORDER BY c.id DESC LIMIT 1;
END
$$;

-- Finds other requests with the file of this one, as it was sent or as it is kept, newest first and p_most at most. Another name or other
-- notes inside do not hide it. Of a very common file the newest thousand copies are looked at.
CREATE OR REPLACE FUNCTION ledger.same_files(p_user uuid, p_request uuid, p_most integer)
RETURNS TABLE (user_id uuid, id uuid) LANGUAGE plpgsql STABLE ROWS 2 AS $$
DECLARE
  copies_max constant integer := 1000;
  own record;
BEGIN
  SELECT u.sha256, u.original_sha256 INTO own FROM ledger.requests r JOIN public.uploads u ON u.user_id = r.user_id AND u.id = r.upload_id
   WHERE r.user_id = p_user AND r.id = p_request;
  IF NOT FOUND THEN RETURN; END IF;
  RETURN QUERY
  SELECT o.user_id, o.id
    FROM (SELECT copy.user_id, q.id
            FROM ((SELECT u.user_id, u.id FROM public.uploads u WHERE u.sha256 = own.sha256 ORDER BY u.id DESC LIMIT copies_max)
                  UNION
                  (SELECT u.user_id, u.id FROM public.uploads u WHERE u.original_sha256 = own.original_sha256 ORDER BY u.id DESC LIMIT copies_max)) copy
           CROSS JOIN LATERAL (
             SELECT m.id FROM ledger.requests m WHERE m.user_id = copy.user_id AND m.upload_id = copy.id
             UNION
             SELECT s.request_id FROM ledger.slip_requests s WHERE s.user_id = copy.user_id AND s.former_upload_id = copy.id) q) o
   WHERE (o.user_id, o.id) <> (p_user, p_request)
   GROUP BY o.user_id, o.id ORDER BY o.id DESC LIMIT p_most;
END
$$;

-- Finds other requests that name the payment of this one, in any spelling, newest first and p_most at most.
CREATE OR REPLACE FUNCTION ledger.same_payments(p_user uuid, p_request uuid, p_most integer)
RETURNS TABLE (user_id uuid, id uuid) LANGUAGE plpgsql STABLE ROWS 2 AS $$
DECLARE
  hash constant text := (SELECT ledger.comparable_hash(r.transaction_hash) FROM ledger.requests r WHERE r.user_id = p_user AND r.id = p_request);
BEGIN
  IF hash IS NULL THEN RETURN; END IF;
  RETURN QUERY
  SELECT r.user_id, r.id FROM ledger.requests r
   WHERE r.transaction_hash IS NOT NULL AND ledger.comparable_hash(r.transaction_hash) = hash AND (r.user_id, r.id) <> (p_user, p_request)
   ORDER BY r.id DESC LIMIT p_most;
END
$$;

-- Returns the names of the warnings about an approval, in the order of the contract.
--   p_is_mistyped: true if the address of a withdrawal has a wrong check sum, which the server judges.
--   p_transfers: the transfers that are to pay for a buy, as hash:place. The last two warnings are about them: another member names one of
--   them for an open buy, or has registered its sender.
CREATE OR REPLACE FUNCTION ledger.approval_warnings(p_user uuid, p_request uuid, p_is_mistyped boolean, p_transfers text[]) RETURNS text[]
LANGUAGE plpgsql STABLE AS $$
DECLARE
  r ledger.requests;
  named record;
BEGIN
  SELECT * INTO r FROM ledger.requests q WHERE q.user_id = p_user AND q.id = p_request;
  SELECT bool_or(EXISTS (SELECT FROM ledger.other_claimants(p_user, t.transaction_hash, t.units) c WHERE c.is_named)) AS is_claimed,
         bool_or(ledger.sender_of(p_user, t.from_address, t.block_time) IN ('other', 'shared')) AS is_of_other INTO named
    FROM unnest(p_transfers) n (name)
    JOIN public.chain_transfers t ON t.transaction_hash = split_part(n.name, ':', 1) AND t.log_index = split_part(n.name, ':', 2)::integer;
  RETURN array_remove(ARRAY[
    CASE WHEN EXISTS (SELECT FROM ledger.wallet_change_before(p_user, p_request)) THEN 'wallet_changed' END,
    CASE WHEN p_is_mistyped THEN 'wallet_checksum' END,
    CASE WHEN EXISTS (SELECT FROM ledger.same_files(p_user, p_request, 1)) THEN 'same_file' END,
    CASE WHEN EXISTS (SELECT FROM ledger.same_payments(p_user, p_request, 1)) THEN 'same_transaction_hash' END,
    CASE WHEN (SELECT p.status <> 'Active' FROM public.profiles p WHERE p.id = p_user) THEN 'owner_not_active' END,
    CASE WHEN r.usdt_rate_is_fallback THEN 'rate_fallback' END,
    CASE WHEN named.is_claimed THEN 'transfer_claimed' END,
    CASE WHEN named.is_of_other THEN 'transfer_of_other' END], NULL);
END
$$;
